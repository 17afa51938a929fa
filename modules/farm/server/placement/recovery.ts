import { notFound, refusal } from '#kit/contract/errors.ts';
import { formatCents, sumCents } from '#kit/contract/money.ts';
import { type CalcInputs, recordCalc, registerCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import {
  quoteRecovery,
  type RecoveryRow,
  recomputeRecovery,
  recovery,
} from '#modules/farm/contract/placement/recovery.ts';
import { type SettleAsk, settlePlacement, type TakenBack } from '#modules/farm/contract/placement/settle.ts';
import { tenGrams } from '#modules/farm/contract/sale/price.ts';
import { changeAnimals, setOwner } from '#modules/registry/server/index.ts';
import { mustBeOpen } from '../cost/farm-month.ts';
import { mktPrice } from '../market/mkt-price.ts';
import { releaseHold, tradeSource } from '../sale/animal-hold.ts';
import { weighByHand } from '../sale/judge.ts';
import { docNo, farmOf, unitOf } from '../sale/own-farm.ts';
import { closeIfDone, lockPlacement, type Placement, placementSource, placementSql } from './placement.ts';
import { closePlaced, type Placed, placedOf } from './placement-animal.ts';
import { claimLines, type RecoveryLine, recoveryLines } from './recovery-line.ts';

export const recoveryCalc = 'farmRecovery';

const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000));

/** What was given in advance and not taken back yet; the deposit goes back with the last animal. */
async function openAmounts(tx: Pick<Tx, 'query'>, one: Placement, exceptId: number | null, taken: readonly number[]) {
  const [before] = await tx.query<{ advance: number }>(
    `select coalesce(sum(advance_back), 0)::bigint as advance from farm.recovery
     where placement_id = $1 and id is distinct from $2 and status not in ('draft', 'disputed')`,
    [one.id, exceptId],
  );
  const [rest] = await tx.query<{ n: number }>(
    `select count(*)::int as n from farm.placement_animal p where p.parent_id = $1 and p.is_open
       and not p.animal_id = any ($2)
       and not exists (select 1 from farm.recovery_line l where l.placement_id = p.parent_id
         and l.animal_id = p.animal_id and l.parent_id is distinct from $3)`,
    [one.id, taken, exceptId],
  );
  const given = sumCents(one.advances.map((advance) => advance.amount));
  return { advanceBack: Math.max(0, given - (before?.advance ?? 0)), depositBack: rest?.n === 0 ? one.deposit : 0 };
}

/** R28: everything the settlement is made of, in whole numbers. */
async function askOf(
  tx: Tx,
  one: Placement,
  placed: ReadonlyMap<number, Placed>,
  lines: readonly RecoveryLine[],
  on: string,
  exceptId: number | null,
): Promise<SettleAsk> {
  const owner = await unitOf(tx, one.principalId, 'principalId');
  const price =
    one.mode === 'buyBack' ? await mktPrice(tx, one.marketProduct ?? 'fatCattle', owner.regionCode, on) : null;
  const amounts = await openAmounts(
    tx,
    one,
    exceptId,
    lines.map((line) => line.animalId),
  );
  const { mode, dayFee, gainPrice, calfValue, floorPrice, marketMargin, faultPct } = one;
  return {
    terms: { mode, dayFee, gainPrice, calfValue, floorPrice, marketMargin, faultPct },
    lines: lines.map((line): TakenBack => {
      const was = placed.get(line.animalId);
      if (!was?.isOpen) throw refusal('notPlaced', 'farm.tradeRefusal.notPlaced');
      return {
        outcome: line.outcome,
        fault: line.fault,
        inKg: was.inKg,
        outKg: line.outKg,
        days: daysBetween(was.inOn ?? one.fromOn, was.outOn ?? on),
        calves: line.calves,
        inValue: was.inValue,
      };
    }),
    marketPrice: price?.price ?? null,
    ...amounts,
  };
}
const inputsOf = (ask: SettleAsk): CalcInputs => ({
  terms: { ...ask.terms },
  marketPrice: ask.marketPrice,
  advanceBack: ask.advanceBack,
  depositBack: ask.depositBack,
  lines: ask.lines.map((one) => ({
    ...one,
    inKg: one.inKg === null ? null : tenGrams(one.inKg),
    outKg: one.outKg === null ? null : tenGrams(one.outKg),
  })),
});
function settleFrom(inputs: CalcInputs) {
  const ask = inputs as unknown as SettleAsk;
  const kg = (units: number | null) => (units === null ? null : units / 100);
  const { net, steps } = settlePlacement({
    ...ask,
    lines: ask.lines.map((one) => ({ ...one, inKg: kg(one.inKg), outKg: kg(one.outKg) })),
  });
  return { cents: net, steps };
}
export const registerRecoveryCalc = (): void =>
  registerCalc(recoveryCalc, {
    versions: [settleFrom],
    entity: 'farm.recovery',
    stored: (tx, after, most) =>
      tx.query(
        `select id, net as cents from farm.recovery where tenant_no = kit.tenant() and id > $1
           and status in ('weighed', 'confirmed', 'taken', 'settled') order by id limit $2`,
        [after, most],
      ),
  });

