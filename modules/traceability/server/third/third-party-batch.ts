import { invalid, refusal } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { serveThird } from '#modules/platform/server/index.ts';
import { setFlag } from '#modules/registry/server/index.ts';
import {
  isolationOf,
  openThird,
  type ThirdPartyBatch,
  thirdPartyBatch,
} from '#modules/traceability/contract/third/third-party-batch.ts';
import { receive } from './receive.ts';
import { animalsOfBatch, insertAnimals } from './third-party-batch-animal.ts';

export const thirdEntity = 'traceability.thirdPartyBatch';
export const flagSource = (id: number): string => `traceability:third:${id}`;
type Form = FormOf<typeof thirdPartyBatch>;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Each number once; a certificate of animals, not of products. */
function checkForm({ animals, certType }: Pick<Form, 'animals' | 'certType'>): Record<string, unknown> {
  const faults = animals.flatMap((one, at) => {
    const isTwice = (name: 'tag' | 'outsideId') => animals.findIndex((other) => other[name] === one[name]) < at;
    return [
      ...(/^\d{15}$/.test(one.tag) ? [] : [{ field: `animals.${at}.tag`, key: 'error.field.pattern' }]),
      ...(isTwice('tag') ? [{ field: `animals.${at}.tag`, key: 'traceability.refusal.animalTwice' }] : []),
      ...(isTwice('outsideId') ? [{ field: `animals.${at}.outsideId`, key: 'traceability.refusal.animalTwice' }] : []),
    ];
  });
  if (animals.length === 0) faults.push({ field: 'animals', key: 'error.field.required' });
  if (!certType.startsWith('animal')) faults.push({ field: 'certType', key: 'error.field.dict' });
  if (faults.length > 0) throw invalid(faults);
  return {
    heads: animals.length,
    animals: animals.map((one) => ({ ...one, tagAction: one.tag === one.outsideId ? 'keep' : 'retag' })),
  };
}

/** R26: a certificate brings animals once. */
async function refuseUsed(tx: Tx, certType: string, certificateNo: string, exceptId: number | null): Promise<void> {
  const [used] = await inTenant(tx, tx.scope.tenantNo, 'certUsed', (all) =>
    all.query<{ no: string }>(
      `select doc_no as no from traceability.third_party_batch
       where tenant_no = kit.tenant() and cert_type = $1 and certificate_no = $2 and id is distinct from $3
         and status not in ('refused', 'rejected')`,
      [certType, certificateNo, exceptId],
    ),
  );
  if (used) throw refusal('certUsed', 'traceability.refusal.certUsed');
}

async function beforeMove(call: Call, move: Move, row: ThirdPartyBatch): Promise<Record<string, unknown> | undefined> {
  switch (move.name) {
    case 'arrive': {
      const form = move.form as { arrivedOn: string; absent: string | null; deadTags: string | null };
      if (form.arrivedOn > today()) throw invalid([{ field: 'arrivedOn', key: 'registry.animal.dateOrder' }]);
      const { received, entryNo } = await receive(call, row, form);
      const days = row.isolationDays ?? 0;
      return { received, entryNo, isolationUntil: days > 0 ? dayAfter(form.arrivedOn, days) : null };
    }
    case 'release':
      if (row.isolationUntil && row.isolationUntil > today())
        throw refusal('isolating', 'traceability.refusal.isolating', { date: row.isolationUntil });
      await lower(call.tx, row.id, call.actor.userId);
      return undefined;
    case 'reject':
    case 'refuse':
      return { reason: move.remark ?? null };
    default:
      return undefined;
  }
}

/** The flag of this batch, and no other, comes off. */
async function lower(tx: Tx, id: number, actor: number): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'release', async (all) => {
    const ids = (await animalsOfBatch(all, id)).flatMap((one) => (one.animalId === null ? [] : [one.animalId]));
    if (ids.length > 0) await setFlag(all, ids, 'quarantined', false, flagSource(id), actor);
  });
}

