import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { drawKey, drawOrder } from '#kit/server/draw.ts';
import { publicityEnds } from '#kit/server/publicity.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const candidates = Array.from({ length: 5000 }, (_, at) => ({ id: at + 1, weight: 1 + ((at * 7) % 40) }));

it('the database and the program draw the same ones by the same seed, and others by another', async () => {
  const rows = await world.sql<{ id: number }>(
    `select id::int from unnest($1::bigint[], $2::int[]) c(id, weight) order by kit.draw_key(20261117, id, weight), id`,
    [candidates.map((one) => one.id), candidates.map((one) => one.weight)],
  );
  expect(drawOrder(20_261_117, candidates).map((one) => one.id)).toEqual(rows.map((one) => one.id));
  expect(drawOrder(20_261_118, candidates).slice(0, 20)).not.toEqual(drawOrder(20_261_117, candidates).slice(0, 20));
});

it('a place in the draw hangs on nobody else, and a greater weight is drawn more often', () => {
  const few = candidates.filter((one) => one.id % 3 === 0);
  const order = drawOrder(7, candidates).filter((one) => one.id % 3 === 0);
  expect(drawOrder(7, few)).toEqual(order);
  let heavier = 0;
  for (let seed = 0; seed < 3000; seed += 1)
    if (drawKey(seed, { id: 1, weight: 3 }) < drawKey(seed, { id: 2, weight: 1 })) heavier += 1;
  // Three times the weight wins three times out of four.
  expect(heavier / 3000).toBeGreaterThan(0.72);
  expect(heavier / 3000).toBeLessThan(0.78);
  expect(drawOrder(7, [{ id: 1, weight: 0 }])).toEqual([]);
});

it('D11 a notice hangs for so many full days after the day of posting, to 24:00 in China', () => {
  expect(publicityEnds('2026-11-17', 7).toISOString()).toBe('2026-11-24T16:00:00.000Z');
  expect(publicityEnds('2026-12-28', 5).toISOString()).toBe('2027-01-02T16:00:00.000Z');
  expect(publicityEnds('2028-02-28', 1).toISOString()).toBe('2028-02-29T16:00:00.000Z');
  expect(() => publicityEnds('2026-11-17', 0)).toThrow(RangeError);
});
