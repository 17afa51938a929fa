import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { registerNeedSource } from '#modules/depot/server/index.ts';
import { eachOf, registerAlarmKinds } from '#modules/platform/server/index.ts';
import { preventionAlarmKinds } from '#modules/prevention/contract/alert/alarm-kinds.ts';
import { prevention } from '#modules/prevention/contract/module.ts';
import { registerProtection, registerUntagged } from '#modules/registry/server/index.ts';
import { alertClock } from './alert/clock.ts';
import { alertRoutes } from './alert/routes.ts';
import { censusNightly } from './census/nightly.ts';
import { registerCensusJob } from './census/rounds.ts';
import { censusRoutes } from './census/routes.ts';
import { registerGapDue } from './gap/ask.ts';
import { gapRoutes } from './gap/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { laboratoryRoutes } from './lab/routes.ts';
import { registerPreventionArchive } from './livestock/archive-parts.ts';
import { protectingVisits } from './livestock/immunity/immunity-of.ts';
import { livestockRoutes } from './livestock/livestock.ts';
import { untaggedHeads } from './livestock/stock/stock-of.ts';
import { stockNight } from './livestock/stock-day.ts';
import { actionRoutes } from './outbreak/actions.ts';
import { infoRoutes } from './outbreak/infos.ts';
import { screenRoutes } from './screens/routes.ts';
import { registerScreenTopic } from './screens/topic.ts';
import { registerBuildJob } from './season/build.ts';
import { dayClock, endExemptions } from './season/clock.ts';
import { vaccineNeed } from './season/need.ts';
import { seasonRoutes } from './season/routes.ts';
import { coverageRoutes } from './season/stat-routes.ts';
import { settingRoutes } from './settings/ant-setting.ts';
import { programmeRoutes } from './settings/programme.ts';
import { standardRoutes } from './settings/standard.ts';
import { vaccineRoutes } from './settings/vaccine.ts';
import { vaccineIssueRoutes } from './settings/vaccine-issue.ts';
import { videoSpotRoutes } from './settings/video-spot.ts';
import { workerAccountRoutes } from './settings/worker-account.ts';
import { registerCompensation } from './stress/compensation.ts';
import { stressRoutes } from './stress/routes.ts';
import { visitRoutes } from './visit/routes.ts';
import { computeByNight } from './workforce/compute-quarter.ts';
import { registerPayCalc } from './workforce/pay-calc.ts';
import { peopleRoutes, registerPeopleJobs } from './workforce/routes.ts';

export { banFacts } from './extension-points.ts';
export { settleGaps } from './gap/ask.ts';
export { type GapOrderInput, openGapOrder } from './gap/open-order.ts';
export { type GapSource, registerGap } from './gap/sources.ts';
export { type Tested, testsOf } from './lab/tests-of.ts';
export { markTitre } from './livestock/animal-immunity.ts';
export { type Immunity, immunityOf } from './livestock/immunity/immunity-of.ts';
export { stockOf } from './livestock/stock/stock-of.ts';
export {
  type DraftInput,
  draftInvestigation,
  type InvestigationNews,
  onInvestigation,
  type Place,
  type ZoneHit,
  zonesHit,
} from './outbreak/draft.ts';
export { buildMonth, buildPlan } from './season/build.ts';
export { assignVillages } from './season/plan-household.ts';
export { type Disease, diseaseOf, type Programme, programmeFor } from './settings/programme.ts';
export { type Settings, settingsFor } from './settings/settings.ts';
export { type Standard, type StandardQuery, standardFor } from './settings/standard.ts';
export { registerPlayLink } from './settings/video-spot.ts';
export { type OpenClaim, openClaim } from './stress/claims.ts';
export { setDisposal } from './stress/stress-case.ts';
export { submitVisit } from './visit/submit.ts';

export function preventionServer(): ServerModule {
  let night: Database | null = null;
  const turn = dayClock();
  return {
    contract: prevention,
    routes: () => [
      ...seasonRoutes(),
      ...coverageRoutes(),
      ...homeRoutes(),
      ...visitRoutes(),
      ...laboratoryRoutes(),
      ...censusRoutes(),
      ...actionRoutes(),
      ...infoRoutes(),
      ...peopleRoutes(),
      ...livestockRoutes(),
      ...programmeRoutes(),
      ...vaccineRoutes(),
      ...standardRoutes(),
      ...settingRoutes(),
      ...videoSpotRoutes(),
      ...workerAccountRoutes(),
      ...alertRoutes(),
      ...gapRoutes(),
      ...stressRoutes(),
      ...vaccineIssueRoutes(),
      ...screenRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerAlarmKinds('prevention', preventionAlarmKinds);
      registerBuildJob();
      registerGapDue();
      registerNeedSource('vaccine', vaccineNeed);
      registerProtection(protectingVisits);
      registerUntagged(untaggedHeads);
      registerPreventionArchive();
      registerScreenTopic(database);
      registerCensusJob();
      registerPeopleJobs();
      registerCompensation();
      registerPayCalc();
    },
    tick: async ({ database }) => {
      await turn(database);
    },
    nightly: async () => {
      if (!night) return;
      const database = night;
      await eachOf([endExemptions, censusNightly, computeByNight, stockNight, alertClock], (step) => step(database));
    },
  };
}
