import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { breeding } from '#modules/breeding/contract/module.ts';
import { breedingAlarmKinds } from '#modules/breeding/contract/setting/alarm-kinds.ts';
import { eachOf, registerAlarmKinds } from '#modules/platform/server/index.ts';
import { baseRoutes } from './base/base.ts';
import { homeRoutes } from './base/home.ts';
import { objectionRoutes } from './census/census-objection.ts';
import { publicityRoutes } from './census/census-publicity.ts';
import { roundRoutes } from './census/mother-census.ts';
import { investigationRoutes } from './census/mother-investigation.ts';
import { sheetRoutes } from './census/sheets.ts';
import { calvingRoutes } from './record/calving/births.ts';
import { checkRoutes } from './record/check/checks.ts';
import { cycleRoutes } from './record/cycle/routes.ts';
import { boardRoutes } from './record/due-board.ts';
import { heatRoutes, registerHeatClock } from './record/heat/heat-report.ts';
import { registerRegistryHooks } from './record/registry-hooks.ts';
import { serviceRoutes } from './record/service/routes.ts';
import { breedingNight } from './report/night.ts';
import { reportRoutes } from './report/reports.ts';
import { paperRoutes } from './semen/papers.ts';
import { batchRoutes, registerLotHook } from './semen/semen-batch.ts';
import { planRoutes, registerSemenNeed, registerSemenPlan } from './semen/semen-plan.ts';
import { tankRoutes } from './semen/semen-tank.ts';
import { settingRoutes } from './setting/breed-setting.ts';
import { sireRoutes, suspendExpired } from './sire/seed-animal.ts';
import { registerSubsidyCalc } from './subsidy/calc.ts';
import { registerSubsidyPayment } from './subsidy/pay.ts';
import { subsidyRoutes } from './subsidy/routes.ts';

export { type BreedingNews, onBreedingRecord } from './extension-points.ts';
export { reportHeat } from './record/heat/heat-report.ts';
export { kin } from './record/kin.ts';
export { type BreedingState, breedingState, lateGestation } from './record/state.ts';

export function breedingServer(): ServerModule {
  let night: Database | null = null;
  return {
    contract: breeding,
    routes: () => [
      ...sireRoutes(),
      ...batchRoutes(),
      ...tankRoutes(),
      ...planRoutes(),
      ...paperRoutes(),
      ...heatRoutes(),
      ...serviceRoutes(),
      ...checkRoutes(),
      ...calvingRoutes(),
      ...cycleRoutes(),
      ...boardRoutes(),
      ...roundRoutes(),
      ...sheetRoutes(),
      ...publicityRoutes(),
      ...objectionRoutes(),
      ...investigationRoutes(),
      ...subsidyRoutes(),
      ...baseRoutes(),
      ...homeRoutes(),
      ...reportRoutes(),
      ...settingRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerAlarmKinds('breeding', breedingAlarmKinds);
      registerRegistryHooks();
      registerLotHook();
      registerSemenNeed();
      registerSemenPlan();
      registerHeatClock();
      registerSubsidyCalc();
      registerSubsidyPayment();
    },
    nightly: async () => {
      if (!night) return;
      const database = night;
      await eachOf([suspendExpired, breedingNight], (step) => step(database));
    },
  };
}
