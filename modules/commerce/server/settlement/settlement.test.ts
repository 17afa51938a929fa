import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { day, id, makeOrder, sent, tenant, unitOf } from '#modules/commerce/testing/fixtures.ts';
import { settle } from './settlement-calc.ts';

let world: World;
let operator: Person;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.as('sel1');
  // What the demo left unsettled would come along.
  await operator.post('selectionLib/settlement/make', { kind: 'subsidy', period: day(0).slice(0, 7) });
  await operator.post('selectionLib/settlement/make', { kind: 'monthly', period: day(0).slice(0, 7) });
});
afterAll(() => world.close());

const lastMonth = () => {
  const at = new Date(`${day(0).slice(0, 7)}-01T00:00:00Z`);
  at.setUTCDate(0);
  return at.toISOString().slice(0, 7);
};
/** A completed order with a subsidy of 20.00, of a supplier who has nothing else. */
async function completed(supplier: string): Promise<number> {
  const order = await makeOrder(world, 'completed');
  const supplierId = await unitOf(world, supplier);
  await world.sql(
    `update commerce.trade_order set supplier_id = $2, subsidised = true, completed_at = now() where id = $1`,
    [order.id, supplierId],
  );
  await world.sql(
    `update commerce.trade_order_money set supplier_id = $2, subsidy = 2000, payable = 7000 where order_id = $1`,
    [order.id, supplierId],
  );
  return order.id;
}
const make = (person = operator) =>
  person.post('selectionLib/settlement/make', { kind: 'subsidy', period: day(0).slice(0, 7) });
const move = async (person: Person, path: string, rowId: number, name: string, more: object = {}) => {
  const { data } = await person.get(`${path}/${rowId}`);
  return person.post(`${path}/transition`, { id: rowId, version: data?.version ?? 0, name, remark: '试', ...more });
};

it('R25: below nothing the payer pays nothing and the rest is carried over', () => {
  expect(
    settle({
      nets: [
        { no: 'a', cents: 5000 },
        { no: 'b', cents: -8000 },
      ],
      carriedInCents: 0,
    }),
  ).toEqual({
    net: -3000,
    total: 0,
    carriedOver: -3000,
  });
  expect(settle({ nets: [{ no: 'c', cents: 10_000 }], carriedInCents: -3000 })).toEqual({
    net: 10_000,
    total: 7000,
    carriedOver: 0,
  });
});

