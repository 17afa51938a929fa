import type { Database } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { tradeAlarmKinds } from '#modules/farm/contract/market/alarm-kinds.ts';
import { registerAlarmKinds } from '#modules/platform/server/index.ts';
import { registerClosedDays } from './common/closed-days.ts';
import { animalCostRoutes } from './cost/animal-cost.ts';
import { costReportRoutes } from './cost/cost-report.ts';
import { farmExpenseRoutes } from './cost/farm-expense.ts';
import { farmMonthRoutes, mustBeOpen } from './cost/farm-month.ts';
import { drugCostNight } from './cost/treatment-cost.ts';
import { marketPriceRoutes } from './market/market-price.ts';
import { marketRuleRoutes } from './market/market-rule.ts';
import { seriesRoutes } from './market/series.ts';
import { placementRoutes, registerPlacementHooks } from './placement/placement.ts';
import { recoveryRoutes, registerRecoveryCalc } from './placement/recovery.ts';
import { registerHoldGuards } from './sale/animal-hold.ts';
import { registerPriceCalcs } from './sale/calc.ts';
import { customerRoutes } from './sale/customer.ts';
import { customerPayRoutes } from './sale/customer-pay.ts';
import { saleRoutes } from './sale/sale-order.ts';
import { unitChoiceRoutes } from './sale/unit-choice.ts';
import { listedNight } from './slaughter/listed.ts';
import { registerTagGap, slaughterRoutes } from './slaughter/routes.ts';

export const tradeRoutes = (): Route[] => [
  ...unitChoiceRoutes(),
  ...customerRoutes(),
  ...customerPayRoutes(),
  ...saleRoutes(),
  ...slaughterRoutes(),
  ...placementRoutes(),
  ...recoveryRoutes(),
  ...marketPriceRoutes(),
  ...marketRuleRoutes(),
  ...seriesRoutes(),
  ...farmExpenseRoutes(),
  ...farmMonthRoutes(),
  ...animalCostRoutes(),
  ...costReportRoutes(),
];

export function startTrade(_database: Database): void {
  registerAlarmKinds('farm', tradeAlarmKinds);
  registerClosedDays(mustBeOpen);
  registerHoldGuards();
  registerPlacementHooks();
  registerPriceCalcs();
  registerRecoveryCalc();
  registerTagGap();
}

export const tradeNights: readonly ((database: Database) => Promise<void>)[] = [drugCostNight, listedNight];
