import type { Tx } from '#kit/server/db/database.ts';
import { dropDue, registerDue, setDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { balanceOf, lineOf } from '../../credit/kernel.ts';
import type { Night } from '../../night.ts';
import { productOf } from '../../product/valuation.ts';
import { raise } from '../../watch/kernel.ts';
import { setFirstValues } from '../first-values.ts';
import { alarmOf, inBank } from '../kernel.ts';
import { pledgeRow, putWork } from '../pledge.row.ts';
import { endItems, type Item, itemsOf, patchItems } from '../pledge-item.ts';
import { pledgeAnimals, releaseAnimals, setFlags } from '../stakes.ts';
import { tell } from '../tell.ts';
import { type ChangeRow, changeRow, changesOf, setReleaseUntil, stepChange } from './pledge-change.row.ts';
import { linesOf, setOutcome } from './pledge-change-line.ts';
import { weigh } from './rules.ts';

export const releaseEnds = 'bank.releaseEnds';
const addDays = (day: string, n: number): string =>
  new Date(Date.parse(day) + n * 86_400_000).toISOString().slice(0, 10);
/** The first moment of the day after the last one, by the clock of China. */
export const endOf = (until: string): Date => new Date(`${addDays(until, 1)}T00:00:00+08:00`);

/** What came is pledged first, so that at no moment fewer animals stand behind the debt. */
async function takeIn(sys: Tx, change: ChangeRow, incoming: readonly Item[]): Promise<void> {
  const line = await lineOf(sys, change.creditLineId);
  if (!line || incoming.length === 0) return;
  await patchItems(
    sys,
    incoming.map((one) => one.id),
    { state: 'pledged', fromNow: true, heldByChangeId: null },
  );
  await setFirstValues(sys, line, incoming);
  const { balanceCents, interestCents } = await balanceOf(sys, change.creditLineId);
  await pledgeAnimals(sys, incoming, { actor: change.approvedBy, interestCents: balanceCents + interestCents });
}

/** All of an approved change in one transaction. */
async function execute(sys: Tx, change: ChangeRow): Promise<void> {
  const lines = await linesOf(sys, change.id);
  const of = (direction: 'in' | 'out') =>
    lines.filter((one) => one.direction === direction && one.itemId !== null).map((one) => one.itemId as number);
  const ids = [...of('in'), ...of('out')];
  const items = ids.length > 0 ? await itemsOf(sys, { ids }, ['reserved', 'pledged'], true) : [];
  const incoming = items.filter((one) => one.state === 'reserved');
  const outgoing = items.filter((one) => one.state === 'pledged');
  const row = await pledgeRow(sys, change.pledgeId);
  if (change.kind === 'saleRelease') {
    const line = await lineOf(sys, change.creditLineId);
    const product = line && (await productOf(sys, line.productId, line.productVersion));
    const until = addDays(today(), product?.saleDays ?? 7);
    await patchItems(
      sys,
      outgoing.map((one) => one.id),
      { state: 'releasing', heldByChangeId: change.id },
    );
    await setFlags(sys, outgoing, false, change.approvedBy);
    await setReleaseUntil(sys, change.id, until);
    await setDue(sys, releaseEnds, String(change.id), endOf(until));
    await tell(sys, 'client', 'saleReleased', row, { n: outgoing.length, date: until });
    return;
  }
  await takeIn(sys, change, incoming);
  const isSwap = change.kind === 'swap';
  for (const [at, one] of outgoing.entries())
    await patchItems(sys, [one.id], {
      state: isSwap ? 'swappedOut' : 'released',
      endReason: isSwap ? 'swapped' : 'partRelease',
      toNow: true,
      heldByChangeId: null,
      ...(isSwap && { replacedById: incoming[Math.min(at, incoming.length - 1)]?.id ?? null }),
    });
  await releaseAnimals(sys, outgoing, change.approvedBy);
  await stepChange(sys, change, 'execute', 'done');
  await putWork(sys, row, 'amend');
  await tell(sys, 'client', 'changeDone', row, { changeNo: change.docNo });
}

/** R27 once more where it counts: what was lent, let go or lost in value since the approval stands against the same heads. */
async function isCovered(sys: Tx, change: ChangeRow): Promise<boolean> {
  const head = await pledgeRow(sys, change.pledgeId);
  // R26: while somebody asks to enforce it, nothing leaves it.
  if (head.status !== 'active') return false;
  if (change.kind === 'add') return true;
  const lines = await linesOf(sys, change.id);
  const of = (direction: 'in' | 'out') => lines.filter((one) => one.direction === direction).map((one) => one.animalId);
  const ask = { kind: change.kind, out: of('out'), in: of('in'), exceptId: change.id, holds: true };
  const { preview } = await weigh(sys, head, ask, (key) => key);
  return preview.ltvAfter !== null && preview.ltvAfter <= preview.maxLtv;
}

/**
 * Approved changes of a line whose repayment has been booked since: called when one is approved, by whoever executes a
 * repayment, and by the night. One that the line does not bear any more waits for the next. Answers how many took effect.
 */
export const executeChanges = (tx: Tx, creditLineId: number): Promise<number> =>
  inBank(tx, async (sys) => {
    let done = 0;
    for (const change of await changesOf(sys, { creditLineId }, ['approved'])) {
      // The gate stands open already.
      if (change.releaseUntil !== null) continue;
      if (change.repayFirstCents > 0) {
        const [paid] = await sys.query<{ cents: number }>(
          `select coalesce(sum(amount), 0)::bigint as cents from bank.credit_payment where tenant_no = kit.tenant()
             and credit_line_id = $1 and kind in ('repay', 'interest') and status = 'executed' and executed_at >= $2`,
          [creditLineId, change.approvedAt],
        );
        if ((paid?.cents ?? 0) < change.repayFirstCents) continue;
      }
      if (!(await isCovered(sys, change))) continue;
      await execute(sys, change);
      done += 1;
    }
    return done;
  });

/** What was approved and did not take effect is tried again by what the heads are worth tonight. */
export async function changeNight(night: Night): Promise<void> {
  const lines = await night.run((tx) =>
    tx.query<{ id: number }>(
      `select distinct p.credit_line_id as id from bank.pledge_change c
         join bank.pledge p on p.tenant_no = c.tenant_no and p.id = c.pledge_id
       where c.tenant_no = kit.tenant() and c.status = 'approved' and c.release_until is null order by 1`,
    ),
  );
  await night.each(lines, (tx, { id }) => executeChanges(tx, id));
}

/** What a change held is held no more: what came is dropped, what should have gone stays pledged. */
export async function letGo(sys: Tx, change: Pick<ChangeRow, 'id'>, reason: string): Promise<void> {
  const lines = await linesOf(sys, change.id);
  const ids = lines.flatMap((one) => (one.itemId === null ? [] : [one.itemId]));
  if (ids.length === 0) return;
  const items = await itemsOf(sys, { ids }, ['reserved', 'pledged'], true);
  await endItems(
    sys,
    items.filter((one) => one.state === 'reserved').map((one) => one.id),
    'dropped',
    reason,
  );
  await patchItems(
    sys,
    items.filter((one) => one.state === 'pledged' && one.heldByChangeId === change.id).map((one) => one.id),
    { heldByChangeId: null },
  );
  await closeTask(sys, 'bank.pledgeChange', change.id);
}

/** R29: the days are over. Whoever still stands at the client is pledged again; what is on its way elsewhere is told. */
export async function lapse(sys: Tx, changeId: number): Promise<void> {
  const change = await changeRow(sys, changeId, true);
  if (change.status !== 'approved' || change.releaseUntil === null) return;
  const all = await itemsOf(sys, { pledgeId: change.pledgeId }, ['releasing'], true);
  const items = all.filter((one) => one.heldByChangeId === change.id);
  const here = new Map(
    (
      await sys.query<{ id: number; pending: boolean }>(
        `select id, change_pending as pending from bank.pledge_animal_seen where tenant_no = kit.tenant()
           and id = any ($1) and status = 'inStock' and principal_id = $2`,
        [items.map((one) => one.animalId), change.principalId],
      )
    ).map((one) => [one.id, one.pending]),
  );
  const back = items.filter((one) => here.has(one.animalId));
  const gone = items.filter((one) => !here.has(one.animalId));
  await patchItems(
    sys,
    back.map((one) => one.id),
    { state: 'pledged', heldByChangeId: null },
  );
  await setFlags(sys, back, true, null);
  await endItems(
    sys,
    gone.map((one) => one.id),
    'released',
    'gone',
  );
  await setOutcome(
    sys,
    change.id,
    back.map((one) => one.animalId),
    'back',
  );
  await setOutcome(
    sys,
    change.id,
    gone.map((one) => one.animalId),
    'gone',
  );
  for (const one of [...gone, ...back.filter((item) => here.get(item.animalId))])
    await raise(sys, 'moveAttempt', {
      ...alarmOf(one),
      evidence: { changeNo: change.docNo, after: change.releaseUntil },
    });
  await stepChange(sys, change, 'lapse', 'lapsed');
  const row = await pledgeRow(sys, change.pledgeId);
  await tell(sys, 'client', 'releaseLapsed', row, { n: back.length });
}

/** An animal left through the gate: with the last of them the change is done. */
export async function soldThroughGate(sys: Tx, items: readonly Item[]): Promise<void> {
  for (const [changeId, own] of Map.groupBy(items, (one) => one.heldByChangeId)) {
    if (changeId === null) continue;
    await setOutcome(
      sys,
      changeId,
      own.map((one) => one.animalId),
      'sold',
    );
    const change = await changeRow(sys, changeId, true);
    const left = (await itemsOf(sys, { pledgeId: change.pledgeId }, ['releasing'])).filter(
      (one) => one.heldByChangeId === changeId,
    );
    if (left.length > 0 || change.status !== 'approved') continue;
    await stepChange(sys, change, 'execute', 'done');
    await dropDue(sys, releaseEnds, String(changeId));
    await putWork(sys, await pledgeRow(sys, change.pledgeId), 'amend');
  }
}

/** R26: under enforcement nothing is changed any more; a gate that stands open is shut. */
export async function withdrawChanges(sys: Tx, pledgeId: number): Promise<void> {
  for (const change of await changesOf(sys, { pledgeId }, ['submitted', 'checked', 'approved'])) {
    if (change.status === 'approved' && change.releaseUntil !== null) {
      await lapse(sys, change.id);
      await dropDue(sys, releaseEnds, String(change.id));
      continue;
    }
    await letGo(sys, change, 'enforcing');
    await stepChange(sys, change, 'reject', 'rejected', undefined, 'enforcing');
  }
}

export const registerReleaseClock = (): void =>
  registerDue(releaseEnds, (tx, { ref }) => inBank(tx, (sys) => lapse(sys, Number(ref))));
