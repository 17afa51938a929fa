import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { day, id, makeOffer, one, placing, sent, tenant, unitOf } from '#modules/commerce/testing/fixtures.ts';
import { signByClock } from './sign.ts';

let world: World;
let farm: Person;
let supplier: Person;
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  supplier = await world.as('sup1');
  await world.sql(
    `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value)
     values ($1, $2, 'purchase_approval_above', '5000')
     on conflict (tenant_no, principal_id, config_code) do update set config_value = '5000'`,
    [tenant, await unitOf(world, 'farm1')],
  );
});
afterAll(() => world.close());

type Offer = Awaited<ReturnType<typeof makeOffer>>;
const order = async (offer: Offer, qty: number, more: object = {}, person = farm) =>
  person.post('selectionLib/order/place', {
    ...placing([{ productSkuId: offer.productSkuId, qty, seenPrice: offer.salePrice }]),
    ...more,
  });
const stock = (skuId: number) =>
  one<{ stock: number; locked: number }>(
    world,
    'select stock_qty as stock, locked_qty as locked from commerce.commodity_sku where id = $1',
    [skuId],
  );
const move = async (person: Person, path: string, orderId: number, name: string, more: object = {}) => {
  const { data } = await person.get(`${path}/${orderId}`);
  return person.post(`${path}/transition`, { id: orderId, version: data?.version ?? 0, name, remark: '试', ...more });
};
const contentOf = async (person: Person, orderId: number) =>
  (await person.get(`selectionLib/order/content?id=${orderId}`)).data;
const ship = async (orderId: number, qty: number, more: object = {}) => {
  const [{ version }] = (await world.sql('select version from commerce.trade_order where id = $1', [orderId])) as [
    { version: number },
  ];
  const content = await contentOf(supplier, orderId);
  return supplier.post('suppliers/order/ship', {
    orderId,
    version,
    carrierKind: 'ownVehicle',
    lines: [{ orderLineId: content.lines[0].id, qty, lotNo: 'L1', expireOn: day(300), producedOn: day(-10) }],
    ...more,
  });
};
/** Placed, accepted and sent. */
async function sentOrder(offer: Offer, qty: number, more: object = {}) {
  const placed = await order(offer, qty, more);
  expect(placed).toMatchObject({ code: 200 });
  const { orderId } = placed.data[0];
  if (placed.data[0].status === 'pendingApproval')
    expect((await move(await world.as('farm1_boss'), 'selectionLib/order', orderId, 'approve')).code).toBe(200);
  expect((await move(supplier, 'suppliers/order', orderId, 'accept', { form: { promisedOn: day(3) } })).code).toBe(200);
  const shipped = await ship(orderId, qty);
  expect(shipped).toMatchObject({ code: 200, data: { status: 'pendingReceive' } });
  return { orderId, shipmentId: shipped.data.shipmentId };
}
const sign = async (orderId: number, shipmentId: number, qty: number, more: object = {}) => {
  const content = await contentOf(farm, orderId);
  const shipment = content.shipments.find((own: { id: number }) => own.id === shipmentId);
  return farm.post('selectionLib/order/sign', {
    shipmentId,
    lines: [{ id: shipment.lines[0].id, signedQty: qty }],
    ...more,
  });
};

