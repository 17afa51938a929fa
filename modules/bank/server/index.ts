import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { bank } from '#modules/bank/contract/module.ts';
import { eachTenant } from '#modules/platform/server/index.ts';
import { boardRoutes } from './board/board-routes.ts';
import { clientRoutes } from './client/client-routes.ts';
import { registerCountClock } from './count/count-clock.ts';
import { countRoutes } from './count/count-routes.ts';
import { registerCreditClocks } from './credit/credit-night.ts';
import { creditRoutes } from './credit/credit-routes.ts';
import { registerCreditMerge } from './credit/merged.ts';
import { disposalRoutes } from './disposal/disposal-routes.ts';
import { leaseRoutes } from './lease/lease-routes.ts';
import { registerMoneyClocks } from './money/money-night.ts';
import { moneyRoutes } from './money/money-routes.ts';
import { bankNight } from './nightly.ts';
import { registerPatrolClock } from './patrol/patrol-clock.ts';
import { patrolRoutes } from './patrol/patrol-routes.ts';
import { registerReleaseClock } from './pledge/change/effects.ts';
import { pledgeRoutes } from './pledge/pledge-routes.ts';
import { registerRegistryHooks } from './pledge/registry-hooks.ts';
import { registerBankValueCalc } from './product/calc.ts';
import { productRoutes } from './product/product-routes.ts';
import { registerCustodyMerge } from './site/merged.ts';
import { takeSightings } from './site/sightings.ts';
import { siteRoutes } from './site/site-routes.ts';
import { startWatch } from './watch/start.ts';
import { watchRoutes } from './watch/watch-routes.ts';

export function bankServer(): ServerModule {
  let night: Database | null = null;
  let lastSighting = 0;
  return {
    contract: bank,
    routes: () => [
      ...productRoutes(),
      ...clientRoutes(),
      ...creditRoutes(),
      ...moneyRoutes(),
      ...pledgeRoutes(),
      ...disposalRoutes(),
      ...siteRoutes(),
      ...countRoutes(),
      ...patrolRoutes(),
      ...leaseRoutes(),
      ...watchRoutes(),
      ...boardRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerBankValueCalc();
      // Each topic registers what it takes from other modules here, a line each.
      registerCreditClocks();
      registerMoneyClocks();
      startWatch();
      registerCountClock();
      registerPatrolClock();
      registerCustodyMerge();
      registerCreditMerge();
      registerRegistryHooks(database);
      registerReleaseClock();
    },
    tick: async ({ database }) => {
      if (Date.now() - lastSighting < 15 * 60_000) return;
      const since = new Date(Date.now() - 3_600_000);
      lastSighting = Date.now();
      await eachTenant(database, (tenantNo) =>
        database.transaction(systemScope(tenantNo, 'bank.sightings'), (tx) => takeSightings(tx, since)),
      );
    },
    nightly: async () => {
      if (night) await bankNight(night);
    },
  };
}