const placedMap = async (tx: Pick<Tx, 'query'>, id: number) =>
  new Map((await placedOf(tx, id)).map((one) => [one.animalId, one]));

/** The owner weighs, also a second time when the keeper disputes; the settlement follows from the weights. */
async function weigh(call: Call, row: RecoveryRow) {
  const { tx } = call;
  const one = await lockPlacement(tx, row.placementId);
  farmOf(call, one.principalId);
  await mustBeOpen(tx, one.principalId, row.weighedOn);
  const lines = await recoveryLines(tx, row.id);
  const placed = await placedMap(tx, one.id);
  const ask = await askOf(tx, one, placed, lines, row.weighedOn, row.id);
  const holder = await unitOf(tx, one.holderId, 'holderId');
  const weighed = lines.flatMap((line) =>
    line.outcome === 'recovered' && line.outKg ? [{ animalId: line.animalId, kg: line.outKg }] : [],
  );
  // Weighed where they stand: the session is the keeper's, the paper is the owner's.
  await inTenant(tx, tx.scope.tenantNo, 'farm.recovery', (all) =>
    weighByHand(all, { principalId: holder.id, regionCode: holder.regionCode }, 'recovery', weighed, row.docNo),
  );
  await claimLines(tx, row.id, one.id);
  const { earned, deductions } = settlePlacement(ask);
  const inputs = inputsOf(ask);
  const { cents } = await recordCalc(tx, {
    kind: recoveryCalc,
    id: row.id,
    rule: { ref: `farm.placement:${one.docNo}`, content: { ...ask.terms } },
    inputs,
  });
  await tx.query('update farm.recovery set inputs = $2, weighings = weighings + 1 where id = $1', [
    row.id,
    JSON.stringify(inputs),
  ]);
  const sum = (kg: readonly (number | null)[]) => kg.reduce<number>((all, own) => all + tenGrams(own), 0) / 100;
  return {
    head: lines.length,
    inKg: sum(lines.map((line) => placed.get(line.animalId)?.inKg ?? null)),
    outKg: sum(lines.map((line) => line.outKg)),
    earned,
    deductions,
    advanceBack: ask.advanceBack,
    depositBack: ask.depositBack,
    net: cents,
  };
}

/** The animals go home: the register hands them back, and they are nobody's but their owner's again. */
async function take(call: Call, row: RecoveryRow, toPenId: number | null): Promise<void> {
  const { tx } = call;
  const one = await lockPlacement(tx, row.placementId);
  farmOf(call, one.principalId);
  const lines = await recoveryLines(tx, row.id);
  const home = lines.filter((line) => line.outcome === 'recovered').map((line) => line.animalId);
  const bought = lines.filter((line) => line.outcome === 'boughtByHolder').map((line) => line.animalId);
  await inTenant(tx, tx.scope.tenantNo, 'farm.take', async (all) => {
    if (home.length > 0) {
      const change = await changeAnimals(all, {
        changeType: 'handover',
        animalIds: home,
        purpose: 'returned',
        toPrincipalId: one.principalId,
        toPenId,
        confirmedBy: one.principalId,
        byPrincipalId: one.principalId,
        source: tradeSource,
        actor: call.actor.userId,
      });
      await all.query('update farm.recovery set change_id = $2 where id = $1', [row.id, change.changeId]);
    }
    const back = [...home, ...bought].sort((a, b) => a - b);
    if (back.length > 0) await setOwner(all, back, null, placementSource(one.id));
  });
  const ids = lines.map((line) => line.animalId);
  await releaseHold(tx, { kind: 'placement', docId: one.id, animalIds: ids });
  await closePlaced(
    tx,
    one.id,
    lines.map((line) => ({ ...line, outOn: row.weighedOn })),
  );
}

