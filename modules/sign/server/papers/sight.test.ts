import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { checkNumbers } from '#modules/sign/server/index.ts';
import { dayFromNow, freshRange, inTags, numbersAt, staffOf, unitOf } from '#modules/sign/testing/fixtures.ts';

/** What people see of numbers: where they are, whose they were, what a ledger says. */
let world: World;
let county: Person;
let station: Person;
let worker: Person;
let countyId: number;
let stationId: number;
let workerId: number;

beforeAll(async () => {
  world = await openWorld();
  [county, station, worker] = (await Promise.all(
    ['sign1', 'kzzq_station', 'kzzq_worker1'].map((name) => world.as(name)),
  )) as [Person, Person, Person];
  countyId = await unitOf(world, 'sign1');
  stationId = await unitOf(world, 'kzzq_station');
  workerId = await staffOf(world, 'kzzq_worker1');
});
afterAll(() => world.close());

it('R50, R56: a lost bag on one screen: who had it, where it is, and which numbers were seen', async () => {
  const range = await numbersAt(world, 100, { principalId: stationId, staffId: null }, 'stock');
  const { data } = await county.get(`sign/distribution?from=${range.from}&to=${range.to}`);
  expect(data).toMatchObject({ total: 100, sum: 100 });
  expect(data.hands.at(-1).place).toBe('stock');
  const check = await station.post('sign/check', {
    text: `${range.from}-${range.to + 10}`,
    principalId: stationId,
    action: 'issue',
  });
  expect(check.data.ok[0].count).toBe(100);
  expect(check.data.refused[0]).toMatchObject({ code: 'unknownCode', count: 10 });
});

it('18: the ledger of any past day equals the moves up to it, and opening + in − out = closing', async () => {
  await numbersAt(world, 100, { principalId: countyId, staffId: null }, 'stock');
  for (const days of [0, -10, -60]) {
    const { data } = await county.get(`sign/ledger/company?from=${dayFromNow(days - 30)}&to=${dayFromNow(days)}`);
    expect(data.rows.every((row: { checks: boolean }) => row.checks)).toBe(true);
  }
  const { data } = await worker.get('sign/ledger/person');
  expect(new Set(data.rows.map((row: { staffId: number }) => row.staffId))).toEqual(new Set([workerId]));
  expect(await inTags(world, (tx) => checkNumbers(tx, 300))).toMatchObject({
    allots: 0,
    balances: 0,
    days: 0,
    worn: 0,
  });
});

it('20, R52, R53: a chip resolves to its printed number; a pair is one to one', async () => {
  const range = freshRange(2);
  await world.sql(
    `insert into sign.tag_pair (tenant_no, region_code, eid, code, source) values (1505, 150521000000, '156000000000777', $1, 'factory')`,
    [range.from],
  );
  await expect(
    world.sql(
      `insert into sign.tag_pair (tenant_no, region_code, eid, code, source) values (1505, 150521000000, '156000000000777', $1, 'wear')`,
      [range.from + 1],
    ),
  ).rejects.toMatchObject({ code: '23505' });
  const { data } = await county.get('sign/resolve?text=156000000000777');
  expect(data).toMatchObject([{ kind: 'chip', code: range.from }]);
});
