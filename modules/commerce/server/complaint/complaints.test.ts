import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { day, makeOffer, one } from '#modules/commerce/testing/fixtures.ts';
import { move, Trade } from '#modules/commerce/testing/trade.ts';

let world: World;
let trade: Trade;
beforeAll(async () => {
  world = await openWorld();
  trade = new Trade(world, await world.as('farm1'), await world.as('sup1'));
});
afterAll(() => world.close());

const statusOf = async (orderId: number) =>
  (await one<{ status: string }>(world, 'select status from commerce.trade_order where id = $1', [orderId])).status;

it('R22: with an open complaint neither the buyer nor the clock completes an order; once it was refused for good the clock does', async () => {
  const { orderId, lineId } = await trade.signed(await makeOffer(world), 2);
  const asked = await trade.complain(orderId, lineId, 1);
  expect(asked.code).toBe(200);
  expect(await move(trade.buyer, 'selectionLib/order', orderId, 'complete')).toMatchObject({
    bizCode: 'openAfterSale',
  });
  await trade.strike('completeAt', orderId);
  expect(await statusOf(orderId)).toBe('received');

  expect((await move(trade.supplier, 'suppliers/afterSale', asked.data.id, 'refuse')).code).toBe(200);
  await trade.strike('completeAt', orderId);
  expect(await statusOf(orderId)).toBe('received');
  // Seven days went by, and nobody brought it before the authority.
  await world.sql(`update commerce.after_sale set due_at = now() - interval '1 minute' where id = $1`, [asked.data.id]);
  expect((await move(trade.buyer, 'selectionLib/afterSale', asked.data.id, 'escalate')).bizCode).toBe('afterSaleLate');
  await trade.strike('completeAt', orderId);
  expect(await statusOf(orderId)).toBe('completed');
});

it('R23: no more than came and is not complained about already; until the days are over, for quality until the thirtieth; cold goods only with a reason', async () => {
  const { orderId, lineId } = await trade.signed(await makeOffer(world), 5);
  expect(await trade.complain(orderId, lineId, 6)).toMatchObject({ bizCode: 'overReturn' });
  const twice = { lines: [3, 3].map((qty) => ({ orderLineId: lineId, qty })) };
  expect((await trade.complain(orderId, lineId, 3, twice)).code).toBe(422);
  expect((await trade.complain(orderId, lineId, 3)).code).toBe(200);
  expect(await trade.complain(orderId, lineId, 3)).toMatchObject({
    bizCode: 'overReturn',
    msg: expect.stringContaining('2'),
  });
  // Everything came: nothing is short.
  expect(await trade.complain(orderId, lineId, 1, { reason: 'short' })).toMatchObject({ bizCode: 'overReturn' });

  await world.sql('update commerce.trade_order_line set cold_chain = true where id = $1', [lineId]);
  expect(await trade.complain(orderId, lineId, 1, { reason: 'noNeed' })).toMatchObject({ bizCode: 'coldReturn' });

  const ago = (days: number) =>
    world.sql('update commerce.shipment set signed_at = now() - make_interval(days => $2) where order_id = $1', [
      orderId,
      days,
    ]);
  await ago(16);
  expect(await trade.complain(orderId, lineId, 1)).toMatchObject({ bizCode: 'afterSaleLate' });
  expect((await trade.complain(orderId, lineId, 1, { reason: 'quality' })).code).toBe(200);
  await ago(31);
  expect(await trade.complain(orderId, lineId, 1, { reason: 'quality' })).toMatchObject({ bizCode: 'afterSaleLate' });
});

it('R24: freight is paid back once', async () => {
  const { orderId, lineId } = await trade.signed(await makeOffer(world, { freight: 6000 }), 4);
  const first = await trade.complain(orderId, lineId, 1, { askAmount: 15_000 });
  expect(first.code).toBe(200);
  await trade.refund(first.data.id);
  expect(await trade.complain(orderId, lineId, 1, { askAmount: 15_000 })).toMatchObject({ bizCode: 'overRefund' });
  expect((await trade.complain(orderId, lineId, 1, { askAmount: 9000 })).code).toBe(200);
});

