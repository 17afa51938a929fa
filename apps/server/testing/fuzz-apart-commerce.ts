import type { Apart } from './fuzz-apart.ts';

const never = (why: string, ...routes: readonly string[]): Record<string, Apart> =>
  Object.fromEntries(routes.map((route) => [route, { why, neverRight: true as const }]));

/** Goods and orders belong to a supplier and a buyer; whoever looks after the tenant reads them. */
export const commerceApart: Record<string, Apart> = {
  ...never(
    'only the supplier changes its goods, and next to nothing is the fuzzer’s own',
    'POST suppliers/commodity/edit',
    'POST suppliers/commodity/stock',
    'POST suppliers/commodity/stockMany',
  ),
  ...never(
    'only the supplier of an order at its right state handles it',
    'POST suppliers/order/confirmPay',
    'POST suppliers/order/ship',
    'POST suppliers/order/cancelRest',
  ),
  ...never(
    'only the buyer of an order at its right state does this, with lines of that very order',
    'POST selectionLib/order/pay',
    'POST selectionLib/order/sign',
    'POST selectionLib/order/agreeRest',
    'POST selectionLib/order/rate',
    'POST selectionLib/afterSale/apply',
  ),
  ...never('only the supplier objects to lines of its bill', 'POST suppliers/settlement/disputeLines'),
  ...never('random prices are none that were seen', 'POST selectionLib/order/place'),
  ...never('packs of one product are not those of another', 'POST selectionLib/product/edit'),
  ...never(
    'random ids are seldom an open order or complaint at its right version',
    'POST selectionLib/order/close',
    'POST selectionLib/afterSale/decide',
  ),
  'POST selectionLib/order/preview': {
    why: 'a sum of cents may look like somebody’s number',
    rules: { tellsPersonal: true },
  },
  'POST suppliers/order/phone': {
    why: 'tells whom to call, to the two sides of the order',
    rules: { tellsPersonal: true },
  },
};
