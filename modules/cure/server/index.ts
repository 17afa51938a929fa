import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { cure } from '#modules/cure/contract/module.ts';
import { cureAlarmKinds } from '#modules/cure/contract/suspect/alarm-kinds.ts';
import { registerAlarmKinds } from '#modules/platform/server/index.ts';
import { registerOfferClock } from './consult/offer-round.ts';
import { consultRoutes, registerConsultTopic } from './consult/routes.ts';
import { careStatRoutes } from './home/care-stat.ts';
import { homeRoutes } from './home/home.ts';
import { medicineRoutes } from './medicine/routes.ts';
import { cureNight } from './night.ts';
import { dutyRoutes } from './people/duty-slot.ts';
import { expertRoutes, registerLeaveGuard } from './people/expert.ts';
import { practitionerRoutes } from './people/practitioner.ts';
import { prescriptionRoutes } from './prescription/routes.ts';
import { registerInvestigations, suspectRoutes } from './suspect/routes.ts';
import { registerBanFacts, registerTreatmentArchive } from './treatment/records.ts';
import { treatmentRoutes } from './treatment/routes.ts';
import { registerGuards } from './withdrawal/guard.ts';
import { withdrawalRoutes } from './withdrawal/routes.ts';

export { reportSuspect, type Suspicion } from './suspect/suspect-report.ts';
export type { Practice } from './treatment/judge.ts';
export { practiceOf, type Recorded, type Recording, recordTreatment } from './treatment/record.ts';
export { type OpenCase, openCases, underTreatment } from './treatment/records.ts';
export { endCase as closeCase } from './treatment/treatment.ts';
export { type Blocked, withdrawalUntil } from './withdrawal/animal-withdrawal.ts';
export { type SaleAsk, saleGuard } from './withdrawal/guard.ts';

export function cureServer(): ServerModule {
  let night: Database | null = null;
  return {
    contract: cure,
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
      ...suspectRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerAlarmKinds('cure', cureAlarmKinds);
      registerGuards(database);
      registerLeaveGuard();
      registerOfferClock();
      registerConsultTopic();
      registerInvestigations();
      registerBanFacts();
      registerTreatmentArchive();
    },
    nightly: async () => {
      if (night) await cureNight(night);
    },
  };
}
