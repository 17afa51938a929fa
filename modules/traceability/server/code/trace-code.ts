import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { ofUnit } from '#modules/registry/server/index.ts';
import { showCode } from '#modules/traceability/contract/code/trace-code.ts';
import { bindCode, codesForAnimals, traceCode } from '#modules/traceability/contract/code/trace-code-batch.ts';
import { noteCode } from '../oversight/trace-animal.ts';
import { codeOf, pageOf, serialOf } from './codes.ts';
import { activeSubject, batchOfSerial, countBound, takeSerials } from './trace-code-batch.ts';

interface NewCode {
  readonly stored: number;
  readonly code: string;
  readonly kind: string;
  readonly batchId: number | null;
  readonly principalId: number;
  readonly regionCode: number;
  readonly targetType: 'animal' | 'lot' | 'subject';
  readonly targetId: number;
  readonly targetName: string;
  readonly pin: { readonly seq: number; readonly head: string } | null;
}

export async function insertCode(tx: Tx, one: NewCode, actor: number | null): Promise<void> {
  try {
    await tx.query(
      `insert into traceability.trace_code (tenant_no, region_code, principal_id, serial, code, kind,
        batch_id, target_type,
         target_id, target_name, pin_seq, pin_hash, created_by, updated_by)
       values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
      [
        one.regionCode,
        one.principalId,
        one.stored,
        one.code,
        one.kind,
        one.batchId,
        one.targetType,
        one.targetId,
        one.targetName,
        one.pin?.seq ?? null,
        one.pin?.head ?? null,
        actor,
      ],
    );
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'trace_code_serial_platform')
      throw refusal('codeBound', 'traceability.refusal.codeBound');
    throw error;
  }
}

interface Target {
  readonly id: number;
  readonly name: string;
  readonly principalId: number;
  readonly pin: { readonly seq: number; readonly head: string } | null;
}
async function targetOf(tx: Tx, type: 'lot' | 'animal', text: string): Promise<Target> {
  const sql =
    type === 'lot'
      ? `select l.id, l.doc_no as name, l.principal_id as "principalId",
           jsonb_build_object('seq', l.chain_seq, 'head', left(encode(l.chain_hash, 'hex'), 10)) as pin
         from traceability.trace_lot l where l.doc_no = $1 and l.status not in ('held', 'recalled')`
      : `select a.id, a.ear_tag as name, a.principal_id as "principalId",
           jsonb_build_object('seq', h.seq, 'head', left(encode(h.hash, 'hex'), 10)) as pin
         from traceability.animal_seen a join traceability.head_seen h on h.animal_id = a.id where a.ear_tag = $1`;
  const [row] = await tx.query<Target>(sql, [text]);
  if (!row) throw invalid([{ field: 'target', key: 'error.field.ref' }]);
  return row;
}

/** R37: issued to that subject, for something of that subject, once. */
async function bind(call: Call<typeof bindCode>) {
  const { code: text, targetType, target: name } = call.body;
  const read = serialOf(text);
  if (!read) throw invalid([{ field: 'code', key: 'traceability.refusal.codeUnknown' }]);
  const target = await targetOf(call.tx, targetType, name);
  const batch = await inTenant(call.tx, call.actor.tenantNo, 'bindCode', (all) => batchOfSerial(all, read.stored));
  const isForeign = !batch || batch.principalId !== target.principalId || batch.kind !== read.kind;
  if (isForeign || (read.kind === 'A') !== (targetType === 'animal'))
    throw refusal('codeForeign', 'traceability.refusal.codeForeign');
  if (batch.isVoid) throw refusal('codeVoid', 'traceability.refusal.codeVoid');
  await activeSubject(call.tx, batch.principalId);
  await insertCode(
    call.tx,
    {
      stored: read.stored,
      code: read.code,
      kind: read.kind,
      batchId: batch.id,
      principalId: batch.principalId,
      regionCode: batch.regionCode,
      targetType,
      targetId: target.id,
      targetName: target.name,
      pin: target.pin,
    },
    call.actor.userId,
  );
  await countBound(call.tx, batch.id);
  call.answer.msg = call.say('ok.done');
  return { code: read.code, targetName: target.name, url: pageOf(read.code, target.pin) };
}

/** An animal's code is made at its first print, with the head of that day. */
async function forAnimals(call: Call<typeof codesForAnimals>) {
  const ids = [...new Set(call.body.animalIds)];
  const rows = await call.tx.query<{
    id: number;
    tag: string;
    principalId: number;
    regionCode: number;
    seq: number;
    head: string;
    code: string | null;
    pinSeq: number | null;
    pinHash: string | null;
  }>(
    `select a.id, a.ear_tag as tag, a.principal_id as "principalId", a.region_code as "regionCode", h.seq,
       left(encode(h.hash, 'hex'), 10) as head, c.code, c.pin_seq as "pinSeq", c.pin_hash as "pinHash"
     from traceability.animal_seen a join traceability.head_seen h on h.animal_id = a.id
       left join traceability.trace_code c
         on c.tenant_no = a.tenant_no and c.target_type = 'animal' and c.target_id = a.id and c.status = 'active'
     where a.id = any ($1) order by a.id`,
    [ids],
  );
  if (rows.length < ids.length) throw notFound();
  const without = rows.filter((one) => one.code === null);
  let next = without.length > 0 ? await takeSerials(call.tx, without.length) : 0;
  const made = [];
  for (const one of rows) {
    let { code } = one;
    let pin = one.pinSeq === null ? null : { seq: one.pinSeq, head: one.pinHash ?? '' };
    if (code === null) {
      code = codeOf('A', next);
      pin = { seq: one.seq, head: one.head };
      await insertCode(
        call.tx,
        {
          stored: next,
          code,
          kind: 'A',
          batchId: null,
          principalId: one.principalId,
          regionCode: one.regionCode,
          targetType: 'animal',
          targetId: one.id,
          targetName: one.tag,
          pin,
        },
        call.actor.userId,
      );
      await inTenant(call.tx, call.actor.tenantNo, 'noteCode', (all) => noteCode(all, one.id, code as string));
      next += 1;
    }
    made.push({ animalId: one.id, tag: one.tag, code, shown: showCode(code), url: pageOf(code, pin) });
  }
  call.answer.msg = call.say('ok.done');
  return made;
}

/** R42: every label under these lots says so from now on. */
export async function recallCodes(tx: Tx, lotIds: readonly number[], isRecalled: boolean): Promise<number> {
  const rows = await tx.query(
    `update traceability.trace_code set status = case when $2 then 'recalled' else 'active' end, version = version + 1,
       updated_at = now()
     where tenant_no = kit.tenant() and target_type = 'lot' and target_id = any ($1)
       and status = case when $2 then 'active' else 'recalled' end returning id`,
    [lotIds, isRecalled],
  );
  return rows.length;
}

export const noteScan = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_code set scans = scans + 1, first_scan_at = coalesce(first_scan_at, now())
     where id = $1`,
    [id],
  );

export const reassignCodes = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_code set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1`,
    [from, to],
  );

export const codeRoutes = (): Route[] => [
  serve('traceability', bindCode, bind),
  serve('traceability', codesForAnimals, forAnimals),
  ...serveResource(traceCode)({ match: { principalId: ofUnit } }),
];
