import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { registerNeedSource } from '#modules/depot/server/index.ts';
import { eachOf, registerAlarmKinds } from '#modules/platform/server/index.ts';
import { preventionAlarmKinds } from '#modules/prevention/contract/alarm-kinds.ts';
import { prevention } from '#modules/prevention/contract/module.ts';
import { registerProtection } from '#modules/registry/server/index.ts';
import { alertClock } from './alerts/clock.ts';
import { alertRoutes } from './alerts/routes.ts';
import { settingRoutes } from './ant-setting.ts';
import { registerPreventionArchive } from './archive.ts';
import { censusNightly } from './census/nightly.ts';
import { registerCensusJob } from './census/rounds.ts';
import { censusRoutes } from './census/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { protectingVisits } from './immunity/immunity-of.ts';
import { actionRoutes } from './investigation/actions.ts';
import { infoRoutes } from './investigation/infos.ts';
import { laboratoryRoutes } from './lab/routes.ts';
import { livestockRoutes } from './livestock.ts';
import { vaccineNeed } from './need.ts';
import { computeByNight } from './people/compute-quarter.ts';
import { peopleRoutes, registerPeopleJobs } from './people/routes.ts';
import { screenRoutes } from './screen/routes.ts';
import { registerScreenTopic } from './screen/topic.ts';
import { registerBuildJob } from './season/build.ts';
import { dayClock, endExemptions } from './season/clock.ts';
import { seasonRoutes } from './season/routes.ts';
import { coverageRoutes } from './season/stat-routes.ts';
import { programmeRoutes } from './settings/programme.ts';
import { standardRoutes } from './settings/standard.ts';
import { vaccineRoutes } from './settings/vaccine.ts';
import { vaccineIssueRoutes } from './settings/vaccine-issue.ts';
import { workerAccountRoutes } from './settings/worker-account.ts';
import { stockNight } from './stock-day.ts';
import { stressRoutes } from './stress/routes.ts';
import { videoSpotRoutes } from './video-spot.ts';
import { visitRoutes } from './visit/routes.ts';

export { markTitre } from './animal-immunity.ts';
export { type Immunity, immunityOf } from './immunity/immunity-of.ts';
export {
  type DraftInput,
  draftInvestigation,
  type InvestigationNews,
  onInvestigation,
  type Place,
  type ZoneHit,
  zonesHit,
} from './investigation/draft.ts';
export { type Tested, testsOf } from './lab/tests-of.ts';
export { assignVillages } from './plan-household.ts';
export { banFacts } from './published.ts';
export { buildMonth, buildPlan } from './season/build.ts';
export { type Disease, diseaseOf, type Programme, programmeFor } from './settings/programme.ts';
export { type Standard, type StandardQuery, standardFor } from './settings/standard.ts';
export { type Settings, settingsFor } from './settings.ts';
export { stockOf } from './stock/stock-of.ts';
export { type OpenClaim, openClaim } from './stress/claims.ts';
export { setDisposal } from './stress-case.ts';
export { registerPlayLink } from './video-spot.ts';
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
      ...stressRoutes(),
      ...vaccineIssueRoutes(),
      ...screenRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerAlarmKinds('prevention', preventionAlarmKinds);
      registerBuildJob();
      registerNeedSource('vaccine', vaccineNeed);
      registerProtection(protectingVisits);
      registerPreventionArchive();
      registerScreenTopic(database);
      registerCensusJob();
      registerPeopleJobs();
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