describe('placing', () => {
  it('R13, acceptance 6: of the last ten units two buyers want eight each, one gets them and the other is told 2', async () => {
    const offer = await makeOffer(world, { stock: 10 });
    const coop = await world.as('coop1');
    const answers = await Promise.all([order(offer, 8), order(offer, 8, {}, coop)]);
    expect(answers.map((one) => one.code).sort()).toEqual([200, 500]);
    expect(answers.find((one) => one.code === 500)).toMatchObject({
      bizCode: 'soldOut',
      msg: expect.stringContaining('2'),
    });
    expect(await stock(offer.skuId)).toEqual({ stock: 10, locked: 8 });
  });

  it('R14, acceptance 7: another price than the one that was seen is refused and told; an order placed stays as it was', async () => {
    const offer = await makeOffer(world);
    const placed = await order(offer, 1);
    expect(placed.code).toBe(200);
    await world.sql('update commerce.product_sku set sale_price = 9500 where id = $1', [offer.productSkuId]);
    const refused = await order(offer, 1);
    expect(refused).toMatchObject({ code: 500, bizCode: 'priceChanged', data: [{ salePrice: 9500 }] });
    const [line] = (await contentOf(farm, placed.data[0].orderId)).lines;
    expect(line).toMatchObject({ salePrice: 9000, lineAmount: 9000 });
  });

  it('R15, R30, acceptance 8: 120 units with a quota of 100 and freight 60.00 come to 8,860.00; cancelled, the quota is back', async () => {
    const offer = await makeOffer(world, { subsidy: 2000, quota: 100, freight: 6000 });
    const preview = await farm.post('selectionLib/order/preview', {
      lines: [{ productSkuId: offer.productSkuId, qty: 120 }],
    });
    expect(preview.data.orders[0]).toMatchObject({
      goods: 1_080_000,
      freight: 6000,
      subsidy: 200_000,
      payable: 886_000,
      needsApproval: true,
      lines: [{ subsidisedQty: 100 }],
    });
    const placed = await farm.post('selectionLib/order/place', {
      ...placing(
        [{ productSkuId: offer.productSkuId, qty: 120, seenPrice: 9000, seenSubsidised: 100, subsidy: 2000 }],
        6000,
      ),
    });
    expect(placed.data[0]).toMatchObject({ status: 'pendingApproval', payable: 886_000 });
    const used = () =>
      id(world, 'select subsidy_used as id from commerce.product_sku where id = $1', [offer.productSkuId]);
    expect(await used()).toBe(100);
    expect((await move(farm, 'selectionLib/order', placed.data[0].orderId, 'cancel')).code).toBe(200);
    expect(await used()).toBe(0);
    expect(await stock(offer.skuId)).toMatchObject({ locked: 0 });
  });

  it('acceptance 9: above the limit it waits for another of the unit, and the supplier learns of it only then', async () => {
    const offer = await makeOffer(world, { salePrice: 16_000 });
    const clerk = await world.as('farm_clerk1');
    const placed = await order(offer, 60, {}, clerk);
    const { orderId, status } = placed.data[0];
    expect(status).toBe('pendingApproval');
    expect((await supplier.get(`suppliers/order/${orderId}`)).code).toBe(404);
    expect((await move(clerk, 'selectionLib/order', orderId, 'approve')).code).toBe(403);
    expect((await move(await world.as('farm1_boss'), 'selectionLib/order', orderId, 'approve')).code).toBe(200);
    expect((await supplier.get(`suppliers/order/${orderId}`)).data.status).toBe('pendingAccept');
  });

  it('R12: below the least quantity, out of step, above the yearly limit and off the shelf are refused, each by its name', async () => {
    const offer = await makeOffer(world);
    await world.sql('update commerce.commodity_sku set min_qty = 10, step_qty = 5 where id = $1', [offer.skuId]);
    expect(await order(offer, 12)).toMatchObject({ bizCode: 'step' });
    await world.sql('update commerce.product set limit_per_buyer_year = 10 where id = $1', [offer.productId]);
    expect(await order(offer, 15)).toMatchObject({ bizCode: 'limit' });
    await world.sql(`update commerce.product set status = 'offShelf' where id = $1`, [offer.productId]);
    expect(await order(offer, 10)).toMatchObject({ bizCode: 'offShelf' });
  });

  it('a licence that ended yesterday takes no order today, whatever stands on the shelf', async () => {
    const offer = await makeOffer(world);
    const held = await world.sql(
      `update registry.principal_document set status = 'expired' where principal_id = $1 and doc_kind = 'feedLicence'
         and status = 'valid' returning id`,
      [await unitOf(world, 'sup1')],
    );
    expect(await order(offer, 1)).toMatchObject({ bizCode: 'offShelf' });
    await world.sql(`update registry.principal_document set status = 'valid' where id = any ($1)`, [
      held.map((one) => one.id),
    ]);
  });

  it('the same request twice is one order', async () => {
    const offer = await makeOffer(world);
    const body = placing([{ productSkuId: offer.productSkuId, qty: 1, seenPrice: 9000 }]);
    const [first, second] = [
      await farm.post('selectionLib/order/place', body),
      await farm.post('selectionLib/order/place', body),
    ];
    expect(second.data[0].orderId).toBe(first.data[0].orderId);
    expect(await stock(offer.skuId)).toMatchObject({ locked: 1 });
  });
});

