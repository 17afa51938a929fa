import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { setDue } from '#kit/server/due/due.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { tenGrams } from '#modules/farm/contract/sale/price.ts';
import { slaughterBatch, slaughterMoney } from '#modules/farm/contract/slaughter/slaughter.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import { costTotals } from '../cost/animal-costs.ts';
import { mustBeOpen } from '../cost/farm-month.ts';
import { holdAnimals, tradeSource } from '../sale/animal-hold.ts';
import { mustMayGo, regionOfFarm, weighByHand } from '../sale/judge.ts';
import { docNo, farmOf, unitOf } from '../sale/own-farm.ts';
import { linesOfBatch, nameLines } from './slaughter-batch-line.ts';
import { putCost } from './slaughter-cost.ts';
import { openMoney } from './slaughter-money.ts';

export interface Batch {
  readonly id: number;
  readonly version: number;
  readonly status: string;
  readonly docNo: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly slaughterhouseId: number | null;
  readonly plantText: string | null;
  readonly sentOn: string;
  readonly doneOn: string | null;
  readonly quarantineCertNo: string | null;
  readonly vehicleNo: string | null;
  readonly priceMode: string;
  readonly changeId: number | null;
  readonly strangeTags: string[];
  readonly farmName: string;
  readonly plantName: string;
}
export const batchSql = `select t.id, t.version, t.status, t.doc_no as "docNo", t.principal_id as "principalId",
    t.region_code as "regionCode", t.slaughterhouse_id as "slaughterhouseId", t.plant_text as "plantText",
    to_char(t.sent_on, 'YYYY-MM-DD') as "sentOn", to_char(t.done_on, 'YYYY-MM-DD') as "doneOn",
    t.quarantine_cert_no as "quarantineCertNo", t.vehicle_no as "vehicleNo", t.price_mode as "priceMode",
    t.change_id as "changeId", t.strange_tags as "strangeTags", registry.principal_name(t.principal_id) as "farmName",
    coalesce(registry.principal_name(t.slaughterhouse_id), t.plant_text, '') as "plantName"
  from farm.slaughter_batch t where t.id = $1`;
export async function lockBatch(tx: Tx, id: number): Promise<Batch> {
  const [row] = await tx.query<Batch>(`${batchSql} for update of t`, [id]);
  if (!row) throw notFound();
  return row;
}

/** Where the caller stands: the farm that sends, the plant that receives, or somebody who only reads. */
export function sideOf(principals: readonly number[], batch: Pick<Batch, 'principalId' | 'slaughterhouseId'>) {
  if (principals.includes(batch.principalId)) return 'farm' as const;
  return batch.slaughterhouseId && principals.includes(batch.slaughterhouseId)
    ? ('plant' as const)
    : ('reader' as const);
}

const tagDays = 2;
export const tagGapDue = 'farm.tagGap';

/** R24: with a certificate, past every guard, and held from then on. */
async function send(call: Call, id: number, certNo: string | null): Promise<{ changeId: number; changeNo: string }> {
  const { tx } = call;
  const batch = await lockBatch(tx, id);
  farmOf(call, batch.principalId);
  if (!certNo) throw refusal('needCertificate', 'farm.tradeRefusal.needCertificate');
  await mustBeOpen(tx, batch.principalId, batch.sentOn);
  const lines = await linesOfBatch(tx, id);
  const ids = lines.map((one) => one.animalId).sort((a, b) => a - b);
  const out = batch.slaughterhouseId === null;
  await mustMayGo(call, batch.principalId, ids, {
    kind: out ? 'saleOut' : 'handover',
    purpose: 'slaughter',
    toPrincipalId: batch.slaughterhouseId,
    on: batch.sentOn,
    certNo,
  });
  await holdAnimals(tx, {
    principalId: batch.principalId,
    kind: 'slaughter',
    docId: id,
    docNo: batch.docNo,
    animalIds: ids,
  });
  const costs = await costTotals(tx, batch.principalId, ids, batch.sentOn);
  await putCost(tx, batch.principalId, id, sumCents(costs.values()));
  const change = await changeAnimals(tx, {
    changeType: out ? 'saleOut' : 'handover',
    animalIds: ids,
    happenedOn: batch.sentOn,
    purpose: 'slaughter',
    toPrincipalId: batch.slaughterhouseId,
    buyerName: batch.plantText,
    quarantineCertNo: certNo,
    vehicleNo: batch.vehicleNo,
    weights: new Map(lines.flatMap((one) => (one.liveKg ? [[one.animalId, one.liveKg] as const] : []))),
    source: tradeSource,
    byPrincipalId: batch.principalId,
  });
  if (!out) await setDue(tx, tagGapDue, String(id), new Date(Date.now() + tagDays * 86_400_000));
  return { changeId: change.changeId, changeNo: change.docNo };
}

