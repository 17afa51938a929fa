import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { joinRanges, overlaps, type Range, showRange, sumOf, without } from '#modules/sign/contract/numbers/code.ts';
import { sameHolder, unitsOf } from './holders.ts';
import { addBalances, type Delta, lockBalances, type Stake } from './tag-balance.ts';
import { addDays } from './tag-balance-day.ts';
import { type Holder, type Paper, type TagMove, writeMoves } from './tag-move.ts';
import {
  drop,
  extend,
  insertSegments,
  isFinal,
  type NewSegment,
  type Place,
  relocate,
  type Segment,
  segmentsAt,
  shrink,
} from './tag-segment.ts';

export interface Taking {
  readonly scheme: string;
  readonly ranges: readonly Range[];
  /** Who must have every one of them, and where; `holder` absent takes it from whoever has it. */
  readonly from: { readonly holder?: Holder | null; readonly places: readonly Place[]; readonly sender?: Holder };
  readonly to: { readonly place: Place; readonly holder: Holder | null; readonly counter?: Holder | null };
  readonly doc: Paper;
  readonly on: string;
  /** R50: a number on hold moves only to be scrapped or recalled. */
  readonly evenHeld?: boolean;
  /** R36: whose numbers these were meant to be; a piece of another's is marked as a correction. */
  readonly meant?: Holder;
  /** Only to know: nothing is written. */
  readonly dry?: boolean;
}

export interface Refused extends Range {
  readonly code: 'notHeld' | 'onHold' | 'unknownCode' | 'dateRange';
  readonly place: Place | null;
  readonly principalId: number | null;
  readonly staffId: number | null;
}
export interface Taken {
  readonly pieces: readonly (Range & { readonly segment: Segment })[];
}

const attempts = 6;

/**
 * Moves numbers from one hand to another, all or none (R6). The work grows with the number of pieces, not of tags (R7): a segment is cut
 * down, the piece is put where it goes and joined to its neighbours, and one move is written for each piece.
 *
 * @example
 * await take(tx, { scheme, ranges, from: { holder: county, places: ['stock'] },
 *   to: { place: 'inTransit', holder: station, counter: county }, doc, on: today() });
 */
export async function take(tx: Tx, asked: Taking): Promise<Taken> {
  const ranges = joinRanges(asked.ranges);
  if (ranges.length === 0) return { pieces: [] };
  if (overlaps(asked.ranges)) throw refusal('overlap', 'sign.refuse.overlap', { ranges: rangeText(asked.ranges) });
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (system) => {
    const all: Tx = { ...system, scope: { ...system.scope, userId: actor } };
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const seen = await segmentsAt(all, asked.scheme, ranges);
      const stakes = await stakesOf(all, seen, ranges, asked);
      if (!asked.dry) await lockBalances(all, [...stakes.values()]);
      const segments = asked.dry ? seen : await segmentsAt(all, asked.scheme, ranges);
      const { pieces, refused } = piecesOf(segments, ranges, asked);
      if (refused.length > 0) throw refuseAll(refused);
      if (asked.dry) return { pieces };
      // What was read before the lock may have been another's: their rows are locked in the next round.
      if (pieces.some(({ segment }) => !isStaked(stakes, segment))) continue;
      await all.query('savepoint take');
      if (await write(all, asked, pieces, segments, stakes)) {
        await all.query('release savepoint take');
        return { pieces };
      }
      await all.query('rollback to savepoint take');
    }
    throw refusal('busy', 'sign.refuse.busy');
  });
}

export const rangeText = (ranges: readonly Range[]): string => {
  const shown = ranges.slice(0, 5).map(showRange).join('、');
  return ranges.length > 5 ? `${shown} …` : shown;
};

export function refuseAll(refused: readonly Refused[]) {
  const first = refused[0] as Refused;
  return refusal(
    first.code,
    `sign.refuse.${first.code}`,
    { ranges: rangeText(refused), n: sumOf(refused) },
    { refused: refused.map(({ from, to, code, place }) => ({ from, to, code, place })) },
  );
}

