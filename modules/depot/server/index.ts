import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { depotAlarmKinds } from '#modules/depot/contract/alarm-kinds.ts';
import { depot } from '#modules/depot/contract/module.ts';
import { eachOf, registerAlarmKinds } from '#modules/platform/server/index.ts';
import { registerDepotArchive } from './archive.ts';
import { boardRoutes, checkLedgers } from './board.ts';
import { reconcileRoutes } from './box/reconcile.ts';
import { boxRoutes, settleReturns } from './box/routes.ts';
import { stocktakeRoutes } from './count/routes.ts';
import { registerDepotGuards } from './depot/guards.ts';
import { depotRoutes } from './depot.ts';
import { docRoutes } from './doc/view.ts';
import { issueOutRoutes } from './issue-out.ts';
import { settlePending } from './ledger/consume.ts';
import { onPosted } from './ledger/posted.ts';
import { limitRoutes, watchLimits } from './limits.ts';
import { lotRoutes } from './lots.ts';
import { materialRoutes } from './material.ts';
import { moveRoutes } from './moves.ts';
import { otherInRoutes } from './other-in.ts';
import { purveyorRoutes } from './purveyor.ts';
import { stockRoutes } from './stock.ts';
import { keepDays } from './stock-day.ts';
import { stockInRoutes } from './stock-in.ts';
import { suppliesRoutes } from './supplies/routes.ts';
import { reminderClock, thinTemperatures } from './temperature/clock.ts';
import { temperatureRoutes } from './temperature/routes.ts';
import { useOutRoutes } from './use-out.ts';

export { type Available, available, holdLot, releaseLot, whereIs } from './availability.ts';
export {
  boxConsume,
  boxHeld,
  boxRestore,
  type Consumed,
  type Consumption,
  consume,
  restore,
} from './ledger/consume.ts';
export type { MoveInput } from './ledger/move.ts';
export { type Choice, pick } from './ledger/pick.ts';
export { postMoves } from './ledger/post.ts';
export { type PostedDoc, postDoc } from './post-doc.ts';
export * from './published.ts';
export { requisitionMoved } from './requisition.ts';
export { logTemperature } from './temperature/log.ts';

export function depotServer(): ServerModule {
  let night: Database | null = null;
  const remind = reminderClock();
  return {
    contract: depot,
    routes: () => [
      ...depotRoutes(),
      ...materialRoutes(),
      ...limitRoutes(),
      ...purveyorRoutes(),
      ...temperatureRoutes(),
      ...stockRoutes(),
      ...moveRoutes(),
      ...lotRoutes(),
      ...boardRoutes(),
      ...docRoutes(),
      ...stockInRoutes(),
      ...otherInRoutes(),
      ...useOutRoutes(),
      ...issueOutRoutes(),
      ...boxRoutes(),
      ...reconcileRoutes(),
      ...stocktakeRoutes(),
      ...suppliesRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerAlarmKinds('depot', depotAlarmKinds);
      registerDepotGuards();
      registerDepotArchive();
      onPosted('pending', settlePending);
      onPosted('limits', watchLimits);
      onPosted('boxReturn', settleReturns);
    },
    tick: async ({ database }) => {
      await remind(database);
    },
    nightly: async () => {
      if (!night) return;
      const database = night;
      await eachOf([keepDays, checkLedgers, thinTemperatures], (step) => step(database));
    },
  };
}
