import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { depot } from '#modules/depot/contract/module.ts';
import { depotAlarmKinds } from '#modules/depot/contract/stock/alarm-kinds.ts';
import { eachOf, registerAlarmKinds } from '#modules/platform/server/index.ts';
import { reconcileRoutes } from './box/reconcile.ts';
import { boxRoutes, settleReturns } from './box/routes.ts';
import { registerDepotArchive } from './document/archive-parts.ts';
import { issueOutRoutes } from './document/issue-out.ts';
import { otherInRoutes } from './document/other-in.ts';
import { stockInRoutes } from './document/stock-in.ts';
import { useOutRoutes } from './document/use-out.ts';
import { docRoutes } from './document/view.ts';
import { materialRoutes } from './goods/material.ts';
import { purveyorRoutes } from './goods/purveyor.ts';
import { boardRoutes, checkLedgers } from './home/board.ts';
import { suppliesRoutes } from './requisition/routes.ts';
import { settlePending } from './stock/ledger/consume.ts';
import { onPosted } from './stock/ledger/posted.ts';
import { lotRoutes } from './stock/lots.ts';
import { moveRoutes } from './stock/moves.ts';
import { stockRoutes } from './stock/stock.ts';
import { keepDays } from './stock/stock-day.ts';
import { stocktakeRoutes } from './stocktake/routes.ts';
import { registerDepotGuards } from './store/depot.guards.ts';
import { depotRoutes } from './store/depot.ts';
import { limitRoutes, watchLimits } from './store/limits.ts';
import { reminderClock, thinTemperatures } from './temperature/clock.ts';
import { temperatureRoutes } from './temperature/routes.ts';

export { type PostedDoc, postDoc } from './document/post-doc.ts';
export type { SavedDoc } from './document/save-doc.ts';
export * from './extension-points.ts';
export { ensurePurveyor, type NewPurveyor } from './goods/purveyor.ts';
export { requisitionMoved } from './requisition/requisition.ts';
export { type Available, available, holdLot, releaseLot, whereIs } from './stock/availability.ts';
export {
  boxConsume,
  boxHeld,
  boxRestore,
  type Consumed,
  type Consumption,
  consume,
  restore,
} from './stock/ledger/consume.ts';
export type { MoveInput } from './stock/ledger/move.ts';
export { type Choice, pick } from './stock/ledger/pick.ts';
export { postMoves } from './stock/ledger/post.ts';
export { bookLot } from './stock/lot.ts';
export { type MoveSum, type MoveSumAsk, moveSums } from './stock/move-sums.ts';
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
