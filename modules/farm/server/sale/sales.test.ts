import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { day, makeCustomer, makeSteers, unitOf } from '#modules/farm/testing/trade-fixtures.ts';

let world: World;
let clerk: Person;
let boss: Person;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  [clerk, boss] = (await Promise.all(['farm_clerk1', 'farm1'].map((name) => world.as(name)))) as [Person, Person];
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const orderOf = async (animalIds: readonly number[], more: Record<string, unknown> = {}) => {
  const made = await clerk.post('anm/sale/add', {
    principalId: null,
    customerId: (await makeCustomer(world, farmId)).id,
    purpose: 'fatten',
    priceMode: 'live',
    unitPrice: 2560,
    deliverOn: day(0),
    quarantineCertNo: null,
    lines: animalIds.map((animalId) => ({ animalId, kg: null })),
    ...more,
  });
  expect(made.code, made.msg).toBe(200);
  return made.data as { id: number; version: number };
};
const step = (who: Person, path: string, one: { id: number; version: number }, name: string, form = {}) =>
  who.post(`${path}/transition`, { ...one, name, form, remark: '试验' });

describe('sales', () => {
  test('R10, R22, R26 weighed off at the gate: one weighing by hand, amount to the cent, animals gone, sum in the ledger', async () => {
    const steers = await makeSteers(world, farmId, 3, { kg: 500 });
    const order = await orderOf(steers.map((one) => one.id));
    const confirmed = await step(clerk, 'anm/sale', order, 'confirm');
    expect(confirmed.code, confirmed.msg).toBe(200);
    const weights = [512.4, 498.3, 505.7];
    const done = await clerk.post('anm/sale/deliver', {
      id: order.id,
      version: confirmed.data.version,
      lines: steers.slice(0, 2).map((one, at) => ({ animalId: one.id, kg: weights[at] })),
    });
    expect(done.code, done.msg).toBe(200);
    // 1,010.70 kg × 25.60
    expect(done.data.amount).toBe(2_587_392);
    const rows = await world.sql<{ status: string; weight: string }>(
      'select status, weight::text as weight from registry.animal where id = any ($1) order by id',
      [steers.map((one) => one.id)],
    );
    expect(rows.map((one) => one.status)).toEqual(['sold', 'sold', 'inStock']);
    expect(Number(rows[0]?.weight)).toBe(512.4);
    const sessions = await world.sql(
      `select s.id from device.weigh_session s join device.weigh_record r on r.session_id = s.id
       where r.animal_id = $1 and s.purpose = 'sale'`,
      [steers[0]?.id],
    );
    expect(sessions).toHaveLength(1);
    const calc = await clerk.get(`sys/calc/list?entity=farm.saleOrder&id=${order.id}`);
    expect(calc.data[0]).toMatchObject({ cents: 2_587_392 });
    expect(
      await world.sql('select 1 from farm.animal_hold where animal_id = any ($1)', [steers.map((one) => one.id)]),
    ).toEqual([]);
  });

  test('R22 a confirmed sale reserves: another document, the registry and the plant are refused, a pen move is not', async () => {
    const [steer] = await makeSteers(world, farmId, 1);
    const order = await orderOf([steer?.id as number]);
    expect((await step(clerk, 'anm/sale', order, 'confirm')).code).toBe(200);
    const second = await orderOf([steer?.id as number]);
    expect(await step(clerk, 'anm/sale', second, 'confirm')).toMatchObject({ code: 500, bizCode: 'reserved' });
    const direct = await boss.post('pri/animal/change/submit', {
      changeType: 'saleOut',
      animalIds: [steer?.id],
      happenedOn: day(0),
      buyerName: '某人',
      purpose: 'fatten',
    });
    expect(direct).toMatchObject({ code: 500, bizCode: 'reserved' });
    const [pen] = await world.sql<{ id: number }>(
      `select id::int as id from registry.pen where principal_id = $1 and status = 'inUse' order by id limit 1`,
      [farmId],
    );
    const moved = await boss.post('pri/animal/change/submit', {
      changeType: 'penMove',
      animalIds: [steer?.id],
      happenedOn: day(0),
      toPenId: pen?.id,
    });
    expect(moved.bizCode).not.toBe('reserved');
    const [row] = await world.sql<{ version: number }>('select version from farm.sale_order where id = $1', [order.id]);
    expect((await step(clerk, 'anm/sale', { id: order.id, version: row?.version as number }, 'cancel')).code).toBe(200);
    expect((await step(clerk, 'anm/sale', second, 'confirm')).code).toBe(200);
  });

  test('R23 sold to a unit of the tenant it waits for that unit', async () => {
    const [steer] = await makeSteers(world, farmId, 1, { kg: 400 });
    const coop = await unitOf(world, 'coop1');
    const customer = await makeCustomer(world, farmId, { ref: coop });
    const order = await orderOf([steer?.id as number], { customerId: customer.id });
    const { data } = await step(clerk, 'anm/sale', order, 'confirm');
    const done = await clerk.post('anm/sale/deliver', {
      id: order.id,
      version: data.version,
      lines: [{ animalId: steer?.id, kg: 402 }],
    });
    expect(done.data, done.msg).toMatchObject({ waits: true });
    expect((await clerk.get(`anm/sale/${order.id}`)).data.handover).toBe('submitted');
  });

  test('R30 over the credit limit the clerk is refused, who may say so is not', async () => {
    const [one, two] = await makeSteers(world, farmId, 2, { kg: 500 });
    const customer = await makeCustomer(world, farmId, { limit: 100_000 });
    const order = await orderOf([one?.id as number], { customerId: customer.id });
    expect(await step(clerk, 'anm/sale', order, 'confirm')).toMatchObject({ bizCode: 'overCredit' });
    const other = await orderOf([two?.id as number], { customerId: customer.id });
    expect((await step(boss, 'anm/sale', other, 'confirm')).code).toBe(200);
  });

  test('R44 nothing is booked into a closed month; opened with a reason it is, and the log says so', async () => {
    const [year, month] = day(-62).split('-');
    const closing = `${year}-${month}`;
    expect((await boss.post('anm/month/close', { month: closing })).code).toBe(200);
    const bill = {
      principalId: null,
      onDate: day(-62),
      kind: 'power',
      amount: 100,
      scope: 'farm',
      hovelId: null,
      text: null,
      proof: null,
    };
    expect(await clerk.post('anm/expense/add', bill)).toMatchObject({ bizCode: 'monthClosed' });
    expect((await clerk.post('anm/month/reopen', { month: closing, reason: '补记' })).code).toBe(403);
    expect((await boss.post('anm/month/reopen', { month: closing, reason: '补记' })).code).toBe(200);
    expect((await clerk.post('anm/expense/add', bill)).code).toBe(200);
    const logged = await world.sql(`select 1 from kit.oper_log where tenant_no = 1505 and action = 'reopen' limit 1`);
    expect(logged).toHaveLength(1);
  });

  test('two payments never pay the same cent', async () => {
    const customer = await makeCustomer(world, farmId);
    const [order] = await world.sql<{ id: number }>(
      `insert into farm.sale_order (tenant_no, principal_id, doc_no, customer_id, price_mode, unit_price, purpose,
         deliver_on, delivered_on, head, amount, status)
       values (1505, $1, 'FO-pay-' || $2::bigint, $2, 'live', 2500, 'fatten', current_date, current_date, 1, 10000, 'delivered')
       returning id::int as id`,
      [farmId, customer.id],
    );
    const pay = () =>
      clerk.post('anm/customerPay/add', {
        orderId: order?.id,
        batchId: null,
        onDate: day(0),
        amount: 6000,
        way: 'cash',
        proof: null,
        remark: null,
      });
    const codes = (await Promise.all([pay(), pay(), pay()])).map((one) => one.bizCode ?? one.code).sort();
    expect(codes).toEqual([200, 'overPaid', 'overPaid']);
  });
});
