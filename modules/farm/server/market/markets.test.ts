import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { day, unique, unitOf } from '#modules/farm/testing/trade-fixtures.ts';

let world: World;
let collector: Person;
let publisher: Person;
let boss: Person;
beforeAll(async () => {
  world = await openWorld();
  [collector, publisher, boss] = (await Promise.all(['price1', 'kzzq_mgr', 'farm1'].map((name) => world.as(name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => world.close());

/** A county of its own product: what the demo published of it is withdrawn, so that the days are this test's. */
const product = 'ewe';
const publish = async (price: number, days: number, form: object = {}) => {
  const market = `试验市场${unique()}`;
  const saved = await collector.post('anm/marketPrice/grid', { onDate: day(days), rows: [{ product, market, price }] });
  expect(saved.code, saved.msg).toBe(200);
  const [row] = await world.sql<{ id: number; version: number }>(
    'select id::int as id, version from farm.market_price where market_name = $1',
    [market],
  );
  return publisher.post('anm/marketPrice/transition', { ...row, name: 'publish', form });
};
const alarms = (kind: string) =>
  world.sql<{ status: string; times: number; principal: number }>(
    `select status, times, principal_id::int as principal from platform.alarm where kind = $1 and evidence::text like '%"ewe"%'`,
    [kind],
  );

test('R40 published by a second person; rules alert farms that asked, once, and close by themselves; a price far off is confirmed', async () => {
  await world.sql(
    `update farm.market_price set status = 'withdrawn' where product = $1 and region_code = 150521000000`,
    [product],
  );
  expect((await publish(2000, -11)).code).toBe(200);
  const rule = await boss.post('anm/marketRule/add', {
    principalId: null,
    product,
    regionCode: 150521000000,
    type: 'changePct',
    price: null,
    pct: 5,
    days: 10,
    enabled: true,
  });
  expect(rule.code, rule.msg).toBe(200);
  const own = await world.sql<{ id: number }>(`select id::int as id from farm.market_price where created_by = (
    select id from platform.sys_user where username = 'price1') and status = 'draft' limit 1`);
  if (own[0])
    expect(
      (await collector.post('anm/marketPrice/transition', { id: own[0].id, version: 0, name: 'publish', form: {} }))
        .code,
    ).toBe(403);
  expect((await publish(1880, 0)).code).toBe(200);
  const [alarm, ...others] = await alarms('priceMove');
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({ status: 'open', principal: await unitOf(world, 'farm1') });
  const far = await publish(1000, 0);
  expect(far).toMatchObject({ code: 500, bizCode: 'oddPrice' });
  // Back inside: the mean of the day is near what it was.
  expect((await publish(2120, 0, {})).code).toBe(200);
  expect((await alarms('priceMove'))[0]?.status).toBe('closed');
  expect(
    (await boss.get('anm/market/warnings')).data.some(
      (one: { kind: string; product: string }) => one.kind === 'priceMove' && one.product === product,
    ),
  ).toBe(false);
});