const stakeKey = (holder: Holder, categoryId: number) => `${holder.principalId} ${holder.staffId} ${categoryId}`;
const holderOf = (segment: Segment): Holder | null =>
  segment.principalId === null ? null : { principalId: segment.principalId, staffId: segment.staffId };
const isStaked = (stakes: ReadonlyMap<string, Stake>, segment: Segment): boolean => {
  const holder = holderOf(segment);
  return !holder || stakes.has(stakeKey(holder, segment.categoryId));
};

/** Givers and receiver, each with the categories that move. */
async function stakesOf(
  tx: Tx,
  segments: readonly Segment[],
  ranges: readonly Range[],
  { to }: Taking,
): Promise<Map<string, Stake>> {
  const touched = segments.filter((one) => ranges.some((range) => range.from <= one.to && range.to >= one.from));
  const units = await unitsOf(tx, [...touched.map((one) => one.principalId), to.holder?.principalId ?? null]);
  const stakes = new Map<string, Stake>();
  const add = (holder: Holder | null, categoryId: number) => {
    if (holder)
      stakes.set(stakeKey(holder, categoryId), {
        ...holder,
        categoryId,
        regionCode: units.get(holder.principalId)?.regionCode ?? 0,
      });
  };
  for (const one of touched) {
    add(holderOf(one), one.categoryId);
    add(to.holder, one.categoryId);
  }
  return stakes;
}

function piecesOf(
  segments: readonly Segment[],
  ranges: readonly Range[],
  { from, evenHeld, on }: Taking,
): { pieces: (Range & { segment: Segment })[]; refused: Refused[] } {
  const pieces: (Range & { segment: Segment })[] = [];
  const refused: Refused[] = [];
  for (const segment of segments)
    for (const range of ranges) {
      const piece = { from: Math.max(range.from, segment.from), to: Math.min(range.to, segment.to), segment };
      if (piece.from > piece.to) continue;
      const isTheirs = from.holder === undefined || sameHolder(from.holder, holderOf(segment));
      const isSent =
        !from.sender ||
        sameHolder(
          from.sender,
          segment.counterId === null ? null : { principalId: segment.counterId, staffId: segment.counterStaffId },
        );
      const code =
        !from.places.includes(segment.place) || !isTheirs || !isSent
          ? 'notHeld'
          : segment.holdId !== null && !evenHeld
            ? 'onHold'
            : !isFinal(segment.place) && on < segment.sinceOn
              ? 'dateRange'
              : null;
      const { place, principalId, staffId } = segment;
      if (code) refused.push({ from: piece.from, to: piece.to, code, place, principalId, staffId });
      else pieces.push(piece);
    }
  const known = [...pieces, ...refused];
  for (const gap of without(ranges, known))
    refused.push({ ...gap, code: 'unknownCode', place: null, principalId: null, staffId: null });
  return { pieces, refused: refused.sort((a, b) => a.from - b.from) };
}

