import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import type { ClosedTag, DocRef, TagCheck, TagFinding, TagStore } from '#modules/registry/server/index.ts';
import {
  countyOf,
  digitOf,
  isOfficial,
  official,
  type Range,
  rangesOf,
  showCode,
} from '#modules/sign/contract/numbers/code.ts';
import { tellRefused } from '../alert/raise.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import { sameHolder, staffOf, unitsOf } from './holders.ts';
import type { Holder } from './tag-move.ts';
import { type Pool, poolsOf } from './tag-number-pool.ts';
import { addPairs, pairsOf } from './tag-pair.ts';
import { type Place, type Segment, segmentsAt } from './tag-segment.ts';
import { type Ending, endUses, insertUses, voidUses } from './tag-use.ts';
import { take } from './take.ts';

/** From here a number can be put into an ear; what is on the way or written off cannot. */
const wearable: readonly Place[] = ['hand', 'stock', 'received'];

const system = <T>(tx: Tx, work: (all: Tx) => Promise<T>): Promise<T> => {
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'tags', (all) => work({ ...all, scope: { ...all.scope, userId: actor } }));
};

const segmentOf = (segments: readonly Segment[], code: number): Segment | undefined => {
  let [low, high] = [0, segments.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const one = segments[middle] as Segment;
    if (code < one.from) high = middle - 1;
    else if (code > one.to) low = middle + 1;
    else return one;
  }
  return undefined;
};

/** Whose the number must be: in the hand of who wears it, or in the stock of the farm itself. */
const isGiven = (segment: Segment, principalId: number, staffId: number | null): boolean =>
  (segment.place === 'hand' && staffId !== null && segment.staffId === staffId) ||
  (segment.place === 'stock' && segment.principalId === principalId);

/** R35, R36, R38, R54: what is wrong with these numbers for these animals. */
async function check(tx: Tx, { mode, principalId, staffId, wornOn, items }: TagCheck): Promise<TagFinding[]> {
  const asked = items.map((one) => ({ ...one, number: Number(one.code) })).filter((one) => isOfficial(one.number));
  if (asked.length === 0) return [];
  return system(tx, async (all) => {
    const segments = await segmentsAt(all, official, rangesOf(asked.map((one) => one.number)));
    const pools = await poolsOf(all, official);
    if (segments.length === 0 && pools.length === 0) return [];
    const categories = await categoriesOf(all);
    const holder = (await unitsOf(all, [principalId])).get(principalId);
    const chips = asked.filter((one) => {
      const segment = segmentOf(segments, one.number);
      return segment && categories.get(segment.categoryId)?.medium !== 'qr';
    });
    const pairs = chips.length > 0 ? await pairsOf(all, { codes: chips.map((one) => one.number) }) : [];
    const findings: TagFinding[] = [];
    const strange: number[] = [];
    const found: number[] = [];
    for (const { code, number, species, eid } of asked) {
      const say = (level: 'warn' | 'error', word: string) =>
        findings.push({ code, level, key: `sign.refuse.${word}`, args: { ranges: showCode(number), n: 1 } });
      const segment = segmentOf(segments, number);
      if (!segment) {
        const pool = poolOf(pools, number);
        if (pool && (pool.legacyUntil === null || pool.legacyUntil < today())) {
          say('error', 'unknownCode');
          strange.push(number);
        }
        continue;
      }
      const category = categories.get(segment.categoryId);
      if (segment.place === 'worn') say('error', 'alreadyWorn');
      else if (segment.place === 'lost') {
        say('error', 'isLost');
        found.push(number);
      } else if (!wearable.includes(segment.place)) say('error', 'notHeld');
      else if (segment.holdId !== null) say('error', 'onHold');
      else if (category && !category.species.includes(species)) say('error', 'wrongSpecies');
      else if (holder && countyOf(number) !== Math.floor(holder.regionCode / 1e6)) say('error', 'wrongCounty');
      else if (wornOn < segment.sinceOn) say('error', 'dateRange');
      else if (!isGiven(segment, principalId, staffId)) {
        if (mode !== 'off') say(mode === 'strict' ? 'error' : 'warn', 'notHeld');
      } else if (category && category.medium !== 'qr') {
        const pair = pairs.find((one) => one.code === number);
        if (!pair && !eid) say('error', 'chipNeeded');
        else if (pair && eid && pair.eid !== eid) say('error', 'otherChip');
      }
    }
    if (strange.length > 0) tellRefused(tx, 'unknownCode', strange, principalId);
    if (found.length > 0) tellRefused(tx, 'wrongHolder', found, principalId);
    return findings;
  });
}

