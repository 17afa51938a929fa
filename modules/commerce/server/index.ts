import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { commerce } from '#modules/commerce/contract/module.ts';
import { categoryRuleRoutes } from './catalogue/category-rules.ts';
import { commodityRoutes } from './catalogue/commodities.ts';
import { commodityLinkRoutes } from './catalogue/commodity-links.ts';
import { goodsRoutes } from './catalogue/goods.ts';
import { recordRoutes } from './catalogue/records.ts';
import { afterSaleRoutes } from './complaint/after-sales.ts';
import { registerCommerceGuards } from './guards.ts';
import { commerceNight } from './night.ts';
import { registerClocks } from './order/clocks.ts';
import { contentRoutes } from './order/content.ts';
import { followRoutes } from './order/follow.ts';
import { orderRoutes } from './order/orders.ts';
import { placeRoutes } from './order/place.ts';
import { proofRoutes } from './order/proof.ts';
import { shipRoutes } from './order/ship.ts';
import { signRoutes } from './order/sign.ts';
import { stepRoutes } from './order/steps.ts';
import { productRoutes } from './selection/products.ts';
import { registerShelf } from './selection/shelf.ts';
import { registerSettlementCalc } from './settlement/settlement-calc.ts';
import { settlementRoutes } from './settlement/settlements.ts';
import { cartRoutes } from './shop/cart.ts';
import { registerOrderCalc } from './shop/order-calc.ts';
import { shopRoutes } from './shop/shop.ts';
import { tradeStatRoutes } from './stat/trade-stat.ts';

export function commerceServer(): ServerModule {
  let night: Database | null = null;
  return {
    contract: commerce,
    routes: () => [
      ...categoryRuleRoutes(),
      ...commodityRoutes(),
      ...goodsRoutes(),
      ...commodityLinkRoutes(),
      ...recordRoutes(),
      ...productRoutes(),
      ...shopRoutes(),
      ...cartRoutes(),
      ...placeRoutes(),
      ...orderRoutes(),
      ...contentRoutes(),
      ...proofRoutes(),
      ...followRoutes(),
      ...stepRoutes(),
      ...shipRoutes(),
      ...signRoutes(),
      ...afterSaleRoutes(),
      ...settlementRoutes(),
      ...tradeStatRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerOrderCalc();
      registerSettlementCalc();
      registerClocks();
      registerShelf();
      registerCommerceGuards();
    },
    nightly: async () => {
      if (night) await commerceNight(night);
    },
  };
}
