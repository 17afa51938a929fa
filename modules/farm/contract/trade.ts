import * as cost from './cost/cost.ts';
import * as market from './market/market.ts';
import { agreeExtension, placement } from './placement/placement.ts';
import { quoteRecovery, recomputeRecovery, recovery } from './placement/recovery.ts';
import { customer, customerCard, customerPay, receivables } from './sale/customer.ts';
import { checkSale, deliverSale, saleOrder } from './sale/sale.ts';
import { unitChoice } from './sale/unit-choice.ts';
import * as slaughter from './slaughter/slaughter.ts';

export const trade = {
  resources: [
    customer,
    customerPay,
    saleOrder,
    slaughter.slaughterBatch,
    slaughter.slaughterMoney,
    placement,
    recovery,
    market.marketPrice,
    market.marketRule,
    cost.farmExpense,
  ],
  endpoints: [
    unitChoice,
    receivables,
    customerCard,
    checkSale,
    deliverSale,
    slaughter.slaughterSheet,
    slaughter.slaughterReady,
    slaughter.priceSlaughter,
    slaughter.receiveSlaughter,
    slaughter.reportSlaughter,
    slaughter.settleSlaughter,
    slaughter.bookSlaughter,
    slaughter.recomputeSlaughter,
    agreeExtension,
    quoteRecovery,
    recomputeRecovery,
    market.priceGrid,
    market.savePrices,
    market.marketSeries,
    market.marketWarnings,
    cost.expenseSums,
    cost.animalCost,
    cost.costReport,
    cost.costRows,
    cost.closeMonth,
    cost.reopenMonth,
  ],
  reports: [],
};
