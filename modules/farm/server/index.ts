import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { farm } from '#modules/farm/contract/module.ts';
import { eachOf } from '#modules/platform/server/index.ts';
import { startTrade, tradeNights, tradeRoutes } from './trade.ts';
import { startWork, workNights, workRoutes } from './work.ts';

export { type MarketMean, mktPrice } from './market/mkt-price.ts';
export { markArrived } from './slaughter/plant.ts';
export { type CarcassLine, setTraceLot, slaughterLines } from './slaughter/slaughter-batch-line.ts';

export function farmServer(): ServerModule {
  let night: Database | null = null;
  return {
    contract: farm,
    routes: () => [...workRoutes(), ...tradeRoutes()],
    start: async (database) => {
      night = database;
      startWork(database);
      startTrade(database);
    },
    nightly: async () => {
      if (!night) return;
      const database = night;
      await eachOf([...workNights, ...tradeNights], (step) => step(database));
    },
  };
}