async function write(
  tx: Tx,
  asked: Taking,
  pieces: readonly (Range & { segment: Segment })[],
  segments: readonly Segment[],
  stakes: ReadonlyMap<string, Stake>,
): Promise<boolean> {
  const { to, doc, on, scheme } = asked;
  const regionOf = (segment: Segment): number =>
    to.holder
      ? (stakes.get(stakeKey(to.holder, segment.categoryId))?.regionCode ?? segment.regionCode)
      : segment.regionCode;
  const target = ({ from, to: end, segment }: Range & { segment: Segment }): NewSegment => ({
    from,
    to: end,
    categoryId: segment.categoryId,
    place: to.place,
    principalId: to.holder?.principalId ?? null,
    staffId: to.holder?.staffId ?? null,
    counterId: to.counter?.principalId ?? null,
    counterStaffId: to.counter?.staffId ?? null,
    docType: doc.type,
    docId: doc.id,
    docNo: doc.no,
    sinceOn: on,
    holdId: segment.holdId,
    regionCode: regionOf(segment),
  });
  const bySegment = Map.groupBy(pieces, (piece) => piece.segment.id);
  const cuts: { segment: Segment; left: Range }[] = [];
  const rest: NewSegment[] = [];
  const whole: Segment[] = [];
  for (const own of bySegment.values()) {
    const { segment } = own[0] as { segment: Segment };
    const [first, ...others] = without([segment], own);
    if (!first) whole.push(segment);
    else {
      cuts.push({ segment, left: first });
      rest.push(...others.map((one) => ({ ...segment, ...one })));
    }
  }
  if ((await shrink(tx, cuts)) < cuts.length) return false;
  // The neighbours a piece may be joined to are those that did not move themselves.
  const moved = new Set(bySegment.keys());
  const still = segments
    .map((one) => {
      const cut = cuts.find(({ segment }) => segment.id === one.id);
      return cut ? { ...one, ...cut.left } : one;
    })
    .filter((one) => !moved.has(one.id) || cuts.some(({ segment }) => segment.id === one.id));
  const wanted = merge(pieces.map(target));
  const placed = wanted.map((one) => ({
    one,
    left: still.find((other) => other.to === one.from - 1 && joins(other, one)),
    right: still.find((other) => other.from === one.to + 1 && joins(other, one)),
  }));
  // A row that would be empty goes to the new place, unless a neighbour takes the piece in.
  const reused: { segment: Segment; to: NewSegment }[] = [];
  const gone: Segment[] = [];
  const fresh: NewSegment[] = [];
  const grown: { segment: Segment; to: Range; one: NewSegment }[] = [];
  const spent = new Set<number>();
  for (const { one, left, right } of placed) {
    if (left && !spent.has(left.id)) {
      grown.push({ segment: left, to: { from: left.from, to: one.to }, one });
      spent.add(left.id);
    } else if (right && !spent.has(right.id)) {
      grown.push({ segment: right, to: { from: one.from, to: right.to }, one });
      spent.add(right.id);
    } else {
      const same = whole.find((segment) => segment.from === one.from && segment.to === one.to);
      if (same) reused.push({ segment: same, to: one });
      else fresh.push(one);
    }
  }
  gone.push(...whole.filter((segment) => !reused.some((one) => one.segment.id === segment.id)));
  if ((await drop(tx, gone)) < gone.length) return false;
  if ((await relocateEach(tx, reused)) < reused.length) return false;
  const done = await extend(tx, grown);
  await insertSegments(tx, scheme, [
    ...fresh,
    ...rest,
    ...grown.filter(({ segment }) => !done.has(segment.id)).map(({ one }) => one),
  ]);
  await book(tx, asked, pieces, stakes, regionOf);
  return true;
}

/** Pieces of several regions differ in what they are set to. */
async function relocateEach(tx: Tx, reused: readonly { segment: Segment; to: NewSegment }[]): Promise<number> {
  let n = 0;
  for (const group of Map.groupBy(reused, ({ to }) => `${to.regionCode} ${to.holdId}`).values())
    n += await relocate(tx, group);
  return n;
}

const isNext = (one: NewSegment, other: NewSegment): boolean => one.to === other.from - 1;
/** Neighbours are one where nothing tells them apart; of what is over with, the day does not. */
function joins(one: NewSegment, other: NewSegment): boolean {
  return (
    one.categoryId === other.categoryId &&
    one.place === other.place &&
    one.principalId === other.principalId &&
    one.staffId === other.staffId &&
    one.counterId === other.counterId &&
    one.counterStaffId === other.counterStaffId &&
    one.holdId === other.holdId &&
    (one.place !== 'inTransit' || one.docId === other.docId) &&
    (one.place !== 'scrapPending' || one.docId === other.docId) &&
    (isFinal(one.place) || one.sinceOn === other.sinceOn)
  );
}
function merge(segments: readonly NewSegment[]): NewSegment[] {
  const merged: NewSegment[] = [];
  for (const one of [...segments].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && isNext(last, one) && joins(last, one)) merged[merged.length - 1] = { ...last, to: one.to };
    else merged.push(one);
  }
  return merged;
}