/** R27: who must stay apart is marked so, by this batch, until it is released. */
async function afterMove(call: Call, move: Move): Promise<void> {
  if (move.name !== 'arrive') return;
  const [row] = await call.tx.query<{ until: string | null; received: number }>(
    'select isolation_until as until, received from traceability.third_party_batch where id = $1',
    [move.id],
  );
  if (!row?.until || row.received === 0) return;
  await inTenant(call.tx, call.actor.tenantNo, 'isolate', async (all) => {
    const ids = (await animalsOfBatch(all, move.id)).flatMap((one) => (one.animalId === null ? [] : [one.animalId]));
    await setFlag(all, ids, 'quarantined', true, flagSource(move.id), call.actor.userId);
  });
  await call.tx.query(
    `update traceability.third_party_batch set status = 'isolating', version = version + 1 where id = $1`,
    [move.id],
  );
  await recordTransition(call.tx, call.actor, {
    entity: thirdEntity,
    entityId: move.id,
    name: 'arrive',
    from: 'arrived',
    to: 'isolating',
  });
}

export const reassignThird = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.third_party_batch set to_principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and to_principal_id = $1`,
    [from, to],
  );

export const thirdRoutes = (): Route[] => [
  ...serveResource(thirdPartyBatch)({
    match: {
      // R28: whoever has only a foreign ear tag in hand finds the batch by it.
      keyword: (value, add) => {
        const words = String(value).trim();
        const like = add(`%${words.replace(/[\\%_]/g, '\\$&')}%`);
        const exact = add(words);
        return `(t.doc_no ilike ${like} or t.sender ilike ${like} or t.certificate_no ilike ${like} or exists (
          select 1 from traceability.third_party_batch_animal l where l.tenant_no = t.tenant_no and l.parent_id = t.id
            and ${exact} in (l.outside_id, l.tag, l.chip)))`;
      },
    },
    expressions: {
      daysLeft: `(case when t.status = 'isolating' then greatest(0, t.isolation_until - current_date) end)`,
    },
    before: {
      add: async (call, values) => {
        const facts = checkForm(values);
        await refuseUsed(call.tx, values.certType, values.certificateNo, null);
        const [place] = await call.tx.query<{ no: string; regionCode: number }>(
          `select kit.doc_no('QT') as no, region_code as "regionCode" from traceability.unit_seen where id = $1`,
          [values.toPrincipalId],
        );
        if (!place) throw invalid([{ field: 'toPrincipalId', key: 'error.field.ref' }]);
        const least = isolationOf(values.source, values.purpose);
        return {
          ...facts,
          docNo: place.no,
          regionCode: place.regionCode,
          isolationDays: Math.max(least, values.isolationDays ?? 0),
        };
      },
      edit: async (call, values, row) => {
        await refuseUsed(call.tx, values.certType, values.certificateNo, row.id);
        const least = isolationOf(values.source, values.purpose);
        return { ...checkForm(values), isolationDays: Math.max(least, values.isolationDays ?? 0) };
      },
      transition: beforeMove,
    },
    after: { transition: afterMove },
  }),
  serveThird('traceability', openThird, 'trace:third', async ({ body, client, tx }) => {
    const [known] = await tx.query<{ docNo: string; accepted: number }>(
      `select doc_no as "docNo", heads as accepted from traceability.third_party_batch
       where tenant_no = kit.tenant() and source_system = $1 and source_key = $2`,
      [client.clientId, body.sourceKey],
    );
    // R29: told again, it stands once, whatever key the call itself carried.
    if (known) return known;
    await refuseUsed(tx, body.certType, body.certificateNo, null);
    checkForm({ animals: body.animals as never, certType: body.certType });
    const [row] = await tx.query<{ id: number; docNo: string }>(
      `insert into traceability.third_party_batch (tenant_no, region_code, doc_no, source, source_system,
        source_key, sender,
         origin_region_code, certificate_no, cert_type, purpose, to_principal_id, expected_on, heads, isolation_days)
       select kit.tenant(), u.region_code, kit.doc_no('QT'), $2, $3, $4, $5, $6, $7, $8, $9, u.id, $10, $11, $12
       from traceability.unit_seen u where u.id = $1 returning id, doc_no as "docNo"`,
      [
        client.principalId,
        body.source,
        client.clientId,
        body.sourceKey,
        body.sender,
        body.originRegionCode ?? null,
        body.certificateNo,
        body.certType,
        body.purpose,
        body.expectedOn,
        body.animals.length,
        isolationOf(body.source, body.purpose),
      ],
    );
    if (!row) throw refusal('subjectInactive', 'traceability.refusal.subjectInactive');
    await insertAnimals(
      tx,
      row.id,
      body.animals.map((one) => ({ ...one, chip: one.chip ?? null })),
    );
    return { docNo: row.docNo, accepted: body.animals.length };
  }),
];
