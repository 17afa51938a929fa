import { type PageLoader, report, resource } from '#kit/web/page.ts';
import { registerFinders } from './finders.ts';

registerFinders();

const record = () => import('#modules/commerce/contract/catalogue/record.ts');

export const pages: Record<string, PageLoader> = {
  '/suppliers/commodity/info': () => import('./catalogue/commodity-list.page.tsx'),
  '/suppliers/commodity/add': () => import('./catalogue/commodity-add.page.tsx'),
  '/suppliers/commodity/detail': () => import('./catalogue/commodity.page.tsx'),
  '/suppliers/commodity/operatingRecord': resource(() => record().then((m) => m.operatingRecord)),
  '/suppliers/commodityRelated': () => import('./catalogue/commodity-link.page.tsx'),
  '/suppliers/order/info': () => import('./order/supplier-list.page.tsx'),
  '/suppliers/order/detail': () => import('./order/supplier-order.page.tsx'),
  '/suppliers/afterSale': resource(() =>
    import('#modules/commerce/contract/complaint/after-sale.ts').then((m) => m.supplierAfterSale),
  ),
  '/suppliers/settlement': () => import('./settlement/supplier-settlement.page.tsx'),
  '/selectionLib/productList/list': () => import('./selection/product-list.page.tsx'),
  '/selectionLib/productList/add': () => import('./selection/product-add.page.tsx'),
  '/selectionLib/productList/detail': () => import('./shop/product.page.tsx'),
  '/selectionLib/productList/operatingRecord': resource(() => record().then((m) => m.productRecord)),
  '/selectionLib/productList/commodityCenter': () => import('./shop/center.page.tsx'),
  '/selectionLib/commodityReview': () => import('./catalogue/review.page.tsx'),
  '/selectionLib/categoryRule': () => import('./catalogue/category-rule.page.tsx'),
  '/selectionLib/cart': () => import('./shop/cart.page.tsx'),
  '/selectionLib/orderCenter': () => import('./order/order-list.page.tsx'),
  '/selectionLib/orderCenter/detail': () => import('./order/order.page.tsx'),
  '/selectionLib/afterSale': () => import('./complaint/after-sale.page.tsx'),
  '/selectionLib/settlement': () => import('./settlement/settlement.page.tsx'),
  '/selectionLib/statistics': report(() =>
    import('#modules/commerce/contract/stat/trade-stat.ts').then((m) => m.tradeStat),
  ),
};