it('R24, R25: a refund after the order was settled comes off once, as a line of its own', async () => {
  const offer = await makeOffer(world, { subsidy: 2000, quota: 50 });
  const { orderId, lineId } = await trade.signed(offer, 5, { seenSubsidised: 5 });
  expect((await move(trade.buyer, 'selectionLib/order', orderId, 'complete')).code).toBe(200);
  const operator = await world.as('sel1');
  const make = () => operator.post('selectionLib/settlement/make', { kind: 'subsidy', period: day(0).slice(0, 7) });
  const nets = async () =>
    (
      await world.sql('select net::int as net from commerce.settlement_line where order_id = $1 order by id', [orderId])
    ).map((line) => line.net);
  expect((await make()).code).toBe(200);
  expect(await nets()).toEqual([10_000]);

  const asked = await trade.complain(orderId, lineId, 2, { reason: 'quality' });
  expect(asked).toMatchObject({ code: 200, data: { askAmount: 14_000 } });
  await trade.refund(asked.data.id);
  await make();
  await make();
  expect(await nets()).toEqual([10_000, -4000]);
  expect(
    await one(world, 'select subsidy_used as used from commerce.product_sku where id = $1', [offer.productSkuId]),
  ).toEqual({ used: 3 });
});

it('R18: what was short is sent again once, and completes the line when it is signed for', async () => {
  const { orderId, shipmentId } = await trade.sent(await makeOffer(world), 5);
  const sign = async (shipment: number, signedQty: number, more: object = {}) => {
    const { shipments } = await trade.content(orderId);
    const { lines } = shipments.find((own: { id: number }) => own.id === shipment);
    return trade.buyer.post('selectionLib/order/sign', {
      shipmentId: shipment,
      lines: [{ id: lines[0].id, signedQty }],
      ...more,
    });
  };
  expect(await sign(shipmentId, 3, { diffReason: '少两袋' })).toMatchObject({ data: { short: [{ qty: 2 }] } });
  const [line] = (await trade.content(orderId)).lines;
  const { id: afterSaleId } = (await trade.complain(orderId, line.id, 2, { kind: 'reship', reason: 'short' })).data;
  expect(await trade.ship(orderId, 2, { afterSaleId })).toMatchObject({ bizCode: 'notReship' });
  expect((await move(trade.supplier, 'suppliers/afterSale', afterSaleId, 'agree', { form: {} })).code).toBe(200);
  expect((await trade.content(orderId, trade.supplier)).afterSales[0]).toMatchObject({ isResendDue: true });
  const again = await trade.ship(orderId, 2, { afterSaleId });
  expect(again, JSON.stringify(again)).toMatchObject({ code: 200, data: { status: 'received' } });
  expect(await trade.ship(orderId, 2, { afterSaleId })).toMatchObject({ bizCode: 'notReship' });
  expect((await sign(again.data.shipmentId, 2)).code).toBe(200);
  const after = await trade.content(orderId);
  expect(after.afterSales[0]).toMatchObject({ status: 'finished', isResendDue: false });
  expect(after.lines[0]).toMatchObject({ shippedQty: 5, receivedQty: 5, returnedQty: 0 });
});

it('a decision is taken on the complaint as it was read', async () => {
  const { orderId, lineId } = await trade.signed(await makeOffer(world), 2);
  const { id } = (await trade.complain(orderId, lineId, 1)).data;
  await move(trade.supplier, 'suppliers/afterSale', id, 'refuse');
  await move(trade.buyer, 'selectionLib/afterSale', id, 'escalate');
  const operator = await world.as('sel1');
  const { version } = (await operator.get(`selectionLib/afterSale/${id}`)).data;
  const decision = { id, kind: 'refundOnly', amount: 9000, freightBy: 'supplier', decision: '退款' };
  expect((await operator.post('selectionLib/afterSale/decide', { ...decision, version: version - 1 })).code).toBe(409);
  expect((await operator.post('selectionLib/afterSale/decide', { ...decision, version })).code).toBe(200);
});
