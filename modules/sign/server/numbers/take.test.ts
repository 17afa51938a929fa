import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { official } from '#modules/sign/contract/numbers/code.ts';
import { checkNumbers, take } from '#modules/sign/server/index.ts';
import { holding } from '#modules/sign/server/numbers/holding.ts';
import {
  categoryOf,
  dayFromNow,
  freshRange,
  inTags,
  numbersAt,
  paper,
  staffOf,
  unitOf,
} from '#modules/sign/testing/fixtures.ts';

/** Numbers as ranges: what a move writes, what it refuses, and what can never be. */
let world: World;
let county: { principalId: number; staffId: null };
let station: { principalId: number; staffId: null };
let worker: { principalId: number; staffId: number };

beforeAll(async () => {
  world = await openWorld({ pool: 12 });
  county = { principalId: await unitOf(world, 'sign1'), staffId: null };
  station = { principalId: await unitOf(world, 'kzzq_station'), staffId: null };
  worker = { principalId: station.principalId, staffId: await staffOf(world, 'kzzq_worker1') };
});
afterAll(() => world.close());

const issue = (from: number, to: number, on = dayFromNow(-5)) =>
  inTags(world, (tx) =>
    take(tx, {
      scheme: official,
      ranges: [{ from, to }],
      from: { holder: county, places: ['stock'] },
      to: { place: 'inTransit', holder: station, counter: county },
      doc: paper('stockOut'),
      on,
    }),
  );
const rows = (from: number, to: number) =>
  world.sql<{ lo: number; hi: number; place: string }>(
    `select code_from as lo, code_to as hi, place from sign.tag_segment where code_from <= $2 and code_to >= $1 order by 1`,
    [from, to],
  );

it('R2 refuses, in the database itself, a number that would be in two places', async () => {
  const range = await numbersAt(world, 100, county, 'stock');
  await expect(
    world.sql(
      `insert into sign.tag_segment (tenant_no, region_code, scheme, code_from, code_to, category_id, place, principal_id, doc_type, doc_no, since_on)
       values (1505, 150521000000, $1, $2, $2, $3, 'stock', $4, 't', 't', current_date)`,
      [official, range.from + 50, await categoryOf(world), county.principalId],
    ),
  ).rejects.toMatchObject({ constraint: 'one_place' });
});

it('R6 moves all or nothing, and names each range that is not there with its place', async () => {
  const range = await numbersAt(world, 100, county, 'stock');
  await issue(range.from + 10, range.from + 19);
  const before = await rows(range.from, range.to);
  await expect(issue(range.from, range.to)).rejects.toMatchObject({
    bizCode: 'notHeld',
    data: { refused: [{ from: range.from + 10, to: range.from + 19, code: 'notHeld', place: 'inTransit' }] },
  });
  expect(await rows(range.from, range.to)).toEqual(before);
  const gone = freshRange(10);
  await expect(issue(gone.from, gone.to)).rejects.toMatchObject({ bizCode: 'unknownCode' });
});

it('R7 writes at most three segments and one move, for ten numbers as for a hundred thousand', async () => {
  for (const n of [10, 100_000]) {
    const range = await numbersAt(world, n + 200, county, 'stock');
    const [was] = await world.sql<{ n: number }>('select count(*)::int as n from sign.tag_move');
    await issue(range.from + 100, range.from + 99 + n);
    expect((await rows(range.from, range.to)).map((row) => row.place)).toEqual(['stock', 'inTransit', 'stock']);
    const [now] = await world.sql<{ n: number }>('select count(*)::int as n from sign.tag_move');
    expect((now?.n ?? 0) - (was?.n ?? 0)).toBe(1);
  }
});