async function book(
  tx: Tx,
  { scheme, to, doc, on, meant }: Taking,
  pieces: readonly (Range & { segment: Segment })[],
  stakes: ReadonlyMap<string, Stake>,
  regionOf: (segment: Segment) => number,
): Promise<void> {
  const moves: TagMove[] = [];
  const deltas: Delta[] = [];
  const stakeOf = (holder: Holder, categoryId: number): Stake =>
    stakes.get(stakeKey(holder, categoryId)) ?? { ...holder, categoryId, regionCode: 0 };
  for (const { from, to: end, segment } of pieces) {
    const giver = holderOf(segment);
    const n = end - from + 1;
    if (giver) deltas.push({ ...stakeOf(giver, segment.categoryId), place: segment.place, n: -n });
    if (to.holder) deltas.push({ ...stakeOf(to.holder, segment.categoryId), place: to.place, n });
    // While it is on the way the sender answers for it: the move tells who gave it.
    const from_ =
      segment.place === 'inTransit' && segment.counterId !== null
        ? { principalId: segment.counterId, staffId: segment.counterStaffId }
        : giver;
    moves.push({
      from,
      to: end,
      categoryId: segment.categoryId,
      fromPlace: segment.place,
      from_,
      toPlace: to.place,
      to_: to.holder,
      regionCode: regionOf(segment),
      correction: meant !== undefined && !sameHolder(meant, giver),
    });
  }
  await writeMoves(tx, scheme, joinMoves(moves), doc, on);
  await addBalances(tx, deltas, on, to.place === 'worn');
  await addDays(tx, moves, doc.type, on, stakeOf);
}

function joinMoves(moves: readonly TagMove[]): TagMove[] {
  const joined: TagMove[] = [];
  for (const one of [...moves].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (
      last &&
      last.to === one.from - 1 &&
      last.categoryId === one.categoryId &&
      last.fromPlace === one.fromPlace &&
      sameHolder(last.from_, one.from_) &&
      last.correction === one.correction
    )
      joined[joined.length - 1] = { ...last, to: one.to };
    else joined.push(one);
  }
  return joined;
}

/** New numbers, ordered of a supplier. R2: the constraint refuses what is there already. */
export async function allot(
  tx: Tx,
  input: {
    readonly scheme: string;
    readonly range: Range;
    readonly categoryId: number;
    readonly supplierId: number;
    readonly regionCode: number;
    readonly doc: Paper;
    readonly on?: string;
  },
): Promise<void> {
  const actor = tx.scope.userId;
  const { scheme, range, categoryId, supplierId, regionCode, doc, on = today() } = input;
  const holder = { principalId: supplierId, staffId: null };
  await inTenant(tx, tx.scope.tenantNo, 'tags', async (system) => {
    const all: Tx = { ...system, scope: { ...system.scope, userId: actor } };
    const stake = { ...holder, categoryId, regionCode };
    await lockBalances(all, [stake]);
    const base = { ...range, categoryId, place: 'ordered' as const, principalId: supplierId, staffId: null };
    await insertSegments(all, scheme, [
      {
        ...base,
        counterId: supplierId,
        counterStaffId: null,
        docType: doc.type,
        docId: doc.id,
        docNo: doc.no,
        sinceOn: on,
        holdId: null,
        regionCode,
      },
    ]);
    const move = {
      ...range,
      categoryId,
      fromPlace: null,
      from_: null,
      toPlace: 'ordered' as const,
      to_: holder,
      regionCode,
    };
    await writeMoves(all, scheme, [move], doc, on);
    await addBalances(all, [{ ...stake, place: 'ordered', n: range.to - range.from + 1 }], on, false);
  });
}