async function checkLines(call: Call, placementId: number, lines: readonly { animalId: number }[]) {
  const one = await lockPlacement(call.tx, placementId);
  farmOf(call, one.principalId);
  if (!['active', 'closing'].includes(one.status)) throw refusal('notPlaced', 'farm.tradeRefusal.notPlaced');
  const ids = lines.map((line) => line.animalId);
  if (new Set(ids).size !== ids.length) throw refusal('twice', 'farm.tradeRefusal.twice');
  const placed = await placedMap(call.tx, placementId);
  if (ids.some((id) => !placed.get(id)?.isOpen)) throw refusal('notPlaced', 'farm.tradeRefusal.notPlaced');
  const inKg = ids.reduce((sum, id) => sum + tenGrams(placed.get(id)?.inKg), 0) / 100;
  return { one, derived: { head: ids.length, inKg } };
}

/** The keeper's own word. */
const holderVerbs = new Set(['confirm', 'dispute']);

export const recoveryRoutes = (): Route[] => [
  serve('farm', quoteRecovery, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { placementId, weighedOn = today() } = call.body;
      const [one] = await tx.query<Placement>(placementSql, [placementId]);
      if (!one) throw notFound();
      const lines = call.body.lines.map((line) => ({ ...line, outKg: line.outKg ?? null }));
      const ask = await askOf(tx, one, await placedMap(tx, placementId), lines, weighedOn, null);
      const { steps, ...told } = settlePlacement(ask);
      const named = steps.map((step) => ({ ...step, name: call.say(`farm.calc.${step.name}`) }));
      const formulaText = named.map((step) => `${step.name} ${step.how} = ${formatCents(step.cents)}`).join('; ');
      return { ...told, steps: named, formulaText };
    }),
  ),
  serve('farm', recomputeRecovery, async (call) => {
    const [[row]] = await call.database.read<[{ inputs: CalcInputs; net: number; version: number; status: string }]>(
      call.actor.scope,
      { text: 'select inputs, net, version, status from farm.recovery where id = $1', values: [call.params.id] },
    );
    if (!row || row.status === 'draft') throw notFound();
    const { cents } = settleFrom(row.inputs);
    return { equal: cents === row.net, stored: row.net, computed: cents, version: row.version };
  }),
  ...serveResource(recovery)({
    expressions: {
      ownerName: 'registry.principal_name(t.principal_id)',
      holderName: 'registry.principal_name(t.holder_id)',
      mode: '(select p.mode from farm.placement p where p.id = t.placement_id)',
      confirmedByName: '(select u.nickname from platform.user_view u where u.id = t.confirmed_by)',
    },
    before: {
      add: async (call, values) => {
        const { one, derived } = await checkLines(call, values.placementId, values.lines);
        return { principalId: one.principalId, holderId: one.holderId, docNo: await docNo(call.tx, 'FR'), ...derived };
      },
      edit: async (call, values, row) => (await checkLines(call, row.placementId, values.lines)).derived,
      remove: async (call, row) => {
        farmOf(call, row.principalId);
        if (row.status !== 'draft') throw refusal('settled', 'farm.tradeRefusal.settled');
      },
      transition: async (call, move, row) => {
        if (move.name === 'weigh') return weigh(call, row);
        if (move.name === 'confirm') return { confirmedAt: new Date().toISOString(), confirmedBy: call.actor.userId };
        if (move.name === 'dispute') return { disputeReason: move.remark };
        if (move.name === 'take') await take(call, row, (move.form?.toPenId as number | null | undefined) ?? null);
        if (move.name === 'settle') {
          farmOf(call, row.principalId);
          await mustBeOpen(call.tx, row.principalId, String(move.form?.paidOn));
        }
        return undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        if (move.name !== 'settle') return;
        const [row] = await call.tx.query<{ id: number }>(
          'select placement_id as id from farm.recovery where id = $1',
          [move.id],
        );
        if (row) await closeIfDone(call.tx, row.id);
      },
    },
    can: (row, verb, actor) => {
      const { principals } = actor.scope;
      if (verb === 'detail') return true;
      return principals.includes(holderVerbs.has(verb) ? row.holderId : row.principalId);
    },
  }),
];
