import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeOffer, one, placing } from '#modules/commerce/testing/fixtures.ts';

/** MULIAN_TRIES=10000 makes as many. */
const tries = Number(process.env.MULIAN_TRIES ?? 64);
const atOnce = 16;

let world: World;
let buyers: Person[];
beforeAll(async () => {
  world = await openWorld({ pool: 12 });
  buyers = await Promise.all(['farm1', 'coop1', 'house1', 'farm_clerk1'].map((username) => world.as(username)));
});
afterAll(() => world.close());

type Offer = Awaited<ReturnType<typeof makeOffer>>;
/** As a page does it: what is shown is what is ordered. */
async function tryOne(offer: Offer, qty: number, at: number): Promise<void> {
  const buyer = buyers[at % buyers.length] as Person;
  const { productSkuId, salePrice: seenPrice, subsidy } = offer;
  const { data } = await buyer.post('selectionLib/order/preview', { lines: [{ productSkuId, qty }] });
  const seenSubsidised = data.orders[0]?.lines[0]?.subsidisedQty ?? 0;
  await buyer.post('selectionLib/order/place', placing([{ productSkuId, qty, seenPrice, seenSubsidised, subsidy }]));
}
async function race(offer: Offer, qty: number) {
  for (let from = 0; from < tries; from += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, at) => tryOne(offer, qty, from + at)));
  return one<{ units: number; aided: number; locked: number; used: number }>(
    world,
    `select coalesce(sum(l.qty), 0)::int as units, coalesce(sum(l.subsidised_qty), 0)::int as aided,
       (select locked_qty from commerce.commodity_sku where id = $1) as locked,
       (select subsidy_used from commerce.product_sku where id = $2) as used
     from commerce.trade_order_line l where l.sku_id = $1`,
    [offer.skuId, offer.productSkuId],
  );
}

it('R13, R15: 64 orders at once for the last ten units and the last four subsidies: never more than there are, and no subsidy twice', async () => {
  const sold = await race(await makeOffer(world, { stock: 10, subsidy: 2000, quota: 4 }), 1);
  expect(sold).toEqual({ units: 10, aided: 4, locked: 10, used: 4 });
});

it('R15: of the last hundred subsidies a hundred are given, and every order has what its buyer saw', async () => {
  const offer = await makeOffer(world, { stock: 100_000, subsidy: 2000, quota: 100 });
  const sold = await race(offer, 2);
  expect(sold).toMatchObject({ aided: 100, used: 100, locked: sold.units });
  const wrong = await world.sql(
    `select 1 from commerce.trade_order_line l join commerce.trade_order_money m on m.order_id = l.order_id
     where l.sku_id = $1 and m.payable <> l.qty * l.sale_price - l.subsidised_qty * l.subsidy_per_unit`,
    [offer.skuId],
  );
  expect(wrong).toEqual([]);
});
