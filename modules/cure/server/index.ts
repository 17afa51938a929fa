import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { cure } from '#modules/cure/contract/module.ts';
import { cureAlarmKinds } from '#modules/cure/contract/suspect/alarm-kinds.ts';
import { registerAlarmKinds } from '#modules/platform/server/index.ts';
import { registerUnreadClock } from './consult/consult-party.ts';
import { registerOfferClock } from './consult/offer-round.ts';
import { consultRoutes, registerConsultTopic } from './consult/routes.ts';
import { registerBillCalc } from './entrust/bill-calc.ts';
import { billRoutes } from './entrust/bills.ts';
import { contractRoutes } from './entrust/contracts.ts';
import { registerEntrust } from './entrust/follow.ts';
import { hostRoutes } from './entrust/hosts.ts';
import { careStatRoutes } from './home/care-stat.ts';
import { homeRoutes } from './home/home.ts';
import { noticeRoutes } from './knowledge/notices.ts';
import { publicBaikeRoutes } from './knowledge/public-baike.ts';
import { knowledgeRoutes, registerKnowledge } from './knowledge/routes.ts';
import { medicineRoutes } from './medicine/routes.ts';
import { cureNight } from './night.ts';
import { dutyRoutes } from './people/duty-slot.ts';
import { watchDuty } from './people/duty-slot.watch.ts';
import { expertRoutes, registerLeaveGuard } from './people/expert.ts';
import { practitionerRoutes } from './people/practitioner.ts';
import { prescriptionRoutes } from './prescription/routes.ts';
import { roomFrames } from './room/frames.ts';
import { registerRooms, roomRoutes } from './room/routes.ts';
import { settingRoutes } from './setting/cure-setting.ts';
import { societyExpertRoutes } from './society/experts.ts';
import { registerFeeCalc } from './society/fee-calc.ts';
import { joinRoutes } from './society/join.ts';
import { memberRoutes } from './society/members.ts';
import { overviewRoutes } from './society/overview.ts';
import { societyRoutes } from './society/societies.ts';
import { registerInvestigations, suspectRoutes } from './suspect/routes.ts';
import { templateRoutes } from './template/routes.ts';
import { coConsultRoutes } from './together/co-consult.ts';
import { registerBanFacts, registerTreatmentArchive } from './treatment/records.ts';
import { treatmentRoutes } from './treatment/routes.ts';
import { registerGuards } from './withdrawal/guard.ts';
import { withdrawalRoutes } from './withdrawal/routes.ts';

export { onTreatment, type TreatmentNews } from './extension-points.ts';
export { type Cover, type DoseOfLot, dosesOf, rxCovers, type Sheet, sheetsFor } from './prescription/covers.ts';
export { settingsFor } from './setting/settings.ts';
export { reportSuspect, type Suspicion } from './suspect/suspect-report.ts';
export {
  type CycleTemplate,
  cycleTemplates,
  type FeedingPlan,
  feedingTemplates,
  type TemplateAsk,
} from './template/templates-for.ts';
export type { Practice } from './treatment/judge.ts';
export { practiceOf, type Recorded, type Recording, recordTreatment } from './treatment/record.ts';
export { type OpenCase, openCases, underTreatment } from './treatment/records.ts';
export { endCase as closeCase } from './treatment/treatment.ts';
export { type Blocked, withdrawalUntil } from './withdrawal/animal-withdrawal.ts';
export { type SaleAsk, saleGuard } from './withdrawal/guard.ts';

export function cureServer(): ServerModule {
  let night: Database | null = null;
  let watched = 0;
  return {
    contract: cure,
    frames: { '/iframe/expertInvite': roomFrames, '/iframe/myVideo': roomFrames },
    routes: () => [
      ...homeRoutes(),
      ...careStatRoutes(),
      ...medicineRoutes(),
      ...practitionerRoutes(),
      ...expertRoutes(),
      ...dutyRoutes(),
      ...prescriptionRoutes(),
      ...treatmentRoutes(),
      ...withdrawalRoutes(),
      ...consultRoutes(),
      ...coConsultRoutes(),
      ...suspectRoutes(),
      ...settingRoutes(),
      ...roomRoutes(),
      ...societyRoutes(),
      ...memberRoutes(),
      ...joinRoutes(),
      ...societyExpertRoutes(),
      ...overviewRoutes(),
      ...knowledgeRoutes(),
      ...noticeRoutes(),
      ...publicBaikeRoutes(),
      ...hostRoutes(),
      ...contractRoutes(),
      ...billRoutes(),
      ...templateRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerAlarmKinds('cure', cureAlarmKinds);
      registerGuards(database);
      registerLeaveGuard();
      registerOfferClock();
      registerUnreadClock();
      registerConsultTopic();
      registerRooms();
      registerInvestigations();
      registerBanFacts();
      registerTreatmentArchive();
      registerFeeCalc();
      registerBillCalc();
      registerKnowledge();
      registerEntrust();
    },
    nightly: async () => {
      if (night) await cureNight(night);
    },
    tick: async ({ database }) => {
      if (Date.now() - watched < 60_000) return;
      watched = Date.now();
      await watchDuty(database);
    },
  };
}