/** What was typed on the list is a weighing by hand, as long as the animals are still here. */
async function weighList(
  call: Call,
  id: number,
  principalId: number,
  lines: readonly { animalId: number; liveKg: number | null }[],
) {
  const typed = lines.flatMap((one) => (one.liveKg ? [{ animalId: one.animalId, kg: one.liveKg }] : []));
  const known = new Map(
    (
      await call.tx.query<{ id: number; kg: number | null }>(
        'select id, weight as kg from farm.animal_seen where id = any ($1)',
        [typed.map((one) => one.animalId)],
      )
    ).map((one) => [one.id, one.kg]),
  );
  const fresh = typed.filter(
    (one) => known.has(one.animalId) && tenGrams(known.get(one.animalId)) !== tenGrams(one.kg),
  );
  await weighByHand(call.tx, { principalId, regionCode: await regionOfFarm(call.tx, principalId) }, 'slaughter', fresh);
  await nameLines(call.tx, id);
  await call.tx.query(
    `update farm.slaughter_batch b set live_kg = coalesce(
       (select sum(l.live_kg) from farm.slaughter_batch_line l where l.parent_id = b.id), 0) where b.id = $1`,
    [id],
  );
}

interface FormValues {
  readonly principalId?: number | null;
  readonly slaughterhouseId: number | null;
  readonly plantText: string | null;
  readonly lines: readonly { animalId: number }[];
}
async function checkForm(call: Call, values: FormValues, farmId: number) {
  const ids = values.lines.map((one) => one.animalId);
  if (new Set(ids).size !== ids.length) throw refusal('twice', 'farm.tradeRefusal.twice');
  if (values.slaughterhouseId === null && !values.plantText)
    throw invalid([{ field: 'slaughterhouseId', key: 'error.field.required' }]);
  if (values.slaughterhouseId !== null) {
    const plant = await unitOf(call.tx, values.slaughterhouseId, 'slaughterhouseId');
    if (plant.type !== 'slaughterhouse')
      throw invalid([{ field: 'slaughterhouseId', key: 'farm.tradeRefusal.noPlant' }]);
  }
  const other = await call.tx.query(
    `select 1 from farm.animal_seen where id = any ($1) and (principal_id <> $2 or status <> 'inStock') limit 1`,
    [ids, farmId],
  );
  if (other.length > 0) throw refusal('notHere', 'farm.tradeRefusal.notHere', { tag: '' });
  return { head: ids.length };
}

/** How far the plant is with it, as both sides see. */
export async function putReceived(
  tx: Tx,
  id: number,
  { mismatches, strange }: { mismatches: number; strange: readonly string[] },
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `update farm.slaughter_batch set status = 'received', received_at = coalesce(received_at, now()), mismatches = $2,
       strange_tags = $3, version = version + 1, updated_by = $4, updated_at = now() where id = $1 returning version`,
    [id, mismatches, strange, tx.scope.userId],
  );
  return row?.version ?? 0;
}
export const putDone = (tx: Tx, id: number, doneOn: string): Promise<{ dressPct: number | null }[]> =>
  tx.query(
    `update farm.slaughter_batch b set status = 'done', done_on = $2, carcass_kg = x.carcass,
       dressed_live_kg = x.live, version = version + 1, updated_by = $3, updated_at = now()
     from (select sum(l.carcass_kg) as carcass, sum(l.live_kg) as live from farm.slaughter_batch_line l
       where l.parent_id = $1 and l.outcome = 'slaughtered' and l.carcass_kg is not null) x
     where b.id = $1 returning round(100 * x.carcass / nullif(x.live, 0), 2) as "dressPct"`,
    [id, doneOn, tx.scope.userId],
  );