it('R25, R26, R27, acceptance 16: each order once, whoever makes it and how often; disputed it goes back; one approves and another pays', async () => {
  await world.sql(`update commerce.settlement set status = 'closed' where period = $1`, [day(0).slice(0, 7)]);
  await world.sql(`update commerce.settlement set period = $2 where period = $1 and kind = 'subsidy'`, [
    day(0).slice(0, 7),
    '1999-01',
  ]);
  const orders = [await completed('sup2'), await completed('sup2')];
  const made = await Promise.all([make(), make(), make(await world.as('sel2'))]);
  expect(made.map((one) => one.code)).toEqual([200, 200, 200]);
  expect(made.flatMap((one) => one.data.made)).toHaveLength(1);
  const lines = await world.sql(
    'select parent_id::int as id, net::int as net from commerce.settlement_line where order_id = any ($1)',
    [orders],
  );
  expect(lines.map((one) => one.net)).toEqual([2000, 2000]);
  const bill = lines[0].id;
  expect((await make()).data.made).toEqual([]);

  const supplier = await world.as('sup2');
  const own = await supplier.get(`suppliers/settlement/lines?id=${bill}`);
  const { data: head } = await supplier.get(`suppliers/settlement/${bill}`);
  expect(head.total).toBe(4000);
  expect((await (await world.as('sup1')).get(`suppliers/settlement/${bill}`)).code).toBe(404);
  const disputed = await supplier.post('suppliers/settlement/disputeLines', {
    id: bill,
    version: head.version,
    lines: [{ id: own.data[0].id, reason: '数量不符' }],
  });
  expect(disputed).toMatchObject({ data: { status: 'disputed' } });
  expect((await move(operator, 'selectionLib/settlement', bill, 'redraw')).code).toBe(200);
  const form = { invoiceFiles: [await sent(world, 'sup2', 'commerce.settlement')] };
  expect((await move(supplier, 'suppliers/settlement', bill, 'confirm', { form })).code).toBe(200);

  await world.sql('update commerce.settlement_line set net = net + 1 where id = $1', [own.data[0].id]);
  const [first, second] = [await world.as('fin1'), await world.as('fin3')];
  expect(await move(first, 'selectionLib/settlement', bill, 'approve')).toMatchObject({ bizCode: 'totalDiffers' });
  await world.sql('update commerce.settlement_line set net = net - 1 where id = $1', [own.data[0].id]);
  expect((await move(first, 'selectionLib/settlement', bill, 'approve')).code).toBe(200);
  const pay = async (username: string) => ({
    form: { paidOn: day(0), voucherFile: [await sent(world, username, 'commerce.supplierSettlement')] },
  });
  expect(await move(first, 'selectionLib/settlement', bill, 'pay', await pay('fin1'))).toMatchObject({
    bizCode: 'samePerson',
  });
  expect((await move(second, 'selectionLib/settlement', bill, 'pay', await pay('fin3'))).code).toBe(200);
  expect((await move(supplier, 'suppliers/settlement', bill, 'receive')).code).toBe(200);
});

it('R27: a bill that a buyer pays itself goes back to its own people, one of whom approves and another pays', async () => {
  // What was made of this month before takes no more lines.
  await world.sql(`update commerce.settlement set period = '1999-02' where period = $1 and kind = 'monthly'`, [
    day(0).slice(0, 7),
  ]);
  const order = await makeOrder(world, 'completed');
  await world.sql(`update commerce.trade_order set pay_mode = 'monthly', completed_at = now() where id = $1`, [
    order.id,
  ]);
  const made = await operator.post('selectionLib/settlement/make', { kind: 'monthly', period: day(0).slice(0, 7) });
  expect(made.code).toBe(200);
  const bill = await id(world, 'select parent_id::int as id from commerce.settlement_line where order_id = $1', [
    order.id,
  ]);
  const [boss, farm, supplier] = [await world.as('farm1_boss'), await world.as('farm1'), await world.as('sup1')];
  const path = 'selectionLib/settlement';
  const dispute = { form: { disputeText: '数量不符' } };
  expect((await move(supplier, 'suppliers/settlement', bill, 'dispute', dispute)).code).toBe(200);
  expect((await move(farm, path, bill, 'redrawOwn')).code).toBe(403);
  expect((await move(boss, path, bill, 'redrawOwn')).code).toBe(200);
  const form = { invoiceFiles: [await sent(world, 'sup1', 'commerce.settlement')] };
  expect((await move(supplier, 'suppliers/settlement', bill, 'confirm', { form })).code).toBe(200);
  expect((await move(await world.as('fin1'), path, bill, 'approve')).code).not.toBe(200);
  expect((await move(boss, path, bill, 'approve')).code).toBe(200);
  const voucher = { paidOn: day(0), voucherFile: [await sent(world, 'farm1', 'commerce.supplierSettlement')] };
  expect((await move(farm, path, bill, 'pay', { form: voucher })).code).toBe(200);
});

it('a month that lies ahead is not settled', async () => {
  const answer = await operator.post('selectionLib/settlement/make', { kind: 'subsidy', period: '2199-01' });
  expect(answer.code).toBe(422);
  expect(
    await id(world, 'select count(*)::int as id from commerce.settlement where tenant_no = $1 and period > $2', [
      tenant,
      lastMonth() < '2199' ? '2198-12' : '',
    ]),
  ).toBe(0);
});
