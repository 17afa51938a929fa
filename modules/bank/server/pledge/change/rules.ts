import { percent, sumCents, times } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import type { ChangePreview } from '#modules/bank/contract/pledge/change-calls.ts';
import { type ChangeKind, releaseKinds } from '#modules/bank/contract/pledge/pledge-change.ts';
import { balanceOf, lineOf, underwayOf } from '../../credit/kernel.ts';
import { headValues, ltvOf, productOf } from '../../product/valuation.ts';
import { headsSql } from '../../product/value-sql.ts';
import { type Judged, judgeAnimals, wordsOf } from '../eligibility.ts';
import { book } from '../kernel.ts';
import type { PledgeRow } from '../pledge.row.ts';
import { type Item, itemsOf } from '../pledge-item.ts';

type Say = (key: string, args?: Record<string, string | number>) => string;
export interface ChangeAsk {
  readonly kind: ChangeKind;
  readonly out: readonly number[];
  readonly in: readonly number[];
  /** The change itself: what it holds is not held against it. */
  readonly exceptId?: number | null;
  /** The line is held to the end of the transaction: money that is audited meanwhile waits, or has been counted. */
  readonly holds?: boolean;
}
export interface Weighed {
  readonly preview: ChangePreview;
  readonly outItems: readonly Item[];
  readonly incoming: readonly Judged[];
  readonly lineValues: Readonly<Record<string, number>>;
  readonly headBefore: number;
  readonly valueBefore: number;
}
interface Head {
  readonly animalId: number;
  readonly valueCents: number;
  readonly eligibleCents: number;
}

/** R26 to R28: what goes, what comes, what stays behind the debt, and everything that stands against it. */
export async function weigh(sys: Tx, head: PledgeRow, ask: ChangeAsk, say: Say): Promise<Weighed> {
  const line = await lineOf(sys, head.creditLineId, ask.holds === true);
  if (!line) throw new Error(`pledge ${head.id} has no line`);
  const product = await productOf(sys, line.productId, line.productVersion);
  const day = today();
  const items = await itemsOf(sys, { pledgeId: head.id }, book);
  const outItems = items.filter((one) => ask.out.includes(one.animalId));
  const heads = await sys.query<Head>(headsSql, [day, null, [head.creditLineId], null]);
  const byAnimal = new Map(heads.map((one) => [one.animalId, one]));
  const going = new Set(outItems.map((one) => one.animalId));
  const judged = ask.in.length > 0 ? await judgeAnimals(sys, ask.in, { clientId: head.principalId, product }) : [];
  // Reserved by this very change: that it is taken is its own doing.
  const own = await itemsOf(sys, { pledgeId: head.id }, ['reserved']);
  const mine = new Set(own.filter((one) => one.heldByChangeId === (ask.exceptId ?? -1)).map((one) => one.animalId));
  const incoming = judged.map((one) =>
    mine.has(one.animal.animalId) ? { ...one, codes: one.codes.filter((code) => code !== 'pledgedElsewhere') } : one,
  );
  const worth = await headValues(sys, {
    productId: line.productId,
    productVersion: line.productVersion,
    day,
    animalIds: [...ask.in],
  });
  const valueIn = sumCents(ask.in.map((id) => worth.get(id)?.cents ?? 0));
  const valueOut = sumCents(outItems.map((one) => byAnimal.get(one.animalId)?.valueCents ?? one.valueCents));
  const stays = sumCents(heads.filter((one) => !going.has(one.animalId)).map((one) => one.eligibleCents));
  const eligibleNow = sumCents(heads.map((one) => one.eligibleCents));
  const eligibleAfter = sumCents([stays, valueIn]);
  const { balanceCents, interestCents } = await balanceOf(sys, head.creditLineId);
  const owed = sumCents([balanceCents, interestCents, await underwayOf(sys, head.creditLineId)]);
  const repayFirst = Math.max(0, owed - times(eligibleAfter, percent(product.maxLtv)));

  const blocks: { code: string; words: string; animalId: number | null }[] = [];
  const block = (code: string, animalId: number | null = null, args = {}, words?: string) =>
    blocks.push({ code, words: words ?? say(`bank.refusal.${code}`, args), animalId });
  if (head.status !== 'active') block('pledgeNotActive');
  for (const id of ask.out) if (!going.has(id)) block('notInPledge', id);
  for (const one of outItems) {
    if (one.heldByChangeId !== null && one.heldByChangeId !== (ask.exceptId ?? -1))
      block('changeHeld', one.animalId, { tag: one.earTag });
    if (one.state !== 'pledged') block('notPledged', one.animalId, { tag: one.earTag });
  }
  const needsOut = ask.kind !== 'add';
  const needsIn = !releaseKinds.includes(ask.kind);
  if ((needsOut && ask.out.length === 0) || (needsIn && ask.in.length === 0)) block('nothingChosen');
  if ((!needsOut && ask.out.length > 0) || (!needsIn && ask.in.length > 0)) block('wrongSide');
  if (releaseKinds.includes(ask.kind) && outItems.length > 0 && outItems.length === items.length) block('isDischarge');
  for (const id of ask.in)
    if (!incoming.some((one) => one.animal.animalId === id))
      block('notEligible', id, { why: say('bank.eligible.notHere') });
  for (const one of incoming)
    if (one.codes.length > 0)
      block(
        one.codes[0] === 'pledgedElsewhere' ? 'pledgedElsewhere' : 'notEligible',
        one.animal.animalId,
        {},
        `${one.animal.earTag} ${wordsOf(say, one)}`,
      );
  if (ask.kind === 'swap') {
    if (!product.swapAllowed) block('swapNotAllowed');
    const kinds = new Set(outItems.map((one) => one.species));
    if (incoming.some((one) => !kinds.has(one.animal.species))) block('otherSpecies');
    if (valueIn < valueOut) block('valueLess');
  }
  return {
    preview: {
      valueOut,
      valueIn,
      ltvAfter: ltvOf(owed, eligibleAfter),
      ltvNow: ltvOf(owed, eligibleNow),
      maxLtv: product.maxLtv,
      balance: owed,
      eligibleAfter,
      repayFirst: needsOut ? repayFirst : 0,
      headAfter: items.length - outItems.length + ask.in.length,
      blocks,
    },
    outItems,
    incoming,
    lineValues: Object.fromEntries([
      ...outItems.map((one) => [one.animalId, byAnimal.get(one.animalId)?.valueCents ?? one.valueCents]),
      ...ask.in.map((id) => [id, worth.get(id)?.cents ?? 0]),
    ]),
    headBefore: items.length,
    valueBefore: sumCents(heads.map((one) => one.valueCents)),
  };
}