export async function putSettled(call: Call, batch: Batch): Promise<number> {
  const [row] = await call.tx.query<{ version: number }>(
    `update farm.slaughter_batch set status = 'settled', version = version + 1, updated_by = $2, updated_at = now()
     where id = $1 returning version`,
    [batch.id, call.actor.userId],
  );
  await stepOf(call, batch, 'settle', 'settled');
  return row?.version ?? 0;
}
export const stepOf = (call: Call, batch: Pick<Batch, 'id' | 'status'>, name: string, to: string): Promise<void> =>
  recordTransition(call.tx, call.actor, {
    entity: 'farm.slaughterBatch',
    entityId: batch.id,
    name,
    from: batch.status,
    to,
  });

export interface Booked {
  readonly principalId: number;
  readonly regionCode: number;
  readonly slaughterhouseId: number;
  readonly certNo: string;
  readonly vehicleNo: string | null;
  readonly priceMode: string;
  readonly on: string;
  readonly head: number;
  readonly liveKg: number;
}
export async function insertBooked(tx: Tx, one: Booked): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into farm.slaughter_batch (tenant_no, region_code, principal_id, slaughterhouse_id, doc_no, sent_on,
       quarantine_cert_no, vehicle_no, price_mode, head, live_kg, booked, status, received_at, created_by, updated_by)
     values ($1, $2, $3, $4, kit.doc_no('FS'), $5, $6, $7, $8, $9, $10, true, 'received', now(), $11, $11)
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      one.regionCode,
      one.principalId,
      one.slaughterhouseId,
      one.on,
      one.certNo,
      one.vehicleNo,
      one.priceMode,
      one.head,
      one.liveKg,
      tx.scope.userId,
    ],
  );
  if (!row) throw notFound();
  await openMoney(tx, { ...row, principalId: one.principalId, slaughterhouseId: one.slaughterhouseId });
  return row;
}
export const putChange = (tx: Tx, id: number, change: { changeId: number; docNo: string }): Promise<unknown> =>
  tx.query('update farm.slaughter_batch set change_id = $2, change_no = $3 where id = $1', [
    id,
    change.changeId,
    change.docNo,
  ]);

/** What a unit sent to slaughter, its survivor sent. */
export const reassignSeller = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query('update farm.slaughter_batch set principal_id = $2 where tenant_no = kit.tenant() and principal_id = $1', [
    from,
    to,
  ]);

export const slaughterBatchRoutes = (): Route[] => [
  ...serveResource(slaughterBatch)({
    expressions: {
      plantName: 'coalesce(registry.principal_name(t.slaughterhouse_id), t.plant_text)',
      farmName: 'registry.principal_name(t.principal_id)',
      dressPct: 'round(100 * t.carcass_kg / nullif(t.dressed_live_kg, 0), 2)',
    },
    before: {
      add: async (call, values) => {
        const principalId = farmOf(call, values.principalId);
        const more = await checkForm(call, values, principalId);
        const regionCode = await regionOfFarm(call.tx, principalId);
        return { principalId, regionCode, docNo: await docNo(call.tx, 'FS'), ...more };
      },
      edit: async (call, values, row) => checkForm(call, values, farmOf(call, row.principalId)),
      remove: async (call, row) => {
        farmOf(call, row.principalId);
        if (row.status !== 'draft') throw refusal('settled', 'farm.tradeRefusal.settled');
      },
      transition: async (call, move, row) => {
        farmOf(call, row.principalId);
        const certNo = (move.form?.quarantineCertNo as string | null | undefined) || row.quarantineCertNo;
        return { ...(await send(call, row.id, certNo)), quarantineCertNo: certNo };
      },
    },
    after: {
      add: async (call, id, values) => {
        const batch = await lockBatch(call.tx, id);
        await openMoney(call.tx, batch);
        await weighList(call, id, batch.principalId, values.lines);
      },
      edit: async (call, id, values) => {
        const batch = await lockBatch(call.tx, id);
        await openMoney(call.tx, batch);
        await weighList(call, id, batch.principalId, values.lines);
      },
    },
  }),
  ...serveResource(slaughterMoney)(),
];
