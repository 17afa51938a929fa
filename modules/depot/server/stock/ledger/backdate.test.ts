import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { MoveInput } from '#modules/depot/server/stock/ledger/move.ts';
import { postMoves } from '#modules/depot/server/stock/ledger/post.ts';
import { dayFromNow, inStock, makeDepot, makeLot, makeMaterial } from '#modules/depot/testing/fixtures.ts';
import { Random } from '../../../../../demo/random.ts';

/** What is written down late: on no day since may there have been less than nothing. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Lot {
  readonly lotId: number;
  readonly materialId: number;
}
const post = (...moves: MoveInput[]) => inStock(world, (tx) => postMoves(tx, moves));
const verdictOf = async (...moves: MoveInput[]): Promise<string | undefined> => {
  try {
    await post(...moves);
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.bizCode;
    throw error;
  }
};
const into = (lot: Lot, depotId: number, qty: number, days: number): MoveInput => ({
  moveKind: 'in',
  ...lot,
  from: { kind: 'purveyor' },
  to: { kind: 'depot', id: depotId },
  qty,
  bizDate: dayFromNow(days),
  docType: 'test',
});
const out = (lot: Lot, depotId: number, qty: number, days: number): MoveInput => ({
  ...into(lot, depotId, qty, days),
  moveKind: 'out',
  from: { kind: 'depot', id: depotId },
  to: { kind: 'use' },
});
/** A store, and a lot that nobody has yet. */
async function ground(): Promise<{ lot: Lot; depotId: number }> {
  const materialId = await makeMaterial(world);
  return { lot: { lotId: await makeLot(world, materialId), materialId }, depotId: await makeDepot(world, 'depot1') };
}

describe('R8: dated back', () => {
  it('what is taken must have been there on every day since', async () => {
    const { lot, depotId } = await ground();
    await post(into(lot, depotId, 100, -20));
    await post(out(lot, depotId, 90, -8));
    await post(into(lot, depotId, 200, -3));
    expect(await verdictOf(out(lot, depotId, 50, -10))).toBe('backdated');
    expect(await verdictOf(out(lot, depotId, 10, -10))).toBe('done');
    expect(await verdictOf(out(lot, depotId, 50, 0))).toBe('done');
  });

  it('lines of one posting are judged together', async () => {
    const { lot, depotId } = await ground();
    const [came, went] = [
      (qty: number, days: number) => into(lot, depotId, qty, days),
      (qty: number, days: number) => out(lot, depotId, qty, days),
    ];
    await post(came(10, -20));
    await post(came(10, -3));
    expect(await verdictOf(went(6, -10), went(6, -10)), 'two lines of one day').toBe('backdated');
    expect(await verdictOf(went(6, -10), went(6, -5)), 'of two days').toBe('backdated');
    expect(await verdictOf(came(6, -4), went(6, -10), went(6, -10)), 'what came too late').toBe('backdated');
    expect(await verdictOf(came(2, -11), went(6, -10), went(6, -10)), 'what came in time').toBe('done');
    expect(await verdictOf(went(8, -10)), 'all that was left').toBe('backdated');
  });

  it('of random postings of several lines and days exactly those are refused by which a day would end below zero', async () => {
    const [first, second] = [await makeDepot(world, 'depot1'), await makeDepot(world, 'depot1')];
    const materialId = await makeMaterial(world);
    const lots = [await makeLot(world, materialId), await makeLot(world, materialId)];
    const random = new Random(11);
    const days = Array.from({ length: 8 }, (_, at) => at - 7);
    let book: { place: string; day: number; qty: number }[] = [];
    const line = (): { move: MoveInput; ends: typeof book } => {
      const [lotId, day, qty] = [random.pick(lots), random.pick(days), random.int(1, 12)];
      const [here, there] = random.chance(0.5) ? [first, second] : [second, first];
      const end = (id: number, n: number) => ({ place: `${id}:${lotId}`, day, qty: n });
      const lot = { lotId, materialId };
      const kind = random.int(0, 5);
      if (kind < 2) return { move: into(lot, here, qty, day), ends: [end(here, qty)] };
      const move = out(lot, here, qty, day);
      if (kind < 5) return { move, ends: [end(here, -qty)] };
      const to = { kind: 'depot', id: there } as const;
      return { move: { ...move, moveKind: 'transfer', to }, ends: [end(here, -qty), end(there, qty)] };
    };
    const isBelow = (entries: typeof book) => {
      // As the lines are written one after the other, and as every day ends.
      const now = new Map<string, number>();
      for (const { place, qty } of entries) {
        now.set(place, (now.get(place) ?? 0) + qty);
        if ((now.get(place) ?? 0) < 0) return true;
      }
      return [...now.keys()].some((place) =>
        days.some(
          (day) => entries.reduce((sum, one) => sum + (one.place === place && one.day <= day ? one.qty : 0), 0) < 0,
        ),
      );
    };
    const verdicts = new Map<string, number>();
    for (let at = 0; at < 250; at += 1) {
      const lines = Array.from({ length: random.int(1, 4) }, line);
      const after = [...book, ...lines.flatMap(({ ends }) => ends)];
      const verdict = (await verdictOf(...lines.map(({ move }) => move))) as string;
      expect(verdict === 'done', `posting ${at}: ${verdict}`).toBe(!isBelow(after));
      if (verdict === 'done') book = after;
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    for (const verdict of ['done', 'backdated', 'short']) expect(verdicts.get(verdict), verdict).toBeGreaterThan(10);
  });
});
