import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { day, makeOffer, one, placing, sent, tenant, unitOf } from '#modules/commerce/testing/fixtures.ts';
import { move, Trade } from '#modules/commerce/testing/trade.ts';

let world: World;
let farm: Person;
let supplier: Person;
let other: Person;
const clock = Date.now;
beforeAll(async () => {
  world = await openWorld({ pool: 8 });
  [farm, supplier, other] = [await world.as('farm1'), await world.as('sup1'), await world.as('sup2')];
});
afterEach(() => {
  Date.now = clock;
});
afterAll(() => world.close());

it('R1, R6: a licence that ends at midnight: orders until then, and none of those that came after, though nothing left the shelf yet', async () => {
  const offer = await makeOffer(world, { stock: 100_000 });
  const lastDay = day(0);
  await world.sql(
    `update registry.principal_document set valid_to = $2 where principal_id = $1 and doc_kind = 'feedLicence'
       and status = 'valid'`,
    [await unitOf(world, 'sup1'), lastDay],
  );
  const midnight = Date.parse(`${lastDay}T00:00:00+08:00`) + 86_400_000;
  const shift = midnight - 1500 - clock();
  Date.now = () => clock() + shift;
  const body = () => placing([{ productSkuId: offer.productSkuId, qty: 1, seenPrice: offer.salePrice }]);
  const tried: { isLate: boolean; said: string }[] = [];
  const buyer = async () => {
    while (Date.now() < midnight + 1000) {
      const isLate = Date.now() >= midnight;
      const { code, bizCode } = await farm.post('selectionLib/order/place', body());
      tried.push({ isLate, said: bizCode ?? String(code) });
    }
  };
  await Promise.all(Array.from({ length: 4 }, buyer));
  const count = (isLate: boolean, said: string) =>
    tried.filter((each) => each.isLate === isLate && each.said === said).length;
  expect(count(false, '200')).toBeGreaterThan(0);
  expect(count(true, 'offShelf')).toBeGreaterThan(0);
  expect(tried.filter((each) => each.isLate && each.said !== 'offShelf')).toEqual([]);
  expect(tried.filter((each) => !['200', 'offShelf'].includes(each.said))).toEqual([]);
  const placed = await one(
    world,
    `select count(*)::int as n, (select p.status from commerce.product p where p.id = $2) as shelf
     from commerce.trade_order_line where sku_id = $1`,
    [offer.skuId, offer.productId],
  );
  expect(placed).toEqual({ n: tried.filter((each) => each.said === '200').length, shelf: 'onShelf' });
  await world.sql(
    `update registry.principal_document set valid_to = $2::date + 300 where principal_id = $1 and doc_kind = 'feedLicence'
       and status = 'valid'`,
    [await unitOf(world, 'sup1'), lastDay],
  );
});

it('acceptance 17: another supplier is told 404 at every door of goods, orders, complaints and bills that are not its own', async () => {
  const trade = new Trade(world, farm, supplier);
  const offer = await makeOffer(world);
  const { orderId, lineId } = await trade.signed(offer, 3);
  const complaint = (await trade.complain(orderId, lineId, 1)).data.id;
  const paid = await farm.post('selectionLib/order/pay', {
    orderId,
    amount: 9000,
    paidOn: day(0),
    proofFile: [await sent(world, 'farm1', 'commerce.tradeOrder')],
  });
  expect(paid.code).toBe(200);
  const bill = await one<{ id: number; line: number }>(
    world,
    `select s.id::int as id, (select l.id::int from commerce.settlement_line l where l.parent_id = s.id limit 1) as line
     from commerce.settlement s where s.tenant_no = $1 and s.supplier_id = $2
       and exists (select 1 from commerce.settlement_line l where l.parent_id = s.id) order by s.id limit 1`,
    [tenant, await unitOf(world, 'sup1')],
  );
  const reads = [
    `suppliers/commodity/${offer.commodityId}`,
    `suppliers/commodity/content?id=${offer.commodityId}`,
    `suppliers/order/${orderId}`,
    `selectionLib/order/content?id=${orderId}`,
    `suppliers/afterSale/${complaint}`,
    `suppliers/settlement/${bill.id}`,
    `suppliers/settlement/lines?id=${bill.id}`,
  ];
  for (const path of reads) {
    expect([path, (await supplier.get(path)).code]).toEqual([path, 200]);
    expect([path, (await other.get(path)).code]).toEqual([path, 404]);
  }
  const step = (id: number, name: string) => ({ id, version: 1, name, remark: '试', form: {} });
  const writes: [string, object][] = [
    ['suppliers/commodity/stock', { skuId: offer.skuId, mode: 'set', qty: 1 }],
    ['suppliers/commodity/transition', step(offer.commodityId, 'stop')],
    ['suppliers/order/transition', step(orderId, 'refuse')],
    ['suppliers/order/phone', { id: orderId }],
    ['suppliers/order/cancelRest', { id: orderId, version: 1, reason: '试' }],
    ['suppliers/order/confirmPay', { paymentId: paid.data.id, isThere: true }],
    [
      'suppliers/order/ship',
      { orderId, version: 1, carrierKind: 'ownVehicle', lines: [{ orderLineId: lineId, qty: 1 }] },
    ],
    ['suppliers/afterSale/transition', step(complaint, 'agree')],
    ['suppliers/settlement/transition', step(bill.id, 'confirm')],
    ['suppliers/settlement/disputeLines', { id: bill.id, version: 1, lines: [{ id: bill.line, reason: '试' }] }],
  ];
  for (const [path, body] of writes) expect([path, (await other.post(path, body)).code]).toEqual([path, 404]);
  for (const path of ['suppliers/order', 'suppliers/commodity', 'suppliers/afterSale', 'suppliers/settlement']) {
    const { data } = await other.get(`${path}/list?pageSize=100`);
    const unit = await unitOf(world, 'sup1');
    expect(data.length).toBeGreaterThan(0);
    expect(data.filter((row: { supplierId: number }) => row.supplierId === unit)).toEqual([]);
  }
});

