import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeOffer, one, tenant, unitOf } from '#modules/commerce/testing/fixtures.ts';
import { Trade } from '#modules/commerce/testing/trade.ts';
import { scoreOf } from './supplier-score.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const county = 150521000000;
const live =
  'pendingApproval,pendingAccept,pendingPay,pendingShip,shipping,pendingReceive,received,completed,cancelAsked';
interface Listed {
  readonly principalId: number;
  readonly subsidised: boolean;
  readonly goods: number | null;
  readonly subsidy: number | null;
}
/** All rows of a list, page by page. */
async function rowsOf(person: Person, query: string): Promise<Listed[]> {
  const rows: Listed[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const { data } = await person.get(`selectionLib/order/list?${query}&pageSize=100&pageNum=${pageNum}`);
    rows.push(...data);
    if (data.length < 100) return rows;
  }
}

it('acceptance 20: what a county bought is the sum of the orders its number opens, subsidised ones to the cent in the list itself', async () => {
  const manager = await world.as('kzzq_mgr');
  const { total, parts } = (await manager.get(`selectionLib/statistics/overview?regionCode=${county}`)).data;
  const query = `regionCode=${county}&status=${live}`;
  const listed = await rowsOf(manager, query);
  expect(listed).toHaveLength(total.orders);
  const aided = await rowsOf(manager, `${query}&subsidised=true`);
  expect(aided).toHaveLength(total.subsidised);
  expect(aided.reduce((sum, row) => sum + (row.subsidy ?? 0), 0)).toBe(total.subsidy);
  // The manager reads single amounts of subsidised orders and of the office's own units; the sum over all is right nevertheless.
  const units = await world.sql<{ id: number }>(
    'select id::int as id from registry.principal where $1 in (id, parent_id)',
    [await unitOf(world, 'kzzq_mgr')],
  );
  const own = new Set(units.map((one) => one.id));
  const closed = listed.filter((row) => !row.subsidised && !own.has(row.principalId));
  expect(closed.length).toBeGreaterThan(0);
  expect(closed.filter((row) => row.goods !== null)).toEqual([]);
  const [real] = await world.sql(
    `select coalesce(sum(m.goods), 0)::float8 as goods, count(distinct o.principal_id)::int as buyers
     from commerce.trade_order o join commerce.trade_order_money m on m.order_id = o.id
     where o.tenant_no = $1 and o.region_code >= $2 and o.region_code < $2 + 1000000
       and o.status not in ('cancelled', 'closed')`,
    [tenant, county],
  );
  expect(real.buyers).toBeGreaterThan(2);
  expect({ goods: total.amount, buyers: total.buyers }).toEqual(real);
  expect(parts.programmes.reduce((sum: number, row: { aidPromised: number }) => sum + row.aidPromised, 0)).toBe(
    total.subsidy,
  );
});

it('D5: of two buyers nothing is told but what was subsidised, of three the sum', async () => {
  const supplier = await world.as('sup1');
  const [plain, aided] = [await makeOffer(world), await makeOffer(world, { subsidy: 1000, quota: 9 })];
  const long = async (username: string, offer: typeof plain, seenSubsidised = 0) => {
    const placed = await new Trade(world, await world.as(username), supplier).place(offer, 1, { seenSubsidised });
    expect(placed.code).toBe(200);
    await world.sql(`update commerce.trade_order set placed_at = '2001-01-05' where id = $1`, [placed.data[0].orderId]);
  };
  const leader = await world.as('tl_leader');
  const told = async () =>
    (await leader.get('selectionLib/statistics/overview?from=2001-01-01&to=2001-01-31')).data.total;
  await long('farm1', plain);
  await long('coop1', plain);
  expect(await told()).toMatchObject({ orders: 2, buyers: 2, amount: 0, advantage: null });
  await long('farm1', aided, 1);
  expect(await told()).toMatchObject({ orders: 3, buyers: 2, amount: 9000, subsidy: 1000 });
  await long('house1', plain);
  expect(await told()).toMatchObject({ orders: 4, buyers: 3, amount: 36_000 });
  expect(
    await one(world, `select count(*)::int as n from commerce.trade_order where placed_at < '2001-02-01'`),
  ).toEqual({
    n: 4,
  });
});

it('a supplier has 40 points for sending in time, 30 for goods without fault, 20 for its ratings and 10 for accepting at once', () => {
  const marks = { completed: 20, accepted: 10, inDay: 8, shipments: 10, onTime: 9, atFault: 1, rating: 4.5 };
  expect(scoreOf(marks)).toBe(84.5);
  expect(scoreOf({ ...marks, atFault: 10 })).toBe(62);
  // What nobody can judge yet counts neither way.
  expect(scoreOf({ ...marks, rating: null })).toBe(83.1);
  expect(
    scoreOf({ completed: 0, accepted: 0, inDay: 0, shipments: 0, onTime: 0, atFault: 0, rating: null }),
  ).toBeNull();
});