describe('sending and signing', () => {
  it('R20, acceptance 10: a prepaid order is sent when all of it is paid; sent in part it stays in shipping', async () => {
    const offer = await makeOffer(world);
    const { orderId } = (await order(offer, 4, { payMode: 'prepaid' })).data[0];
    const form = { form: { promisedOn: day(2) } };
    expect(await move(supplier, 'suppliers/order', orderId, 'acceptPrepaid', form)).toMatchObject({
      data: { status: 'pendingPay' },
    });
    expect((await ship(orderId, 2)).code).toBe(409);
    const proofFile = [await sent(world, 'farm1', 'commerce.tradeOrder')];
    const paid = await farm.post('selectionLib/order/pay', { orderId, amount: 36_000, paidOn: day(0), proofFile });
    expect(paid.code).toBe(200);
    expect(await supplier.post('suppliers/order/confirmPay', { paymentId: paid.data.id, isThere: true })).toMatchObject(
      {
        data: { status: 'pendingShip', paid: 36_000 },
      },
    );
    expect(await ship(orderId, 3)).toMatchObject({ data: { status: 'shipping' } });
    expect(await ship(orderId, 2)).toMatchObject({ bizCode: 'overShip' });
    expect(await stock(offer.skuId)).toEqual({ stock: 497, locked: 1 });
  });

  it('R17, R18, R24, acceptance 11: 18 of 20 signed into the depot, the receipt has factor, lot, expiry and cost; two short are refunded', async () => {
    const offer = await makeOffer(world, { subsidy: 2000, quota: 100 });
    const material = await one<{ id: number; factor: number }>(
      world,
      `select id::int as id, (packs -> 0 ->> 'factor')::float8 as factor from depot.material where tenant_no = $1
         and sharing = 'shared' and kind = 'feed' and status = 'active' order by id limit 1`,
      [tenant],
    );
    await world.sql(
      `update commerce.commodity_link set material_id = $2, factor = $3, status = 'checked' where sku_id = $1`,
      [offer.skuId, material.id, material.factor],
    );
    const depotId = await id(
      world,
      `select id::int as id from depot.depot where principal_id = $1 and kind = 'warehouse' order by id limit 1`,
      [await unitOf(world, 'farm1')],
    );
    const placed = await farm.post('selectionLib/order/place', {
      ...placing([{ productSkuId: offer.productSkuId, qty: 20, seenPrice: 9000, seenSubsidised: 20, subsidy: 2000 }]),
      depotId,
    });
    const { orderId } = placed.data[0];
    await move(supplier, 'suppliers/order', orderId, 'accept', { form: { promisedOn: day(3) } });
    const { shipmentId } = (await ship(orderId, 20)).data;
    expect((await sign(orderId, shipmentId, 18, { depotId })).code).toBe(422);
    const signed = await sign(orderId, shipmentId, 18, { depotId, diffReason: '两袋破损' });
    expect(signed).toMatchObject({ code: 200, data: { status: 'received', short: [{ qty: 2 }], unlinked: [] } });
    const [line] = await world.sql(
      `select l.qty::float8 as qty, l.lot_no, to_char(l.expire_on, 'YYYY-MM-DD') as expire, c.cents::int as cents
       from depot.stock_doc d join depot.stock_doc_line l on l.doc_id = d.id
       left join depot.stock_cost c on c.about = 'line' and c.about_id = l.id where d.doc_no = $1`,
      [signed.data.stockDocNo],
    );
    expect(line).toEqual({ qty: 18 * material.factor, lot_no: 'L1', expire: day(300), cents: 18 * 9000 });

    const own = (await contentOf(farm, orderId)).lines[0];
    const asked = await farm.post('selectionLib/afterSale/apply', {
      orderId,
      kind: 'refundOnly',
      reason: 'short',
      lines: [{ orderLineId: own.id, qty: 2 }],
    });
    expect(asked).toMatchObject({ code: 200, data: { askAmount: 14_000 } });
    const complaint = asked.data.id;
    expect((await move(farm, 'selectionLib/order', orderId, 'complete')).bizCode).toBe('openAfterSale');
    expect(
      (await move(supplier, 'suppliers/afterSale', complaint, 'agree', { form: { agreedAmount: 99_000 } })).bizCode,
    ).toBe('overRefund');
    expect((await move(supplier, 'suppliers/afterSale', complaint, 'agree', { form: {} })).code).toBe(200);
    const form = { refundProof: [await sent(world, 'sup1', 'commerce.afterSale')] };
    expect((await move(supplier, 'suppliers/afterSale', complaint, 'giveProof', { form })).code).toBe(200);
    expect((await move(farm, 'selectionLib/afterSale', complaint, 'confirmRefund')).code).toBe(200);
    const [after] = await world.sql(
      `select m.refunded::int as refunded, p.subsidy_used as used from commerce.trade_order_money m, commerce.product_sku p
       where m.order_id = $1 and p.id = $2`,
      [orderId, offer.productSkuId],
    );
    expect(after).toEqual({ refunded: 14_000, used: 18 });
    expect((await move(farm, 'selectionLib/order', orderId, 'complete')).code).toBe(200);
  });

  it('R31, acceptance 18: what went into the depot leaves it by a paper of its own; without stock nothing is sent back', async () => {
    const offer = await makeOffer(world);
    const farmId = await unitOf(world, 'farm1');
    const material = await one<{ id: number }>(
      world,
      `select id::int as id from depot.material where tenant_no = $1 and sharing = 'shared' and kind = 'feed'
         and status = 'active' order by id limit 1`,
      [tenant],
    );
    await world.sql(
      `update commerce.commodity_link set material_id = $2, factor = 40, status = 'checked' where sku_id = $1`,
      [offer.skuId, material.id],
    );
    await world.sql(
      `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value)
       values ($1, $2, 'depot_in_review', '0')
       on conflict (tenant_no, principal_id, config_code) do update set config_value = '0'`,
      [tenant, farmId],
    );
    const depotId = await id(
      world,
      `update depot.depot set keeper_ids = (select jsonb_agg(s.id) from registry.staff s join platform.sys_user u
         on u.id = s.user_id where u.username = 'farm1')
       where principal_id = $1 and kind = 'warehouse' returning id::int as id`,
      [farmId],
    );
    const { orderId, shipmentId } = await sentOrder(offer, 5, { depotId });
    expect((await sign(orderId, shipmentId, 5, { depotId })).code).toBe(200);
    const left = async () =>
      (
        await one<{ qty: number }>(
          world,
          `select coalesce(sum(b.qty), 0)::float8 as qty from depot.stock_balance b join depot.lot l on l.id = b.lot_id
           where b.depot_id = $1 and b.material_id = $2 and l.lot_no = 'L1'`,
          [depotId, material.id],
        )
      ).qty;
    const before = await left();
    const own = (await contentOf(farm, orderId)).lines[0];
    const complain = async (qty: number) => {
      const asked = await farm.post('selectionLib/afterSale/apply', {
        orderId,
        kind: 'returnRefund',
        reason: 'damaged',
        lines: [{ orderLineId: own.id, qty }],
      });
      expect(asked.code).toBe(200);
      expect((await move(supplier, 'suppliers/afterSale', asked.data.id, 'agree', { form: {} })).code).toBe(200);
      return asked.data.id;
    };
    const first = await complain(2);
    expect(
      (await move(farm, 'selectionLib/afterSale', first, 'sendBack', { form: { returnWaybill: 'SF1' } })).code,
    ).toBe(200);
    expect(await left()).toBe(before - 80);
    const row = (await farm.get(`selectionLib/afterSale/${first}`)).data;
    expect(
      await one(world, 'select doc_type, reason from depot.stock_doc where doc_no = $1', [row.stockDocNo]),
    ).toEqual({ doc_type: 'useOut', reason: 'purveyorReturn' });
    const stockBefore = await stock(offer.skuId);
    expect((await move(supplier, 'suppliers/afterSale', first, 'signReturn')).code).toBe(200);
    expect((await stock(offer.skuId)).stock).toBe(stockBefore.stock + 2);

    const second = await complain(3);
    await world.sql('update depot.stock_balance set qty = 0 where depot_id = $1 and material_id = $2', [
      depotId,
      material.id,
    ]);
    const refused = await move(farm, 'selectionLib/afterSale', second, 'sendBack', { form: { returnWaybill: 'SF2' } });
    expect(refused.code).not.toBe(200);
    expect((await farm.get(`selectionLib/afterSale/${second}`)).data.status).toBe('agreed');
  });

  it('R19: goods with an end need lot and expiry, and near it the buyer agrees first', async () => {
    const offer = await makeOffer(world);
    const { orderId } = (await order(offer, 2)).data[0];
    await move(supplier, 'suppliers/order', orderId, 'accept', { form: { promisedOn: day(3) } });
    await world.sql('update commerce.trade_order_line set has_expiry = true where order_id = $1', [orderId]);
    const content = await contentOf(supplier, orderId);
    const lines = (more: object) => ({ lines: [{ orderLineId: content.lines[0].id, qty: 1, ...more }] });
    expect(await ship(orderId, 1, lines({}))).toMatchObject({ bizCode: 'needLot' });
    const short = lines({ lotNo: 'L2', producedOn: day(-300), expireOn: day(60) });
    expect(await ship(orderId, 1, short)).toMatchObject({ bizCode: 'shortLife' });
    expect((await ship(orderId, 1, { ...short, shortLifeAgreed: true })).code).toBe(200);
  });

  it('R16, acceptance 19: fifteen days on, what came is signed for by the clock; cold goods wait for somebody', async () => {
    const [plain, cold] = [await sentOrder(await makeOffer(world), 1), await sentOrder(await makeOffer(world), 1)];
    await world.sql('update commerce.trade_order set cold_chain = true where id = $1', [cold.orderId]);
    await world.database.transaction(systemScope(tenant, 'test'), async (tx) => {
      await signByClock(tx, plain.orderId);
      await signByClock(tx, cold.orderId);
    });
    const states = await world.sql('select status from commerce.trade_order where id = any ($1) order by id', [
      [plain.orderId, cold.orderId],
    ]);
    expect(states.map((row) => row.status)).toEqual(['received', 'pendingReceive']);
    const told = await world.sql(`select 1 from kit.due where kind = 'commerce.signEnds' and ref = $1`, [
      String(cold.orderId),
    ]);
    expect(told).toHaveLength(1);
  });

  it('acceptance 17, R21: another supplier finds neither order nor goods; the phone is told until thirty days after the end', async () => {
    const offer = await makeOffer(world);
    const { orderId } = await sentOrder(offer, 1);
    const other = await world.as('sup2');
    expect((await other.get(`suppliers/order/${orderId}`)).code).toBe(404);
    expect((await other.get(`selectionLib/order/content?id=${orderId}`)).code).toBe(404);
    expect((await other.get(`suppliers/commodity/${offer.commodityId}`)).code).toBe(404);
    expect((await other.post('suppliers/order/phone', { id: orderId })).code).toBe(404);
    expect((await supplier.post('suppliers/order/phone', { id: orderId })).data.phone).toBe('13847500001');
    expect((await supplier.get(`suppliers/order/${orderId}`)).data.receiverPhone).not.toContain('7500');
    await world.sql(`update commerce.trade_order set completed_at = now() - interval '31 days' where id = $1`, [
      orderId,
    ]);
    expect((await supplier.post('suppliers/order/phone', { id: orderId })).code).toBe(404);
  });

  it('D5: the authority sees that something was bought, and what it cost only where public money is in it', async () => {
    const plain = await makeOffer(world);
    const aided = await makeOffer(world, { subsidy: 1000, quota: 50 });
    const [one] = (await order(plain, 1)).data;
    const [two] = (
      await farm.post('selectionLib/order/place', {
        ...placing([{ productSkuId: aided.productSkuId, qty: 2, seenPrice: 9000, seenSubsidised: 2, subsidy: 1000 }]),
      })
    ).data;
    const manager = await world.as('kzzq_mgr');
    expect((await manager.get(`selectionLib/order/${one.orderId}`)).data).toMatchObject({ goods: null, payable: null });
    expect((await manager.get(`selectionLib/order/${two.orderId}`)).data).toMatchObject({
      goods: 18_000,
      subsidy: 2000,
    });
    expect((await contentOf(manager, two.orderId)).lines).toEqual([]);
    // Nor how many, from which it could be computed.
    const summaryOf = async (person: Person, orderId: number) =>
      (await person.get(`selectionLib/order/${orderId}`)).data.summary;
    expect(await summaryOf(manager, one.orderId)).not.toMatch(/×/);
    expect(await summaryOf(manager, two.orderId)).toMatch(/× 2$/);
    expect(await summaryOf(farm, one.orderId)).toMatch(/× 1$/);
    const { orderId: sentId } = await sentOrder(plain, 3);
    expect((await contentOf(farm, sentId)).shipments[0].lines).toHaveLength(1);
    expect((await contentOf(manager, sentId)).shipments).toMatchObject([{ lines: [] }]);
  });

  it('acceptance 15: refused by the supplier, brought before the authority, decided there; neither side decides', async () => {
    const { orderId, shipmentId } = await sentOrder(await makeOffer(world), 5);
    await sign(orderId, shipmentId, 5);
    const own = (await contentOf(farm, orderId)).lines[0];
    const asked = await farm.post('selectionLib/afterSale/apply', {
      orderId,
      kind: 'refundOnly',
      reason: 'quality',
      lines: [{ orderLineId: own.id, qty: 1 }],
    });
    const complaint = asked.data.id;
    expect((await move(supplier, 'suppliers/afterSale', complaint, 'refuse')).code).toBe(200);
    const operator = await world.as('sel1');
    expect((await operator.get(`selectionLib/afterSale/${complaint}`)).data.askAmount).toBeNull();
    expect((await move(farm, 'selectionLib/afterSale', complaint, 'escalate')).code).toBe(200);
    const { data } = await operator.get(`selectionLib/afterSale/${complaint}`);
    expect(data.askAmount).toBe(9000);
    const decision = {
      id: complaint,
      version: data.version,
      kind: 'refundOnly',
      amount: 9000,
      freightBy: 'supplier',
      decision: '退款',
    };
    expect(await operator.post('selectionLib/afterSale/decide', decision)).toMatchObject({
      data: { status: 'decided' },
    });
    for (const person of [farm, operator])
      expect((await person.get(`selectionLib/afterSale/${complaint}`)).data.decision).toBe('退款');
  });
});
