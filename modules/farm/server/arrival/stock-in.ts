import { invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/farm/contract/arrival/stock-in.ts';
import {
  acceptChange,
  animalsByTags,
  changeAnimals,
  configOf,
  readmitAnimals,
  registerAnimals,
} from '#modules/registry/server/index.ts';
import { dayNow } from '../common/sql.ts';
import { postFarmWeights } from '../common/weights.ts';
import { staffOf } from '../farm-of.ts';
import { isolate } from '../herd/farm-animal.ts';
import type { Batch } from './batch.ts';
import { checksOf } from './checks.ts';
import { writeEntryCosts } from './farm-animal-money.ts';
import { type ArrivedAnimal, arrivedOf, insertArrived, markOutcome } from './stock-in-animal.ts';
import { writePaid } from './stock-in-money.ts';

export async function batchOf(tx: Tx, id: number, version?: number): Promise<Batch> {
  const [row] = await tx.query<Batch>(
    `select id, version, doc_no as "docNo", status, principal_id as "principalId", region_code as "regionCode",
      kind, head,
       bought_kg::float8 as "boughtKg", species, breed, isolation_pen_id as "isolationPenId",
       to_char(isolate_until, 'YYYY-MM-DD') as "isolateUntil", origin_region_code as "originRegionCode",
       quarantine_cert_no as "quarantineCertNo", from_principal_id as "fromPrincipalId", seller_name as "sellerName",
       coalesce(buyer_id, created_by) as "buyerId"
     from farm.stock_in where id = $1${version === undefined ? '' : ' for update'}`,
    [id],
  );
  if (!row) throw notFound();
  if (version !== undefined && row.version !== version) throw staleVersion();
  return row;
}

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const countyOf = (region: number) => Math.floor(region / 1e6);

/** Those the registry knows come by the seller's handover, or come back; the others are registered as bought. */
async function takeIn(call: Call<typeof contract.arriveStock>, batch: Batch) {
  const { lines, arrivedOn } = call.body;
  const tags = lines.map((line) => line.tag);
  if (new Set(tags).size !== tags.length) throw invalid([{ field: 'lines', key: 'farm.stockIn.tagTwice' }]);
  const found = new Map((await animalsByTags(call.tx, 'ear', tags)).map((one) => [one.tag, one]));
  const arrived: ArrivedAnimal[] = [];
  const cert = call.body.quarantineCertNo ?? batch.quarantineCertNo;
  const known = lines.filter((line) => found.has(line.tag));
  for (const line of known) {
    const animal = found.get(line.tag) as NonNullable<ReturnType<typeof found.get>>;
    if (animal.status !== 'inStock')
      await readmitAnimals(call.tx, {
        animalIds: [animal.animalId],
        principalId: batch.principalId,
        penId: batch.isolationPenId,
        facts: { on: arrivedOn, quarantineCertNo: cert ?? undefined },
        source: 'farm',
      });
    else if (animal.principalId !== batch.principalId) {
      const [change] = await call.tx.query<{ id: number }>(
        `select change_id as id from farm.change_seen where animal_id = $1 and to_principal_id = $2
           and change_type = 'handover' and status = 'submitted' limit 1`,
        [animal.animalId, batch.principalId],
      );
      if (!change) throw refusal('noHandover', 'farm.stockIn.noHandover', { tag: line.tag });
      await acceptChange(call.tx, change.id, { animalIds: [animal.animalId], toPenId: batch.isolationPenId });
    }
    arrived.push({ animalId: animal.animalId, earTag: line.tag, kg: line.kg ?? null, known: true });
  }
  const fresh = lines.filter((line) => !found.has(line.tag));
  let entryDocNo: string | null = null;
  if (fresh.length > 0) {
    const made = await registerAnimals(call.tx, {
      entryKind: 'bought',
      principalId: batch.principalId,
      penId: batch.isolationPenId,
      wornOn: arrivedOn,
      staffId: await staffOf(call.tx, batch.principalId),
      originRegionCode: batch.originRegionCode ?? undefined,
      quarantineCertNo: cert ?? undefined,
      sellerName: batch.sellerName,
      requestId: `farm.stockIn:${batch.id}`,
      animals: fresh.map((line) => ({
        tag: line.tag,
        species: batch.species,
        breed: batch.breed,
        sex: line.sex,
        birthDate: line.birthDate ?? plusDays(arrivedOn, -300),
      })),
      source: 'farm',
    });
    entryDocNo = made.docNo;
    const byTag = new Map(
      (
        await animalsByTags(
          call.tx,
          'ear',
          fresh.map((line) => line.tag),
        )
      ).map((one) => [one.tag, one.animalId]),
    );
    for (const line of fresh)
      arrived.push({ animalId: byTag.get(line.tag) as number, earTag: line.tag, kg: line.kg ?? null, known: false });
  }
  return { arrived, entryDocNo, registered: fresh.length, accepted: known.length };
}

async function arrive(call: Call<typeof contract.arriveStock>) {
  const { id, version, arrivedOn, lines, reason } = call.body;
  const batch = await batchOf(call.tx, id, version);
  if (batch.status !== 'draft') throw refusal('arrived', 'farm.stockIn.arrived');
  const cert = call.body.quarantineCertNo ?? batch.quarantineCertNo;
  // R18: from another county not without paper and origin.
  if (
    batch.kind === 'bought' &&
    batch.originRegionCode &&
    countyOf(batch.originRegionCode) !== countyOf(batch.regionCode) &&
    !cert
  )
    throw refusal('needCertificate', 'farm.stockIn.needCertificate');
  if (batch.kind === 'bought' && !batch.originRegionCode)
    throw invalid([{ field: 'originRegionCode', key: 'error.field.required' }]);
  if (lines.length !== batch.head && !reason)
    throw refusal('headDiffers', 'farm.stockIn.headDiffers', { n: lines.length, head: batch.head });
  const { arrived, ...done } = await takeIn(call, batch);
  const days = Number(await configOf(call.tx, batch.principalId, 'farm_isolate_days'));
  const isolateUntil = plusDays(arrivedOn, days);
  const kg = arrived.reduce((sum, one) => sum + Math.round((one.kg ?? 0) * 100), 0) / 100;
  // R19.
  const shrinkPct = batch.boughtKg && kg > 0 ? Math.round((1 - kg / batch.boughtKg) * 10_000) / 100 : null;
  await insertArrived(call.tx, id, arrived);
  await isolate(
    call.tx,
    arrived.map((one) => one.animalId),
    { until: isolateUntil, stockInId: id },
  );
  await postFarmWeights(call.tx, {
    principalId: batch.principalId,
    regionCode: batch.regionCode,
    species: batch.species,
    purpose: 'entry',
    on: arrivedOn,
    records: arrived.flatMap((one) => (one.kg ? [{ earTag: one.earTag, kg: one.kg }] : [])),
  });
  if (call.body.unitPrice !== undefined) {
    const amount = await writePaid(call.tx, {
      stockInId: id,
      principalId: batch.principalId,
      mode: call.body.priceMode ?? 'live',
      unitCents: call.body.unitPrice,
      freightCents: call.body.freight ?? 0,
      head: arrived.length,
      kg: batch.boughtKg ?? kg,
    });
    await writeEntryCosts(call.tx, batch.principalId, amount, arrived);
  }
  await call.tx.query(
    `update farm.stock_in set status = 'isolating', arrived_on = $2, arrived_head = $3, arrived_kg = $4,
      shrink_pct = $5,
       isolate_until = $6, quarantine_cert_no = $7, buyer_id = $8, version = version + 1, updated_by = $8,
       updated_at = now(), remark = concat_ws(' ', remark, $9::text) where id = $1`,
    [id, arrivedOn, arrived.length, kg || null, shrinkPct, isolateUntil, cert, call.actor.userId, reason ?? null],
  );
  return { version: version + 1, ...done, shrinkPct, shrinkHigh: (shrinkPct ?? 0) > 8, isolateUntil };
}

/** R21, D6: every check a fact; not by who bought, not before the later of both days, not while the flag is up. */
async function release(call: Call<typeof contract.releaseStock>) {
  const { id, version, scannedTags, toPenId } = call.body;
  const batch = await batchOf(call.tx, id, version);
  if (batch.status !== 'isolating') throw refusal('notIsolating', 'farm.stockIn.notIsolating');
  if (batch.buyerId === call.actor.userId) throw refusal('samePerson', 'farm.refused.samePerson');
  const checks = await checksOf(call.tx, call, batch, scannedTags);
  const open = checks.find((one) => !one.done);
  if (open)
    throw refusal(open.item === 'isolation' ? 'isolating' : 'checksOpen', 'farm.stockIn.checkOpen', {
      item: `@farm.stockIn.check_${open.item}`,
      fact: open.fact,
    });
  const standing = await call.tx.query<{ animalId: number }>(
    `select f.animal_id as "animalId" from farm.stock_in_animal x join farm.farm_animal f on f.animal_id = x.animal_id
       and f.status = 'live' and f.principal_id = $2 where x.stock_in_id = $1 and x.outcome in ('ok', 'sick')`,
    [id, batch.principalId],
  );
  const animalIds = standing.map((one) => one.animalId);
  await isolate(call.tx, animalIds, { until: null, stockInId: id });
  const moved =
    animalIds.length > 0
      ? await changeAnimals(call.tx, { changeType: 'penMove', animalIds, toPenId, source: 'farm' })
      : null;
  await call.tx.query(
    `update farm.stock_in set status = 'released', released_by = $2, released_on = $3, checks = $4,
       version = version + 1, updated_by = $2, updated_at = now() where id = $1`,
    [id, call.actor.userId, today(), JSON.stringify(checks)],
  );
  return { version: version + 1, moved: animalIds.length, docNo: moved?.docNo ?? null };
}

async function fail(call: Call<typeof contract.failStock>) {
  const { id, version, animalId, outcome, reason } = call.body;
  const batch = await batchOf(call.tx, id, version);
  if (batch.status !== 'isolating') throw refusal('notIsolating', 'farm.stockIn.notIsolating');
  if (!(await markOutcome(call.tx, id, animalId, outcome, reason))) throw notFound();
  let docNo: string | null = null;
  if (outcome === 'dead')
    ({ docNo } = await changeAnimals(call.tx, {
      changeType: 'death',
      animalIds: [animalId],
      cause: 'disease',
      remark: reason,
      source: 'farm',
    }));
  if (outcome === 'returned') {
    const back = batch.fromPrincipalId
      ? { changeType: 'handover', toPrincipalId: batch.fromPrincipalId, purpose: 'returned' }
      : null;
    if (!back) throw refusal('noSeller', 'farm.stockIn.noSeller');
    ({ docNo } = await changeAnimals(call.tx, { ...back, animalIds: [animalId], remark: reason, source: 'farm' }));
  }
  await call.tx.query(
    `update farm.stock_in set dead = dead + $2, version = version + 1, updated_by = $3,
      updated_at = now() where id = $1`,
    [id, outcome === 'dead' ? 1 : 0, call.actor.userId],
  );
  return { version: version + 1, docNo };
}

export const arrivalRoutes = (): Route[] => [
  ...serveResource(contract.stockIn)({
    expressions: {
      daysLeft: `case when t.status = 'isolating' then greatest(0, t.isolate_until - ${dayNow}) end`,
      sick: `(select count(*)::int from farm.stock_in_animal x where x.tenant_no = t.tenant_no and x.stock_in_id = t.id
        and exists (select 1 from farm.case_seen c where c.tenant_no = x.tenant_no and c.animal_id = x.animal_id
          and c.id = c.case_id and c.result = 'ongoing'))`,
    },
    before: {
      add: async (call, values) => {
        await mustIsolate(call.tx, values.isolationPenId, values.principalId);
        const [number] = await call.tx.query<{ no: string }>(`select kit.doc_no('FI') as no`);
        return { docNo: number?.no };
      },
      edit: async (call, values, row) => {
        await mustIsolate(call.tx, values.isolationPenId, row.principalId);
        return undefined;
      },
    },
  }),
  serve('farm', contract.arriveStock, arrive),
  serve('farm', contract.stockInChecks, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const batch = await batchOf(tx, call.params.id);
      const animals = await arrivedOf(tx, batch.id);
      return {
        version: batch.version,
        checks: batch.status === 'draft' ? [] : await checksOf(tx, call, batch, []),
        animals,
      };
    }),
  ),
  serve('farm', contract.releaseStock, release),
  serve('farm', contract.failStock, fail),
];

async function mustIsolate(tx: Tx, penId: number, principalId: number): Promise<void> {
  const [pen] = await tx.query<{ kind: string }>('select kind from farm.pen_seen where id = $1 and principal_id = $2', [
    penId,
    principalId,
  ]);
  if (pen?.kind !== 'isolation') throw invalid([{ field: 'isolationPenId', key: 'farm.stockIn.notIsolation' }]);
}
