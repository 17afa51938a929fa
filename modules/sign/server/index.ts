import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { registerStockSource } from '#modules/depot/server/index.ts';
import { registerAlarmKinds, registerTenantStart } from '#modules/platform/server/index.ts';
import { leaveGuards, onHandover, onTagReplaced, registerTagStore } from '#modules/registry/server/index.ts';
import { signAlarmKinds } from '#modules/sign/contract/home/alert.ts';
import { sign } from '#modules/sign/contract/module.ts';
import { tellThrough } from './alert/raise.ts';
import { alertRoutes } from './alert/routes.ts';
import { homeRoutes } from './home/home.ts';
import { ledgerRoutes } from './ledger/ledger.ts';
import { signNightly } from './nightly.ts';
import { chipReplaced, handedOver, tagStock, tagsHeld } from './numbers/registered.ts';
import { numberRoutes } from './numbers/routes.ts';
import { officialStore } from './numbers/tag-store.ts';
import { receivingRoutes } from './papers/handover.ts';
import { procurementRoutes } from './papers/procurements.ts';
import { recoveryRoutes } from './papers/recoveries.ts';
import { registerOrderCalc } from './papers/rows/sign-procurement-money.ts';
import { scrapRoutes } from './papers/scraps.ts';
import { shipmentRoutes } from './papers/shipments.ts';
import { stockOutRoutes } from './papers/stock-outs.ts';
import { stocktakeRoutes } from './papers/stocktakes.ts';
import { storageRoutes } from './papers/storages.ts';
import { categoryRoutes } from './settings/sign-category.ts';
import { settingRoutes } from './settings/sign-rule.ts';
import { startSettings } from './settings/start.ts';
import { statRoutes } from './stat/stat.ts';
import { wearRoutes } from './wear/wear.ts';

export { type Checked, checkNumbers } from './nightly.ts';
export { holding } from './numbers/holding.ts';
export { chain, locate } from './numbers/locate.ts';
export { propose } from './numbers/propose.ts';
export type { Holder, Paper } from './numbers/tag-move.ts';
export { officialStore } from './numbers/tag-store.ts';
export { allot, take } from './numbers/take.ts';
export { wearInsured } from './wear/insurer-tags.ts';

export function signServer(): ServerModule {
  let night: Database | null = null;
  return {
    contract: sign,
    routes: () => [
      ...homeRoutes(),
      ...categoryRoutes(),
      ...settingRoutes(),
      ...numberRoutes(),
      ...wearRoutes(),
      ...procurementRoutes(),
      ...shipmentRoutes(),
      ...receivingRoutes(),
      ...storageRoutes(),
      ...stockOutRoutes(),
      ...scrapRoutes(),
      ...recoveryRoutes(),
      ...stocktakeRoutes(),
      ...ledgerRoutes(),
      ...statRoutes(),
      ...alertRoutes(),
    ],
    start: async (database) => {
      night = database;
      tellThrough(database);
      registerAlarmKinds('sign', signAlarmKinds);
      registerOrderCalc();
      registerTenantStart('sign', startSettings);
      registerTagStore(officialStore);
      registerStockSource('earTag', tagStock);
      leaveGuards.register('sign', { ask: tagsHeld });
      onHandover.register('sign', handedOver);
      onTagReplaced.register('sign', chipReplaced);
    },
    nightly: async () => {
      if (night) await signNightly(night);
    },
  };
}
