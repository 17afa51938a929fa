import { forbidden, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { dropDue } from '#kit/server/due/due.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { tenGrams } from '#modules/farm/contract/sale/price.ts';
import type { bookSlaughter, receiveSlaughter, reportSlaughter } from '#modules/farm/contract/slaughter/slaughter.ts';
import { closeAlarm, notify } from '#modules/platform/server/index.ts';
import { acceptChange, animalsByTags, changeAnimals } from '#modules/registry/server/index.ts';
import { releaseHold, tradeSource } from '../sale/animal-hold.ts';
import { unitOf } from '../sale/own-farm.ts';
import {
  type Batch,
  insertBooked,
  lockBatch,
  putChange,
  putDone,
  putReceived,
  sideOf,
  stepOf,
  tagGapDue,
} from './slaughter-batch.ts';
import { addLines, dressOf, isOdd, type LineRow, linesOfBatch, markRead, putOutcomes } from './slaughter-batch-line.ts';

const system = <T>(tx: Tx, name: string, work: (all: Tx) => Promise<T>): Promise<T> =>
  inTenant(tx, tx.scope.tenantNo, name, work);

/** A number as the gate reads it: the ear tag of the list, or the chip of the same animal. */
async function readTags(tx: Tx, lines: readonly LineRow[], tags: readonly string[]) {
  const byTag = new Map(lines.map((one) => [one.earTag, one]));
  const ok: LineRow[] = [];
  const strange: string[] = [];
  for (const tag of new Set(tags)) {
    let line = byTag.get(tag);
    if (!line) {
      const [chip] = await system(tx, 'farm.readTags', (all) => animalsByTags(all, 'electronic', [tag]));
      line = lines.find((one) => one.animalId === chip?.animalId);
    }
    if (line) ok.push(line);
    else strange.push(tag);
  }
  return { ok, strange };
}

/** They change hands now: the first reading accepts the paper, what turns up later gets one of its own. */
async function takeOver(call: Call, batch: Batch, animalIds: readonly number[], penId: number | null): Promise<void> {
  const actor = call.actor.userId;
  const plantId = batch.slaughterhouseId as number;
  await system(call.tx, 'farm.receive', async (all) => {
    const [paper] = await all.query<{ status: string }>('select status from farm.change_head_seen where id = $1', [
      batch.changeId,
    ]);
    const waiting = await all.query<{ id: number }>(
      'select id from farm.animal_seen where id = any ($1) and principal_id <> $2 and status = $3',
      [animalIds, plantId, 'inStock'],
    );
    const ids = waiting.map((one) => one.id);
    if (ids.length === 0) return;
    if (paper?.status === 'submitted')
      await acceptChange(all, batch.changeId as number, { animalIds: ids, toPenId: penId, actor });
    else
      await changeAnimals(all, {
        changeType: 'handover',
        animalIds: ids,
        purpose: 'slaughter',
        toPrincipalId: plantId,
        toPenId: penId,
        quarantineCertNo: batch.quarantineCertNo,
        source: tradeSource,
        confirmedBy: plantId,
        byPrincipalId: batch.principalId,
        actor,
      });
  });
}

/** R25. */
export async function receive(call: Call<typeof receiveSlaughter>) {
  const { id, tags, penId = null } = call.body;
  const { tx } = call;
  const batch = await lockBatch(tx, id);
  if (sideOf(call.actor.scope.principals, batch) !== 'plant') throw forbidden();
  if (!['sent', 'received'].includes(batch.status)) throw refusal('notOnTheWay', 'farm.tradeRefusal.notOnTheWay');
  const lines = await linesOfBatch(tx, id);
  const { ok, strange } = await readTags(tx, lines, tags);
  if (ok.length === 0)
    throw refusal('notInBatch', 'farm.tradeRefusal.notInBatch', { tag: strange[0] ?? '' }, { strange });
  const fresh = ok.filter((one) => !one.tagOk && one.outcome === 'pending');
  if (fresh.length > 0)
    await takeOver(
      call as unknown as Call,
      batch,
      fresh.map((one) => one.animalId),
      penId,
    );
  await markRead(
    tx,
    id,
    ok.map((one) => one.animalId),
  );
  const read = new Set(ok.map((one) => one.animalId));
  const missing = lines.filter((one) => !one.tagOk && !read.has(one.animalId));
  const all = [...new Set([...batch.strangeTags, ...strange])];
  const version = await putReceived(tx, id, { mismatches: missing.length + all.length, strange: all });
  if (missing.length === 0) {
    await dropDue(tx, tagGapDue, String(id));
    await closeAlarm(tx, `slaughterTagGap:${id}`);
  }
  if (batch.status === 'sent') await stepOf(call as unknown as Call, batch, 'receive', 'received');
  call.answer.msg = call.say('ok.saved');
  return { ok: ok.map((one) => one.earTag), missing: missing.map((one) => one.earTag), strange, version };
}

/** What became of each, carcass by carcass; the animals leave the register with it. */
export async function report(call: Call<typeof reportSlaughter>) {
  const { id, lines: given, doneOn = today() } = call.body;
  const { tx } = call;
  const batch = await lockBatch(tx, id);
  const side = sideOf(call.actor.scope.principals, batch);
  const isOutside = batch.slaughterhouseId === null;
  // A plant outside the tenant has nobody here: the farm writes down what it is told.
  if (side !== (isOutside ? 'farm' : 'plant')) throw forbidden();
  if (batch.status !== (isOutside ? 'sent' : 'received')) throw refusal('notReceived', 'farm.tradeRefusal.notReceived');
  const lines = await linesOfBatch(tx, id);
  const here = lines.filter((one) => isOutside || one.tagOk);
  const told = new Map(given.map((one) => [one.animalId, one]));
  const silent = here.find((one) => !told.has(one.animalId));
  const strange = given.find((one) => !here.some((line) => line.animalId === one.animalId));
  if (silent) throw refusal('notAllTold', 'farm.tradeRefusal.notAllTold', { tag: silent.earTag });
  if (strange) throw refusal('notInBatch', 'farm.tradeRefusal.notInBatch', { tag: '' });
  if (isOutside && given.some((one) => one.outcome === 'returned'))
    throw refusal('notReturned', 'farm.tradeRefusal.notReturned');
  const rows = here.map((line) => {
    const { outcome, carcassKg = null, grade = null, oddConfirmed } = told.get(line.animalId) as (typeof given)[number];
    if (outcome === 'slaughtered' && !carcassKg)
      throw invalid([{ field: 'carcassKg', key: 'error.field.required', args: { tag: line.earTag } }]);
    const dressPct = outcome === 'slaughtered' ? dressOf(line.liveKg, carcassKg) : null;
    return { ...line, outcome, carcassKg, grade: grade || null, oddConfirmed, dressPct };
  });
  const flags = rows
    .filter((one) => isOdd(one.species, one.dressPct) && !one.oddConfirmed)
    .map(({ animalId, earTag, dressPct }) => ({ animalId, earTag, dressPct: dressPct ?? 0 }));
  if (flags.length > 0) {
    const [first] = flags;
    throw refusal(
      'oddDressing',
      'farm.tradeRefusal.oddDressing',
      { tag: first?.earTag ?? '', pct: first?.dressPct ?? 0 },
      { flags },
    );
  }
  await putOutcomes(tx, id, [
    ...rows,
    // Never arrived: they stand on the farm as before.
    ...lines
      .filter((one) => !here.includes(one))
      .map((one) => ({
        ...one,
        outcome: 'returned',
        carcassKg: null,
        dressPct: null,
        grade: null,
        oddConfirmed: false,
      })),
  ]);
  if (!isOutside) await leave(call as unknown as Call, batch, rows, doneOn);
  await releaseHold(tx, { kind: 'slaughter', docId: id });
  const [done] = await putDone(tx, id, doneOn);
  await dropDue(tx, tagGapDue, String(id));
  await closeAlarm(tx, `slaughterTagGap:${id}`);
  await stepOf(call as unknown as Call, batch, 'report', 'done');
  call.answer.msg = call.say('ok.saved');
  return { status: 'done', dressPct: done?.dressPct ?? null, flags };
}

async function leave(
  call: Call,
  batch: Batch,
  rows: readonly { animalId: number; outcome: string; carcassKg: number | null }[],
  on: string,
) {
  const plantId = batch.slaughterhouseId as number;
  const idsOf = (...outcomes: string[]) =>
    rows.filter((one) => outcomes.includes(one.outcome)).map((one) => one.animalId);
  const common = { happenedOn: on, source: tradeSource, actor: call.actor.userId, byPrincipalId: plantId };
  await system(call.tx, 'farm.slaughter', async (all) => {
    const killed = idsOf('slaughtered', 'condemned');
    if (killed.length > 0)
      await changeAnimals(all, { ...common, changeType: 'slaughter', animalIds: killed, confirmedBy: plantId });
    const dead = idsOf('dead');
    if (dead.length > 0)
      await changeAnimals(all, {
        ...common,
        changeType: 'death',
        animalIds: dead,
        cause: 'unknown',
        confirmedBy: plantId,
      });
    const back = idsOf('returned');
    if (back.length > 0)
      await changeAnimals(all, {
        ...common,
        changeType: 'handover',
        animalIds: back,
        purpose: 'returned',
        toPrincipalId: batch.principalId,
        confirmedBy: batch.principalId,
      });
  });
}

/** A household brought its animals without a list: the plant writes it, with the same guards asked. */
export async function book(call: Call<typeof bookSlaughter>) {
  const { sellerId, tags, kg = [], quarantineCertNo, vehicleNo = null, priceMode, penId = null } = call.body;
  const { tx } = call;
  const [plantId] = call.actor.scope.principals;
  if (plantId === undefined) throw forbidden();
  const plant = await unitOf(tx, plantId, 'plant');
  if (plant.type !== 'slaughterhouse') throw forbidden();
  if (new Set(tags).size !== tags.length) throw refusal('twice', 'farm.tradeRefusal.twice');
  const seller = await unitOf(tx, sellerId, 'sellerId');
  const found = await system(tx, 'farm.book', (all) => animalsByTags(all, 'ear', tags));
  const own = new Map(found.filter((one) => one.principalId === sellerId).map((one) => [one.tag, one]));
  const strange = tags.filter((tag) => !own.has(tag));
  if (strange.length > 0)
    throw refusal('notTheirs', 'farm.tradeRefusal.notTheirs', { tag: strange[0] ?? '' }, { strange });
  const lines = tags.map((tag, at) => {
    const one = own.get(tag);
    if (!one) throw notFound();
    return { animalId: one.animalId, earTag: one.earTag, species: one.species, kg: kg[at] ?? null };
  });
  const batch = await insertBooked(tx, {
    principalId: sellerId,
    regionCode: seller.regionCode,
    slaughterhouseId: plantId,
    certNo: quarantineCertNo,
    vehicleNo,
    priceMode,
    on: today(),
    head: lines.length,
    liveKg: lines.reduce((sum, one) => sum + tenGrams(one.kg), 0) / 100,
  });
  await addLines(tx, batch.id, lines);
  const ids = lines.map((one) => one.animalId).sort((a, b) => a - b);
  const change = await system(tx, 'farm.book', async (all) => {
    const open = await all.query<{ changeId: number; docNo: string; animalId: number }>(
      `select change_id as "changeId", doc_no as "docNo", animal_id as "animalId" from farm.change_seen
       where tenant_no = kit.tenant() and change_type = 'handover' and status = 'submitted' and to_principal_id = $1
         and animal_id = any ($2)`,
      [plantId, ids],
    );
    const [first] = open;
    // The holder has told the register already: this is the acceptance.
    if (first && open.length === ids.length && open.every((one) => one.changeId === first.changeId))
      return acceptChange(all, first.changeId, { animalIds: ids, toPenId: penId, actor: call.actor.userId });
    return changeAnimals(all, {
      changeType: 'handover',
      animalIds: ids,
      purpose: 'slaughter',
      toPrincipalId: plantId,
      toPenId: penId,
      quarantineCertNo,
      vehicleNo,
      confirmedBy: plantId,
      byPrincipalId: sellerId,
      actor: call.actor.userId,
    });
  });
  await putChange(tx, batch.id, change);
  const users = await system(tx, 'farm.book', (all) =>
    all.query<{ id: number }>(
      'select id from platform.user_view where tenant_no = kit.tenant() and principal_id = $1',
      [sellerId],
    ),
  );
  if (users.length > 0)
    await system(tx, 'farm.book', (all) =>
      notify(all, {
        userIds: users.map((one) => one.id),
        type: 'notice',
        title: { key: 'farm.tradeNotice.booked', args: { plant: plant.name, n: lines.length } },
        content: {
          key: 'farm.tradeNotice.bookedText',
          args: { plant: plant.name, n: lines.length, docNo: batch.docNo },
        },
        linkPath: `/anm/animal/slaughter?id=${batch.id}`,
        farmId: sellerId,
      }),
    );
  await stepOf(call as unknown as Call, { id: batch.id, status: 'draft' }, 'book', 'received');
  call.answer.msg = call.say('ok.saved');
  return { id: batch.id, docNo: batch.docNo, head: lines.length };
}

/**
 * Another module's scan at the plant's gate is this batch's receiving: nobody scans twice. Who took the animals over is that module's business.
 * Answers the number of the batch, null where no batch waits for this certificate.
 */
export async function markArrived(
  tx: Tx,
  { certificateNo, animalIds }: { certificateNo: string; animalIds: readonly number[]; penId?: number | null },
): Promise<string | null> {
  const [found] = await tx.query<{ id: number }>(
    `select b.id from farm.slaughter_batch b where b.tenant_no = kit.tenant() and b.quarantine_cert_no = $1
       and b.status in ('sent', 'received') and exists (select 1 from farm.slaughter_batch_line l
         where l.parent_id = b.id and l.animal_id = any ($2)) order by b.id limit 1`,
    [certificateNo, animalIds],
  );
  if (!found) return null;
  const batch = await lockBatch(tx, found.id);
  await markRead(tx, batch.id, animalIds);
  const missing = (await linesOfBatch(tx, batch.id)).filter((one) => !one.tagOk);
  await putReceived(tx, batch.id, {
    mismatches: missing.length + batch.strangeTags.length,
    strange: batch.strangeTags,
  });
  return batch.docNo;
}
