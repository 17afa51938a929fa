import { invalid, notFound, refusal, wrongState } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { ofUnit } from '#modules/registry/server/index.ts';
import { type CodeKind, showCode } from '#modules/traceability/contract/code/trace-code.ts';
import {
  approveAbove,
  printCodes,
  traceCodeBatch,
  voidCodes,
} from '#modules/traceability/contract/code/trace-code-batch.ts';
import { codeOf, pageOf, serialOf } from './codes.ts';
import { voidBound } from './trace-code.void.ts';

const entity = 'traceability.traceCodeBatch';

/** R35: codes and lots are for those who are filed and not stopped. */
export async function activeSubject(tx: Tx, principalId: number): Promise<{ id: number; regionCode: number }> {
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'activeSubject', (all) =>
    all.query<{ id: number; regionCode: number }>(
      `select id, region_code as "regionCode" from traceability.trace_subject
       where tenant_no = kit.tenant() and principal_id = $1 and status = 'active' and kind <> 'integrated'
       order by kind = 'business' desc limit 1`,
      [principalId],
    ),
  );
  if (!row) throw refusal('subjectInactive', 'traceability.refusal.subjectInactive');
  return row;
}

/** R38: a range of serials nobody else has, whatever its size: two who issue at once come one after the other. */
export async function takeSerials(tx: Tx, count: number): Promise<number> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('traceCodeSerial', 0))");
  const [row] = await tx.query<{ last: number }>(
    `select setval('traceability.code_serial', nextval('traceability.code_serial') + $1::int - 1) as last`,
    [count],
  );
  return Number(row?.last ?? 0) - count + 1;
}

const issueBatch = async (tx: Tx, id: number, count: number): Promise<void> => {
  const from = await takeSerials(tx, count);
  await tx.query(
    `update traceability.trace_code_batch set serial_from = $2::bigint, serial_to = $2::bigint + $3::int - 1,
       issued_at = now(), status = 'issued', version = version + 1, updated_at = now() where id = $1`,
    [id, from, count],
  );
};

interface Stored {
  readonly id: number;
  readonly docNo: string;
  readonly kind: CodeKind;
  readonly count: number;
  readonly printed: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly serialFrom: number | null;
  readonly status: string;
}
const batchSql = `select id, doc_no as "docNo", kind, count, printed, principal_id as "principalId",
  region_code as "regionCode", serial_from as "serialFrom", status from traceability.trace_code_batch`;

export async function batchOfSerial(tx: Tx, stored: number): Promise<(Stored & { isVoid: boolean }) | null> {
  const [row] = await tx.query<Stored & { isVoid: boolean }>(
    `${batchSql.replace(' from traceability', ', void_ranges @> $1::bigint as "isVoid" from traceability')}
     where int8range(serial_from, serial_to, '[]') @> $1::bigint and serial_from is not null`,
    [stored],
  );
  return row ?? null;
}

async function print(call: Call<typeof printCodes>) {
  const { id, count } = call.body;
  const [row] = await call.tx.query<Stored>(`${batchSql} where id = $1 for update`, [id]);
  if (!row) throw notFound();
  if (row.serialFrom === null || row.status === 'closed')
    throw wrongState(`dict.trace_code_batch_status.${row.status}`, 'traceability.traceCodeBatch._print');
  const many = Math.min(count, row.count - row.printed);
  if (many <= 0) throw refusal('allPrinted', 'traceability.refusal.allPrinted');
  const first = row.serialFrom + row.printed;
  await call.tx.query(
    `update traceability.trace_code_batch set printed = printed + $2, status = 'printed', version = version + 1,
       updated_at = now() where id = $1`,
    [id, many],
  );
  call.answer.msg = call.say('ok.done');
  return {
    from: row.printed + 1,
    labels: Array.from({ length: many }, (_, at) => {
      const code = codeOf(row.kind, first + at);
      return { code, shown: showCode(code), url: pageOf(code) };
    }),
  };
}

async function voidThem(call: Call<typeof voidCodes>) {
  const { id, codes } = call.body;
  const [row] = await call.tx.query<Stored>(`${batchSql} where id = $1 for update`, [id]);
  if (!row) throw notFound();
  const serials = codes.map((text, at) => {
    const read = serialOf(text);
    const isOurs =
      read && row.serialFrom !== null && read.stored >= row.serialFrom && read.stored < row.serialFrom + row.count;
    if (!isOurs) throw invalid([{ field: `codes.${at}`, key: 'traceability.refusal.codeForeign' }]);
    return read.stored;
  });
  await call.tx.query(
    `update traceability.trace_code_batch t set void_ranges = t.void_ranges + v.ranges,
       void_count = (select coalesce(sum(upper(r) - lower(r)), 0) from unnest(t.void_ranges + v.ranges) r),
       version = version + 1, updated_at = now()
     from (select range_agg(int8range(s, s, '[]')) as ranges from unnest($2::bigint[]) s) v where t.id = $1`,
    [id, serials],
  );
  await voidBound(call.tx, serials);
  call.answer.msg = call.say('ok.done');
  return { voided: serials.length };
}

/** One more code of the batch is on something. */
export const countBound = (tx: Tx, id: number): Promise<unknown> =>
  tx.query('update traceability.trace_code_batch set bound = bound + 1, version = version + 1 where id = $1', [id]);

export const reassignBatches = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_code_batch set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1`,
    [from, to],
  );

export const codeBatchRoutes = (): Route[] => [
  serve('traceability', printCodes, print),
  serve('traceability', voidCodes, voidThem),
  ...serveResource(traceCodeBatch)({
    match: { principalId: ofUnit },
    expressions: {
      subjectNo: '(select s.subject_no from traceability.trace_subject s where s.id = t.subject_id)',
    },
    before: {
      add: async (call, values) => {
        const subject = await activeSubject(call.tx, values.principalId);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('TB') as no`);
        return { docNo: no?.no, subjectId: subject.id };
      },
      transition: async (call, move, row) => {
        if (move.name === 'submit') await activeSubject(call.tx, row.principalId);
        return move.name === 'sendBack' ? { reason: move.remark ?? null } : undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        const [row] = await call.tx.query<Stored>(`${batchSql} where id = $1`, [move.id]);
        if (!row) return;
        if (move.name !== 'submit') await closeTask(call.tx, entity, move.id);
        if (move.name === 'approve') await issueBatch(call.tx, row.id, row.count);
        if (move.name !== 'submit') return;
        if (row.count <= approveAbove) {
          await issueBatch(call.tx, row.id, row.count);
          await recordTransition(call.tx, call.actor, {
            entity,
            entityId: row.id,
            name: 'approve',
            from: 'submitted',
            to: 'issued',
          });
          return;
        }
        await openTask(call.tx, {
          taskType: 'approve',
          taskName: { key: 'traceability.codingPage.task', args: { docNo: row.docNo, n: row.count } },
          entity,
          entityId: row.id,
          linkPath: `/traceability/traceabilityManagement/coding?docNo=${row.docNo}`,
          permission: 'trace:code:approve',
          regionCode: row.regionCode,
          principalId: row.principalId,
        });
      },
    },
  }),
];