const poolOf = (pools: readonly Pool[], code: number): Pool | undefined =>
  pools.find((one) => one.digit === digitOf(code) && one.county === countyOf(code));

async function consume(tx: Tx, used: Parameters<TagStore['consume']>[1]): Promise<void> {
  const items = used.items
    .map((one) => ({ number: Number(one.code), animalId: one.animalId }))
    .filter((one) => isOfficial(one.number));
  if (items.length === 0) return;
  await system(tx, async (all) => {
    const { principalId, staffId, wornOn, mode } = used;
    const wanted = rangesOf(items.map((one) => one.number));
    const segments = await segmentsAt(all, official, wanted);
    const doc = { type: 'wear', id: used.doc.id, no: used.doc.docNo };
    const ours = items.filter((one) => segmentOf(segments, one.number));
    const staff = staffId === null ? undefined : (await staffOf(all, [staffId])).get(staffId);
    const meant: Holder = staff ? { principalId: staff.principalId, staffId } : { principalId, staffId: null };
    const taken =
      ours.length > 0
        ? await take(all, {
            scheme: official,
            ranges: rangesOf(ours.map((one) => one.number)),
            from: { places: wearable },
            to: { place: 'worn', holder: null },
            doc,
            on: wornOn,
            meant,
          })
        : { pieces: [] };
    const pools = ours.length < items.length ? await poolsOf(all, official) : [];
    const [unit] = (await unitsOf(all, [principalId])).values();
    const pieces = [...taken.pieces].sort((a, b) => a.from - b.from);
    const pieceOf = (code: number) =>
      segmentOf(
        pieces.map((one) => ({ ...one.segment, from: one.from, to: one.to })),
        code,
      );
    const byCode = new Map(pieces.length < 20 ? [] : items.map((one) => [one.number, pieceOf(one.number)]));
    await insertUses(
      all,
      official,
      items.map(({ number, animalId }) => {
        const piece = byCode.size > 0 ? byCode.get(number) : pieceOf(number);
        return {
          code: number,
          animalId,
          origin: piece ? 'procured' : poolOf(pools, number) ? 'legacy' : 'foreign',
          categoryId: piece?.categoryId ?? null,
          wornOn,
          staffId: piece?.staffId ?? staffId,
          principalId: piece?.principalId ?? null,
          issuedOn: piece?.sinceOn ?? null,
          holderId: principalId,
          regionCode: unit?.regionCode ?? 0,
        };
      }),
      used.doc.docNo,
    );
    if (pieces.length > 0) await joinChips(all, pieces, ours);
    if (mode === 'warn') await tellWrongHolders(all, pieces, meant, used.doc);
  });
}

/** R54: chip and printed number read at the same ear are a pair from then on. */
async function joinChips(
  tx: Tx,
  pieces: readonly { readonly segment: Segment }[],
  items: readonly { readonly number: number; readonly animalId: number }[],
): Promise<void> {
  const categories = await categoriesOf(tx);
  if (pieces.every(({ segment }) => categories.get(segment.categoryId)?.medium === 'qr')) return;
  const animals = await tx.query<{ id: number; eid: string | null }>('select id, eid from sign.animal_facts($1)', [
    items.map((one) => one.animalId),
  ]);
  const eids = new Map(animals.map((one) => [one.id, one.eid]));
  const read = items.flatMap(({ number, animalId }) => {
    const eid = eids.get(animalId);
    return eid ? [{ code: number, eid }] : [];
  });
  await addPairs(tx, read, 'wear', null);
}

