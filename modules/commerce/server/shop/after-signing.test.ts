import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { day, makeOffer, tenant, unitOf } from '#modules/commerce/testing/fixtures.ts';
import { Trade } from '#modules/commerce/testing/trade.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const tradeOf = async (buyer: string, supplier = 'sup1') =>
  new Trade(world, await world.as(buyer), await world.as(supplier));

it('R28: who bought a vaccine gets a proof of order, lot, quantity and invoice with the signed shipment, as a paper that stays the same', async () => {
  await world.sql(
    `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value)
     values ($1, $2, 'self_purchase_vaccine', '1')
     on conflict (tenant_no, principal_id, config_code) do update set config_value = '1'`,
    [tenant, await unitOf(world, 'farm1')],
  );
  const trade = await tradeOf('farm1', 'sup2');
  const offer = await makeOffer(world, { code: 'VAC1', supplier: 'sup2' });
  const placed = await trade.place(offer, 4);
  expect(placed.code).toBe(200);
  const { orderId, orderNo } = placed.data[0];
  const { version } = (await trade.supplier.get(`suppliers/order/${orderId}`)).data;
  const accept = { id: orderId, version, name: 'accept', form: { promisedOn: day(3) } };
  expect((await trade.supplier.post('suppliers/order/transition', accept)).code).toBe(200);
  // What has to be kept cold is sent with its record.
  expect(await trade.ship(orderId, 4)).toMatchObject({ bizCode: 'needCold' });
  await world.sql('update commerce.trade_order set cold_chain = false where id = $1', [orderId]);
  const { shipmentId } = (await trade.ship(orderId, 4)).data;
  const proof = () => trade.buyer.get(`selectionLib/order/proof?id=${orderId}`);
  expect((await proof()).data).toEqual([]);
  const paper = () => trade.buyer.post('selectionLib/order/proofPaper', { shipmentId });
  expect(await paper()).toMatchObject({ bizCode: 'notSigned' });

  const { shipments } = await trade.content(orderId);
  const lines = [{ id: shipments[0].lines[0].id, signedQty: 4 }];
  expect((await trade.buyer.post('selectionLib/order/sign', { shipmentId, lines })).code).toBe(200);
  await world.sql(`update commerce.trade_order set invoice_title = '示范牧场' where id = $1`, [orderId]);
  expect((await proof()).data).toEqual([
    expect.objectContaining({
      orderNo,
      lotNo: 'L1',
      expireOn: day(300),
      qty: 4,
      signedOn: day(0),
      invoice: '示范牧场',
    }),
  ]);
  const [first, second] = [await paper(), await paper()];
  expect(first, JSON.stringify(first)).toMatchObject({ code: 200 });
  expect(second.data.fileId).toBe(first.data.fileId);
  const { url } = (await trade.buyer.get(`sys/file/link/${first.data.fileId}`)).data;
  const file = await world.app.inject({ url });
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const other = await world.as('coop1');
  expect((await other.get(`selectionLib/order/proof?id=${orderId}`)).code).toBe(404);
  expect((await other.post('selectionLib/order/proofPaper', { shipmentId })).code).toBe(404);
});

it('R29: a line is rated once by who signed for it, and for thirty days changed; a household is told by its county', async () => {
  const trade = await tradeOf('house1');
  const offer = await makeOffer(world);
  const sent = await trade.sent(offer, 1);
  const [line] = (await trade.content(sent.orderId)).lines;
  const rate = (rating: number, text: string) =>
    trade.buyer.post('selectionLib/order/rate', {
      orderId: sent.orderId,
      ratings: [{ lineId: line.id, rating, text }],
    });
  expect(await rate(5, '好')).toMatchObject({ bizCode: 'rateLate' });

  const { orderId, lineId } = await trade.signed(offer, 1);
  const rateSigned = (rating: number, text: string) =>
    trade.buyer.post('selectionLib/order/rate', { orderId, ratings: [{ lineId, rating, text }] });
  expect((await rateSigned(2, '有结块')).code).toBe(200);
  expect((await rateSigned(4, '换货后满意')).code).toBe(200);
  const seen = (await trade.buyer.get(`selectionLib/shop/${offer.productId}`)).data;
  expect(seen.rating).toBe(4);
  expect(seen.ratings).toEqual([{ rating: 4, text: '换货后满意', by: expect.stringContaining('旗'), on: day(0) }]);
  expect(JSON.stringify(seen.ratings)).not.toContain('包海山');
  await world.sql(`update commerce.trade_order_line set rated_at = now() - interval '31 days' where id = $1`, [lineId]);
  expect(await rateSigned(1, '改')).toMatchObject({ bizCode: 'rateLate' });
  const stranger = await world.as('coop1');
  const theirs = { orderId, ratings: [{ lineId, rating: 1, text: '改' }] };
  expect((await stranger.post('selectionLib/order/rate', theirs)).code).toBe(404);
});