it('R8 lets exactly one of two simultaneous issues of the same numbers through', async () => {
  const range = await numbersAt(world, 100, county, 'stock');
  const tries = await Promise.allSettled([issue(range.from, range.from + 59), issue(range.from + 40, range.to)]);
  expect(tries.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  const lost = tries.find((one) => one.status === 'rejected') as PromiseRejectedResult;
  expect(lost.reason).toMatchObject({ bizCode: 'notHeld' });
});

it('R3 keeps the sum of an allotment while sixteen clients issue, take back and overlap at random', async () => {
  const range = await numbersAt(world, 2000, county, 'stock');
  const pick = (n: number) => Math.floor(Math.random() * n);
  const clients = Array.from({ length: 16 }, async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const from = range.from + pick(1900);
      const part = { from, to: from + pick(90) };
      const out = Math.random() < 0.5;
      await inTags(world, (tx) =>
        take(tx, {
          scheme: official,
          ranges: [part],
          from: { holder: out ? county : station, places: ['stock'] },
          to: { place: 'stock', holder: out ? station : county },
          doc: paper(out ? 'stockOut' : 'return'),
          on: dayFromNow(-5),
        }),
      ).catch((error) => {
        if (!['notHeld', 'busy'].includes(error.bizCode)) throw error;
      });
    }
  });
  await Promise.all(clients);
  const sums = await inTags(world, (tx) => checkNumbers(tx, 500));
  expect(sums).toMatchObject({ allots: 0, balances: 0, days: 0 });
  const left = await rows(range.from, range.to);
  expect(left.reduce((sum, row) => sum + row.hi - row.lo + 1, 0)).toBe(2000);
}, 60_000);

it('R9 refuses a move before the day the number came there', async () => {
  const range = await numbersAt(world, 100, county, 'stock', { on: dayFromNow(-3) });
  await expect(issue(range.from, range.to, dayFromNow(-10))).rejects.toMatchObject({ bizCode: 'dateRange' });
});

it('R10 answers what somebody had on any past day by the fold of the moves, and today by the segments', async () => {
  const range = await numbersAt(world, 100, worker, 'hand', { on: dayFromNow(-18) });
  await inTags(world, (tx) =>
    take(tx, {
      scheme: official,
      ranges: [{ from: range.from, to: range.from + 39 }],
      from: { holder: worker, places: ['hand'] },
      to: { place: 'inTransit', holder: station, counter: worker },
      doc: paper('return'),
      on: dayFromNow(-6),
    }),
  );
  const sumOn = async (day: string | null) => {
    const held = await inTags(world, (tx) => holding(tx, worker, day));
    return held
      .filter((one) => one.from >= range.from && one.to <= range.to)
      .reduce((sum, one) => sum + one.to - one.from + 1, 0);
  };
  expect([
    await sumOn(dayFromNow(-19)),
    await sumOn(dayFromNow(-10)),
    await sumOn(dayFromNow(-6)),
    await sumOn(null),
  ]).toEqual([0, 100, 60, 60]);
  const [day] = await world.sql<{ n: number }>(
    'select sum(net)::int as n from sign.tag_balance_day where staff_id = $1 and day <= $2',
    [worker.staffId, dayFromNow(-7)],
  );
  const held = await inTags(world, (tx) => holding(tx, worker, dayFromNow(-7)));
  expect(held.reduce((sum, one) => sum + one.to - one.from + 1, 0)).toBe(day?.n);
});

it('joins neighbours that nothing tells apart: numbers worn one by one are one segment', async () => {
  const range = await numbersAt(world, 20, worker, 'hand');
  for (let at = 0; at < 20; at += 1)
    await inTags(world, (tx) =>
      take(tx, {
        scheme: official,
        ranges: [{ from: range.from + at, to: range.from + at }],
        from: { holder: worker, places: ['hand'] },
        to: { place: 'worn', holder: null },
        doc: paper('wear'),
        on: dayFromNow(-2),
      }),
    );
  expect(await rows(range.from, range.to)).toEqual([{ lo: range.from, hi: range.to, place: 'worn' }]);
});