/** R36: a number worn by another than who was given it is taken, and both are told. */
async function tellWrongHolders(
  tx: Tx,
  pieces: readonly (Range & { readonly segment: Segment })[],
  meant: Holder,
  doc: DocRef,
): Promise<void> {
  const wrong = pieces.filter(
    ({ segment }) =>
      segment.principalId !== null &&
      !sameHolder(meant, { principalId: segment.principalId, staffId: segment.staffId }) &&
      segment.staffId !== meant.staffId,
  );
  for (const { from, segment } of wrong.slice(0, 20))
    await openAlarm(tx, {
      kind: 'wrongHolder',
      dedupKey: `wrongHolder ${from}`,
      subject: { entity: 'sign.tagSegment', id: segment.id, name: showCode(from) },
      regionCode: segment.regionCode,
      principalId: segment.principalId as number,
      args: { code: String(from), shown: showCode(from), docNo: doc.docNo },
    });
}

/** R42: back to whom they came from. */
async function giveBack(tx: Tx, codes: readonly string[], doc: DocRef): Promise<void> {
  const numbers = codes.map(Number).filter(isOfficial);
  if (numbers.length === 0) return;
  await system(tx, async (all) => {
    const uses = (await voidUses(all, official, numbers)).filter((one) => one.origin === 'procured');
    const groups = Map.groupBy(uses, (one) => `${one.wornByPrincipalId} ${one.wornByStaffId} ${one.issuedOn}`);
    for (const group of groups.values()) {
      const { wornByPrincipalId, wornByStaffId } = group[0] as (typeof group)[0];
      if (wornByPrincipalId === null) continue;
      await take(all, {
        scheme: official,
        ranges: rangesOf(group.map((one) => one.code)),
        from: { holder: null, places: ['worn'] },
        to: {
          place: wornByStaffId === null ? 'stock' : 'hand',
          holder: { principalId: wornByPrincipalId, staffId: wornByStaffId },
        },
        doc: { type: 'unwear', id: doc.id, no: doc.docNo },
        on: today(),
      });
    }
  });
}

const ends: Record<ClosedTag['cause'], readonly [state: string, reason: string | null] | null> = {
  sold: ['left', 'soldOut'],
  slaughtered: ['ended', 'slaughtered'],
  dead: ['ended', 'died'],
  culled: ['ended', 'culled'],
  // R43: an animal that is missing still wears its number.
  missing: null,
  replaced: ['replaced', 'damaged'],
  merged: ['replaced', 'wrongNumber'],
  worn: ['worn', null],
};
const known = new Set(['damaged', 'upgraded', 'wrongNumber']);

/** R40, R43: in the transaction of what happened to the animal. */
async function close(tx: Tx, items: readonly ClosedTag[], _doc: DocRef): Promise<void> {
  const endings = items.flatMap(({ code, cause, reason, on, nextCode }): Ending[] => {
    const end = ends[cause];
    if (!end || !isOfficial(Number(code))) return [];
    const isLost = cause === 'replaced' && reason === 'lost';
    return [
      {
        code: Number(code),
        state: isLost ? 'fallen' : end[0],
        on: cause === 'worn' ? null : on,
        reason: isLost ? 'fallen' : cause === 'replaced' && reason && known.has(reason) ? reason : end[1],
        nextCode: nextCode ? Number(nextCode) : null,
      },
    ];
  });
  if (endings.length > 0) await system(tx, (all) => endUses(all, official, endings));
}

export const officialStore: TagStore = { check, consume, giveBack, close };
