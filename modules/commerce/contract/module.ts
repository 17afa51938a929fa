import { defineModule } from '#kit/contract/module.ts';
import { categoryRule, ruleImpact } from './catalogue/category-rule.ts';
import * as goods from './catalogue/commodity.ts';
import { commodityLink, suggestLink } from './catalogue/commodity-link.ts';
import { operatingRecord, productRecord } from './catalogue/record.ts';
import * as complaint from './complaint/after-sale.ts';
import * as step from './order/order-steps.ts';
import * as order from './order/trade-order.ts';
import { pricing, product } from './selection/product.ts';
import * as bill from './settlement/settlement.ts';
import * as cart from './shop/cart.ts';
import * as shop from './shop/shop.ts';
import { tradeStat } from './stat/trade-stat.ts';

export const commerce = defineModule({
  name: 'commerce',
  needs: ['platform', 'registry', 'depot', 'cure'],
  resources: [
    categoryRule,
    goods.commodity,
    goods.commodityReview,
    commodityLink,
    operatingRecord,
    productRecord,
    product,
    order.tradeOrder,
    order.supplierOrder,
    order.tradeOrderMoney,
    complaint.afterSale,
    complaint.supplierAfterSale,
    bill.settlement,
    bill.supplierSettlement,
  ],
  reports: [tradeStat],
  endpoints: [
    ruleImpact,
    goods.requirements,
    goods.commodityContent,
    goods.setStock,
    goods.importStock,
    goods.fromLibrary,
    goods.pool,
    goods.ignoreCommodity,
    suggestLink,
    pricing,
    shop.shopList,
    shop.shopCategories,
    shop.shopProduct,
    cart.cartList,
    cart.cartSave,
    cart.cartRemove,
    cart.previewOrder,
    cart.placeOrder,
    order.orderContent,
    step.receiverPhone,
    step.payOrder,
    step.confirmPayment,
    step.shipOrder,
    step.signShipment,
    step.askCancelRest,
    step.agreeCancelRest,
    step.closeOrder,
    step.rateLines,
    step.purchaseProof,
    step.printProof,
    step.followDrug,
    complaint.applyAfterSale,
    complaint.decideAfterSale,
    bill.settlementLines,
    bill.makeSettlements,
    bill.disputeLines,
  ],
});
