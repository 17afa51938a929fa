import { column, defineReport, drillTo, filter } from '#kit/contract/report.ts';
import { tradeOrder } from '../order/trade-order.ts';

const live =
  'pendingApproval,pendingAccept,pendingPay,pendingShip,shipping,pendingReceive,received,completed,cancelAsked';
const orders = (more: Record<string, string> = {}) =>
  drillTo(tradeOrder, {
    regionCode: '$region',
    supplierId: '$supplierId',
    placedAtFrom: '$from',
    placedAtTo: '$to',
    status: live,
    ...more,
  });

/** 交易统计: what was bought where; amounts of subsidised orders, and of others as sums of at least three buyers (D5). */
export const tradeStat = defineReport({
  module: 'commerce',
  name: 'tradeStat',
  path: 'selectionLib/statistics/overview',
  screen: '/selectionLib/statistics',
  permission: 'selection:stat:view',
  filters: { period: filter.period() },
  columns: {
    orders: column.count({ drill: 'orders' }),
    completed: column.count({ drill: 'completed' }),
    late: column.count({ drill: 'late', fault: true }),
    disputed: column.count({ drill: 'disputed' }),
    buyers: column.count({ distinct: true }),
    /** Where the rest is withheld it is what was subsidised alone. */
    amount: column.money({ distinct: true }),
    /** The same units at the price of the market, and how much less they cost. */
    market: column.money({ distinct: true }),
    saved: column.money({ distinct: true }),
    advantage: column.rate('saved', 'market', { digits: 1 }),
    subsidy: column.money(),
    subsidised: column.count({ drill: 'subsidised' }),
    subsidisedShare: column.rate('subsidised', 'orders'),
    month: column.text(),
    category: column.text(),
    supplier: column.text(),
    supplierId: column.text(),
    accepted: column.count(),
    acceptHours: column.decimal({ digits: 1 }),
    inDay: column.count(),
    shipments: column.count(),
    onTime: column.count(),
    onTimeShare: column.rate('onTime', 'shipments', { target: 90 }),
    atFault: column.count(),
    faultShare: column.rate('atFault', 'completed', { digits: 1 }),
    rating: column.decimal({ digits: 1 }),
    score: column.decimal({ digits: 1 }),
    programme: column.text(),
    aidOrders: column.count(),
    aidPromised: column.money(),
    aidSpent: column.money(),
    aidWhole: column.money(),
    aidShare: column.rate('aidPromised', 'aidWhole', { bar: true }),
  },
  tiles: ['orders', 'amount', 'buyers', 'completed', 'subsidy', 'subsidisedShare', 'advantage', 'disputed'],
  chart: { kind: 'ranking', series: ['orders', 'amount'], choose: true },
  table: ['orders', 'completed', 'buyers', 'amount', 'advantage', 'subsidised', 'subsidy', 'disputed', 'late'],
  parts: {
    months: { wide: true, chart: { kind: 'bar', by: 'month', series: ['orders', 'completed'] } },
    suppliers: {
      wide: true,
      table: [
        'supplier',
        'orders',
        'completed',
        'acceptHours',
        'shipments',
        'onTimeShare',
        'atFault',
        'faultShare',
        'rating',
        'score',
      ],
    },
    categories: {
      table: ['category', 'buyers', 'amount', 'advantage'],
      chart: { kind: 'ranking', by: 'category', series: ['amount'] },
    },
    programmes: { table: ['programme', 'aidOrders', 'aidPromised', 'aidSpent', 'aidWhole', 'aidShare'] },
  },
  drills: {
    orders: orders(),
    completed: orders({ status: 'completed' }),
    late: orders({ isLate: 'true' }),
    disputed: orders({ inDispute: 'true' }),
    subsidised: orders({ subsidised: 'true' }),
  },
  note: true,
});
