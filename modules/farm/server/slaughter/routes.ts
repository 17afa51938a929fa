import { forbidden, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { registerDue } from '#kit/server/due/due.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { priceAnimals } from '#modules/farm/contract/sale/price.ts';
import * as contract from '#modules/farm/contract/slaughter/slaughter.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import { costTotals } from '../cost/animal-costs.ts';
import { mustBeOpen } from '../cost/farm-month.ts';
import { mktPrice } from '../market/mkt-price.ts';
import { priceFrom, slaughterCalc } from '../sale/calc.ts';
import { judgeAnimals, regionOfFarm } from '../sale/judge.ts';
import { farmOf } from '../sale/own-farm.ts';
import { book, receive, report } from './plant.ts';
import {
  type Batch,
  batchSql,
  lockBatch,
  putSettled,
  sideOf,
  slaughterBatchRoutes,
  tagGapDue,
} from './slaughter-batch.ts';
import { isOdd, type LineRow, linesOfBatch, linesSql } from './slaughter-batch-line.ts';
import { askOf, type Money, moneyOf, moneySql, paidLines, putPrice, settleMoney } from './slaughter-money.ts';

async function sheet(call: Call<typeof contract.slaughterSheet>) {
  const { id } = call.query;
  const [[batch], lines, [money], [spent]] = await call.database.read<[Batch, LineRow, Money, { cost: number }]>(
    call.actor.scope,
    { text: batchSql, values: [id] },
    { text: linesSql, values: [id] },
    { text: moneySql, values: [id] },
    { text: 'select cost from farm.slaughter_cost where batch_id = $1', values: [id] },
  );
  if (!batch) throw notFound();
  const side = sideOf(call.actor.scope.principals, batch);
  const sees = side !== 'reader' && money && call.actor.actions.has('anm:money:view');
  const counted = paidLines(batch.priceMode, lines);
  const computed =
    sees && money.unitPrice && counted.length > 0 ? priceAnimals(askOf(batch.priceMode, money, counted)) : null;
  const parts = new Map(counted.map((one, at) => [one.animalId, computed?.parts[at] ?? null]));
  const { regionCode: _r, changeId: _c, principalId: _p, slaughterhouseId: _s, plantText: _t, ...told } = batch;
  return {
    ...told,
    side,
    isOutside: batch.slaughterhouseId === null,
    lines: lines.map((one) => ({
      ...one,
      isOdd: isOdd(one.species, one.dressPct),
      amount: parts.get(one.animalId) ?? null,
    })),
    money: sees
      ? {
          id: money.id,
          unitPrice: money.unitPrice,
          grades: [...money.grades],
          amount: money.settledOn ? money.amount : (computed?.cents ?? null),
          steps: [...(computed?.steps ?? [])].map((one) => ({ ...one, name: call.say(`farm.calc.${one.name}`) })),
          cost: spent?.cost ?? null,
          paid: money.paid,
          settledOn: money.settledOn,
          voucher: money.voucher,
        }
      : null,
  };
}

const readySql = `select f.animal_id as id from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
    join farm.cycle_scheme_stage s on s.id = f.stage_id
  where f.principal_id = $1 and f.status = 'live' and a.status = 'inStock' and f.purpose = 'fattening'
    and not exists (select 1 from farm.cycle_scheme_stage n where n.parent_id = s.parent_id and n.line_no > s.line_no)
  order by a.weight desc nulls last, a.id limit 200`;

const ready = (call: Call<typeof contract.slaughterReady>) => {
  const farmId = call.actor.scope.principals.length > 0 ? farmOf(call, call.query.principalId) : null;
  if (farmId === null) return Promise.resolve({ animals: [], price: null, priceOn: null });
  const sees = call.actor.actions.has('anm:money:view');
  return call.database.transaction(call.actor.scope, async (tx) => {
    const ids = (await tx.query<{ id: number }>(readySql, [farmId])).map((one) => one.id);
    const going = { kind: 'saleOut', purpose: 'slaughter' } as const;
    const animals = await judgeAnimals(call as unknown as Call, tx, farmId, ids, going);
    const price = await mktPrice(tx, 'fatCattle', await regionOfFarm(tx, farmId), today());
    const costs = sees ? await costTotals(tx, farmId, ids, today()) : new Map<number, number>();
    const { parts } = priceAnimals({ mode: 'live', unitCents: price?.price ?? 0, lines: animals });
    return {
      animals: animals.map((one, at) => ({
        ...one,
        cost: costs.get(one.animalId) ?? null,
        amount: sees && price && one.kg ? (parts[at] ?? null) : null,
      })),
      price: sees ? (price?.price ?? null) : null,
      priceOn: price?.on ?? null,
    };
  });
};

async function setPrice(call: Call<typeof contract.priceSlaughter>) {
  const { id, unitPrice, grades } = call.body;
  const batch = await lockBatch(call.tx, id);
  if (sideOf(call.actor.scope.principals, batch) === 'reader') throw forbidden();
  if (batch.status === 'settled') throw refusal('settled', 'farm.tradeRefusal.settled');
  if (new Set(grades.map((one) => one.grade)).size !== grades.length) throw refusal('twice', 'farm.tradeRefusal.twice');
  await putPrice(call.tx, id, unitPrice, grades);
  const money = await moneyOf(call.tx, id);
  const counted = paidLines(batch.priceMode, await linesOfBatch(call.tx, id));
  call.answer.msg = call.say('ok.saved');
  return { amount: money && counted.length > 0 ? priceAnimals(askOf(batch.priceMode, money, counted)).cents : null };
}

async function settle(call: Call<typeof contract.settleSlaughter>) {
  const { id, version, settledOn = today(), voucher = null } = call.body;
  const batch = await lockBatch(call.tx, id);
  farmOf(call, batch.principalId);
  if (batch.status === 'settled') throw refusal('settled', 'farm.tradeRefusal.settled');
  if (batch.status !== 'done') throw refusal('notReceived', 'farm.tradeRefusal.notReceived');
  if (batch.version !== version) throw staleVersion();
  await mustBeOpen(call.tx, batch.principalId, settledOn);
  const amount = await settleMoney(call.tx, batch, await linesOfBatch(call.tx, id), { settledOn, voucher });
  call.answer.msg = call.say('ok.done');
  return { amount, version: await putSettled(call as unknown as Call, batch) };
}

/** What the ledger says the sum was made of, computed anew. */
async function recompute(call: Call<typeof contract.recomputeSlaughter>) {
  const [[money], [calc]] = await call.database.read<[Money, { inputs: never }]>(
    call.actor.scope,
    { text: moneySql, values: [call.params.id] },
    {
      text: `select c.inputs from kit.calc c join farm.slaughter_money m on m.id = c.entity_id
        where c.kind = '${slaughterCalc}' and m.batch_id = $1 order by c.id desc limit 1`,
      values: [call.params.id],
    },
  );
  if (!money?.settledOn || !calc) throw notFound();
  const { cents } = priceFrom(calc.inputs);
  return { equal: cents === money.amount, stored: money.amount ?? 0, computed: cents };
}

/** R25: a tag of the list that nobody read within two days. */
async function tellGap(tx: Tx, id: number): Promise<void> {
  const [batch] = await tx.query<Batch>(batchSql, [id]);
  if (!batch || !['sent', 'received'].includes(batch.status)) return;
  const missing = (await linesOfBatch(tx, id)).filter((one) => !one.tagOk && one.outcome === 'pending');
  if (missing.length === 0) return;
  await openAlarm(tx, {
    kind: 'slaughterTagGap',
    dedupKey: `slaughterTagGap:${id}`,
    subject: { entity: 'farm.slaughterBatch', id, name: batch.docNo },
    regionCode: batch.regionCode,
    principalId: batch.principalId,
    supervisorId: batch.slaughterhouseId,
    args: { docNo: batch.docNo, n: missing.length, plant: batch.plantName, batchId: id, tag: missing[0]?.earTag ?? '' },
    evidence: { missing: missing.map((one) => one.earTag) },
  });
}
export const registerTagGap = (): void => registerDue(tagGapDue, (tx, { ref }) => tellGap(tx, Number(ref)));

export const slaughterRoutes = (): Route[] => [
  serve('farm', contract.slaughterSheet, sheet),
  serve('farm', contract.slaughterReady, ready),
  serve('farm', contract.priceSlaughter, setPrice),
  serve('farm', contract.receiveSlaughter, receive),
  serve('farm', contract.reportSlaughter, report),
  serve('farm', contract.settleSlaughter, settle),
  serve('farm', contract.bookSlaughter, book),
  serve('farm', contract.recomputeSlaughter, recompute),
  ...slaughterBatchRoutes(),
];
