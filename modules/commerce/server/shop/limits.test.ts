import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { day, id, makeOffer, one, placing, sent, tenant, unique, unitOf } from '#modules/commerce/testing/fixtures.ts';
import { Trade } from '#modules/commerce/testing/trade.ts';

let world: World;
let trade: Trade;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  trade = new Trade(world, await world.as('farm1'), await world.as('sup1'));
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

it('R12: a yearly limit is of the product, whichever of its packs are ordered', async () => {
  const offer = await makeOffer(world);
  const other = await id(
    world,
    `insert into commerce.product_sku (tenant_no, parent_id, line_no, sku_id, spec, unit, supply_price, sale_price)
     values ($1, $2, 2, $3, '2袋装', 'bag', 8000, 9000) returning id::int as id`,
    [tenant, offer.productId, offer.skus[1]],
  );
  await world.sql('update commerce.product set limit_per_buyer_year = 10 where id = $1', [offer.productId]);
  const both = (qty: number) =>
    trade.buyer.post(
      'selectionLib/order/place',
      placing([offer.productSkuId, other].map((productSkuId) => ({ productSkuId, qty, seenPrice: 9000 }))),
    );
  expect(await both(6)).toMatchObject({ bizCode: 'limit' });
  expect((await both(5)).code).toBe(200);
  expect(await both(1)).toMatchObject({ bizCode: 'limit' });
});

it('R12: what is brought to a store has to be sold where that store stands', async () => {
  const offer = await makeOffer(world, { sellIn: 150521000000 });
  const depotId = await id(
    world,
    `update depot.depot set region_code = 150502000000 where id = (select id from depot.depot where principal_id = $1
       and kind = 'warehouse' order by id limit 1) returning id::int as id`,
    [farmId],
  );
  expect(await trade.place(offer, 1, { depotId })).toMatchObject({ bizCode: 'outOfRegion' });
  const seen = await trade.buyer.post('selectionLib/order/preview', {
    lines: [{ productSkuId: offer.productSkuId, qty: 1 }],
    depotId,
  });
  expect(seen.data.orders[0].lines[0].fault.bizCode).toBe('outOfRegion');
  expect((await trade.place(offer, 1)).code).toBe(200);
});

it('R12: a drug on prescription needs a sheet that covers it, and no sheet covers two orders', async () => {
  const drug = await one<{ medicineId: number; materialId: number; unit: string }>(
    world,
    `select m.id::int as "medicineId", k.material_id::int as "materialId", d.base_unit as unit
     from cure.medicine m join cure.medicine_pack k on k.parent_id = m.id join depot.material d on d.id = k.material_id
     where m.tenant_no = $1 and m.rx_only and m.status = 'published' and d.sharing = 'shared'
       and not exists (select 1 from commerce.commodity_link c join commerce.trade_order_line l on l.sku_id = c.sku_id
         where c.material_id = k.material_id and l.principal_id = $2) order by 1 limit 1`,
    [tenant, farmId],
  );
  const offer = await makeOffer(world, { code: 'DRG1', supplier: 'sup2' });
  await world.sql(
    `update commerce.commodity_link set material_id = $2, factor = 1, status = 'checked' where sku_id = $1`,
    [offer.skuId, drug.materialId],
  );
  await world.sql(
    `update cure.prescription set status = 'expired' where principal_id = $1 and status in ('issued', 'running')`,
    [farmId],
  );
  expect(await trade.place(offer, 10)).toMatchObject({ bizCode: 'needPrescription' });
  const sheet = await id(
    world,
    `insert into cure.prescription (tenant_no, region_code, principal_id, doc_no, unit_id, prescriber_id, species,
       diagnosis_tag_id, issued_at, valid_until, status)
     select p.tenant_no, p.region_code, $2, $3, p.unit_id, p.prescriber_id, p.species, p.diagnosis_tag_id, now(),
       current_date + 2, 'issued' from cure.prescription p where p.tenant_no = $1 order by p.id limit 1
     returning id::int as id`,
    [tenant, farmId, `RXT${unique()}`],
  );
  await world.sql(
    `insert into cure.prescription_line (tenant_no, parent_id, line_no, medicine_id, route, dose, dose_unit, total_qty)
     values ($1, $2, 1, $3, 'im', 1, $4, 10)`,
    [tenant, sheet, drug.medicineId, drug.unit],
  );
  expect(await trade.place(offer, 12)).toMatchObject({ bizCode: 'needPrescription' });
  expect((await trade.place(offer, 10)).code).toBe(200);
  expect(await trade.place(offer, 2)).toMatchObject({ bizCode: 'needPrescription' });
});

it('R13, R15, R16: what nobody accepts in five days is over, and its goods and its subsidy are free', async () => {
  const offer = await makeOffer(world, { subsidy: 2000, quota: 50 });
  const { orderId } = (await trade.place(offer, 3, { seenSubsidised: 3 })).data[0];
  await trade.strike('acceptEnds', orderId);
  const after = await one(
    world,
    `select o.status, s.locked_qty as locked, p.subsidy_used as used from commerce.trade_order o, commerce.commodity_sku s,
       commerce.product_sku p where o.id = $1 and s.id = $2 and p.id = $3`,
    [orderId, offer.skuId, offer.productSkuId],
  );
  expect(after).toEqual({ status: 'cancelled', locked: 0, used: 0 });
});

it('R14: the same request sent twice at once is one order', async () => {
  const offer = await makeOffer(world);
  const body = placing([{ productSkuId: offer.productSkuId, qty: 1, seenPrice: 9000 }]);
  const answers = await Promise.all([1, 2, 3].map(() => trade.buyer.post('selectionLib/order/place', body)));
  expect(answers.map((answer) => answer.code)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.data[0].orderId)).size).toBe(1);
});

it('R20: what was told and not answered yet is not paid a second time', async () => {
  const { orderId } = await trade.sent(await makeOffer(world), 2);
  const pay = async (amount: number) =>
    trade.buyer.post('selectionLib/order/pay', {
      orderId,
      amount,
      paidOn: day(0),
      proofFile: [await sent(world, 'farm1', 'commerce.tradeOrder')],
    });
  expect((await pay(10_000)).code).toBe(200);
  expect(await pay(9000)).toMatchObject({ code: 422, errors: [{ field: 'amount' }] });
  expect((await pay(8000)).code).toBe(200);
});