it('R21: the supplier is told the buyer’s phone from accepting until the thirtieth day after the end, and not from day 31 on, nor of what came to nothing', async () => {
  const trade = new Trade(world, farm, supplier);
  const offer = await makeOffer(world);
  const phone = (orderId: number, person = supplier) => person.post('suppliers/order/phone', { id: orderId });
  const waiting = (await trade.place(offer, 1)).data[0].orderId;
  expect((await phone(waiting)).code).toBe(404);
  const { orderId } = await trade.signed(offer, 1);
  const ended = (hours: number) =>
    world.sql(
      `update commerce.trade_order set status = 'completed', completed_at = now() - make_interval(hours => $2)
       where id = $1`,
      [orderId, hours],
    );
  await ended(30 * 24 - 1);
  expect((await phone(orderId)).data.phone).toBe('13847500001');
  await ended(30 * 24 + 1);
  expect((await phone(orderId)).code).toBe(404);
  const seen = await supplier.get(`suppliers/order/${orderId}`);
  expect(seen.data.receiverPhone).toMatch(/\*{4}/);
  expect(JSON.stringify([seen, await trade.content(orderId, supplier)])).not.toContain('13847500001');

  const refused = (await trade.place(offer, 1)).data[0].orderId;
  expect((await move(supplier, 'suppliers/order', refused, 'accept', { form: { promisedOn: day(3) } })).code).toBe(200);
  expect((await phone(refused)).code).toBe(200);
  await world.sql(`update commerce.trade_order set status = 'closed' where id = $1`, [refused]);
  expect((await phone(refused)).code).toBe(404);
});

it('R14: freight or the subsidy of a unit changed after it was seen, the order is refused though the price is the same', async () => {
  const offer = await makeOffer(world, { subsidy: 2000, quota: 100, freight: 6000 });
  const seen = () =>
    farm.post(
      'selectionLib/order/place',
      placing([{ productSkuId: offer.productSkuId, qty: 1, seenPrice: 9000, seenSubsidised: 1, subsidy: 2000 }], 6000),
    );
  await world.sql('update commerce.product_sku set subsidy_per_unit = 1500 where id = $1', [offer.productSkuId]);
  expect(await seen()).toMatchObject({ bizCode: 'priceChanged', data: [{ subsidyPerUnit: 1500 }] });
  await world.sql('update commerce.product_sku set subsidy_per_unit = 2000 where id = $1', [offer.productSkuId]);
  const freight = (cents: number) =>
    world.sql(`update commerce.product set content = content || jsonb_build_object('freight', $2::int) where id = $1`, [
      offer.productId,
      cents,
    ]);
  await freight(7000);
  expect(await seen()).toMatchObject({ bizCode: 'priceChanged' });
  await freight(6000);
  expect((await seen()).code).toBe(200);
});
