import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { registerAlarmKinds } from '#modules/platform/server/index.ts';
import { traceability } from '#modules/traceability/contract/module.ts';
import { traceAlarmKinds } from '#modules/traceability/contract/setting/alarm-kinds.ts';
import { publicCodeRoutes } from './code/public-code.ts';
import { codeRoutes } from './code/trace-code.ts';
import { codeBatchRoutes } from './code/trace-code-batch.ts';
import { labelTemplateRoutes } from './code/trace-label-template.ts';
import { disposalRoutes } from './disposal/disposal-record.ts';
import { icarRoutes } from './icar/routes.ts';
import { inquiryRoutes } from './inquiry/inquiries.ts';
import { lotRoutes } from './lot/lots.ts';
import { banRoutes } from './movement/ban-routes.ts';
import { registerMovementGuards } from './movement/guards.ts';
import { movementRoutes } from './movement/movements.ts';
import { traceNight } from './night.ts';
import { oversightRoutes } from './oversight/routes.ts';
import { quarantineRoutes } from './quarantine/routes.ts';
import { registrationRoutes } from './registration/farmer-registration.ts';
import { subjectRoutes } from './subject/routes.ts';
import { thirdRoutes } from './third/third-party-batch.ts';

export { type Disposal, disposalOf } from './disposal/disposal-record.ts';
export { type DisposalNews, onDisposal } from './extension-points.ts';
export { type Ban, type BanAsk, banHits } from './movement/movement-ban.ts';
export { openMovement } from './movement/open-movement.ts';
export { type Covered, certificateCovers } from './quarantine/quarantine-certificate.ts';

export function traceabilityServer(): ServerModule {
  let night: Database | null = null;
  return {
    contract: traceability,
    routes: () => [
      ...subjectRoutes(),
      ...registrationRoutes(),
      ...quarantineRoutes(),
      ...movementRoutes(),
      ...banRoutes(),
      ...disposalRoutes(),
      ...thirdRoutes(),
      ...icarRoutes(),
      ...codeBatchRoutes(),
      ...codeRoutes(),
      ...labelTemplateRoutes(),
      ...lotRoutes(),
      ...oversightRoutes(),
      ...inquiryRoutes(),
      ...publicCodeRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerAlarmKinds('traceability', traceAlarmKinds);
      registerMovementGuards(database);
    },
    nightly: async () => {
      if (night) await traceNight(night);
    },
  };
}
