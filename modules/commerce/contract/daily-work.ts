/** Pages that a role opens every day, in the order of its work; they stand first in its menu. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  supplier_admin: [
    '/suppliers/order/info',
    '/suppliers/commodity/info',
    '/suppliers/afterSale',
    '/suppliers/settlement',
    '/suppliers/commodityRelated',
  ],
  supplier_clerk: ['/suppliers/order/info', '/suppliers/commodity/info', '/suppliers/afterSale'],
  sel_operator: [
    '/selectionLib/commodityReview',
    '/selectionLib/productList/commodityCenter',
    '/selectionLib/productList/list',
    '/selectionLib/afterSale',
    '/selectionLib/settlement',
    '/selectionLib/statistics',
  ],
  shop_approver: ['/selectionLib/orderCenter', '/selectionLib/productList/commodityCenter', '/selectionLib/settlement'],
};
