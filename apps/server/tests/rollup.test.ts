import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Figure, foldRollups, rollupOf } from '#kit/server/rollup.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 8 });
});
afterAll(() => world.close());

it('a figure is exact at every moment while eight append and two fold: at village, township, county and prefecture', async () => {
  const villages = [150521001001, 150521001002, 150521002003, 150522001001, 150521001000];
  const scope = systemScope(1505, 'test');
  const sums = new Map<number, number>();
  let isOver = false;
  const folds = Promise.all(
    [0, 1].map(async () => {
      let n = 0;
      while (!isOver) n += await foldRollups(world.database);
      return n;
    }),
  );
  const read = async (code: number) => {
    const [rows] = await world.database.read<[Figure]>(scope, rollupOf({ name: 'test.sum', regions: [code] }));
    return rows.reduce((sum, one) => sum + Number(one.n), 0);
  };
  await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      for (let turn = 0; turn < 25; turn++) {
        const village = villages[(at + turn) % villages.length] as number;
        const n = ((at * 31 + turn * 17) % 9) - 3;
        await world.database.transaction(scope, (tx) =>
          tx.query(
            "insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n) values (1505, 'test.sum', $1, array[$2::text], '2026-01-01', $3)",
            [village, `k${turn % 3}`, n],
          ),
        );
        sums.set(village, (sums.get(village) ?? 0) + n);
      }
    }),
  );
  isOver = true;
  expect((await folds).reduce((a, b) => a + b)).toBeGreaterThan(0);
  const inside = (lo: number, hi: number) =>
    [...sums].filter(([code]) => code >= lo && code < hi).reduce((sum, [, n]) => sum + n, 0);
  const check = async () => {
    expect(await read(150521001001)).toBe(sums.get(150521001001));
    expect(await read(150521001000)).toBe(inside(150521001000, 150521002000));
    expect(await read(150521000000)).toBe(inside(150521000000, 150522000000));
    expect(await read(150500000000)).toBe(inside(150500000000, 150600000000));
  };
  await check();
  await foldRollups(world.database);
  await check();
  const [left] = await world.sql("select count(*)::int as n from kit.rollup_delta where name = 'test.sum'");
  expect(left.n).toBe(0);
});
