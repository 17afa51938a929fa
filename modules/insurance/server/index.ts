import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { insuranceAlarmKinds } from '#modules/insurance/contract/claim/alarm-kinds.ts';
import { insurance } from '#modules/insurance/contract/module.ts';
import { eachTenant, registerAlarmKinds } from '#modules/platform/server/index.ts';
import { openClaim } from '#modules/prevention/server/index.ts';
import { onDisposal } from '#modules/traceability/server/index.ts';
import { issueRoutes } from './check/ins-check-issue.ts';
import { taskRoutes } from './check/ins-check-task.ts';
import { safeTagRoutes } from './check/ins-safe-tag.ts';
import { scanRoutes } from './check/scans.ts';
import { boardRoutes } from './claim/board.ts';
import { registerClaimClocks } from './claim/claim-ticks.ts';
import { dispatchingRoutes } from './claim/dispatching.ts';
import { catastropheRoutes } from './claim/ins-catastrophe.ts';
import { claimRoutes } from './claim/ins-claim.ts';
import { claimAnimalRoutes } from './claim/ins-claim-animal.ts';
import { dispatchRoutes } from './claim/ins-dispatch.ts';
import { dutyRoutes } from './claim/ins-duty.ts';
import { surveyResourceRoutes } from './claim/ins-survey.ts';
import { openClaimOf } from './claim/kernel.ts';
import { matchRoutes } from './claim/match.ts';
import { lookAtPolicies } from './claim/outlier-night.ts';
import { reportRoutes as lossRoutes } from './claim/report-loss.ts';
import { surveyRoutes } from './claim/survey.ts';
import { agreementRoutes } from './coinsurance/ins-agreement.ts';
import { coinsEntryRoutes } from './coinsurance/ins-coins-entry.ts';
import { consentRoutes, registerConsentClock } from './coinsurance/ins-consent.ts';
import { patrolRoutes } from './coinsurance/ins-patrol.ts';
import { patrolLineRoutes } from './coinsurance/ins-patrol-line.ts';
import { collationRoutes } from './enrolment/ins-collation.ts';
import { enrolmentRoutes, registerLapse } from './enrolment/ins-enrolment.ts';
import { lineRoutes } from './enrolment/ins-enrolment-line.ts';
import { partyRoutes } from './enrolment/ins-enrolment-party.ts';
import { orderRoutes } from './enrolment/ins-order.ts';
import { signRoutes } from './enrolment/sign.ts';
import { alertRoutes } from './monitor/alerts.ts';
import { callbackRoutes } from './monitor/ins-callback.ts';
import { recordRoutes } from './monitor/ins-record.ts';
import { claimNoticeRoutes } from './notice/claim-notice.ts';
import { objectionRoutes } from './notice/ins-objection.ts';
import { publicityRoutes } from './notice/ins-publicity.ts';
import { assessRoutes } from './payout/assess.ts';
import { disposalRoutes, verifyByRecord } from './payout/ins-disposal-link.ts';
import { settlementRoutes } from './payout/ins-settlement.ts';
import { payRoutes, registerSettlementPayment } from './payout/pay.ts';
import { coverAdded, registerAddition } from './policy/additions.ts';
import { registerCoverClocks } from './policy/cover-clock.ts';
import { compareCovers, endUnclaimed } from './policy/cover-night.ts';
import { endorsementRoutes, registerEndorsementClock } from './policy/endorsements.ts';
import { warnEnding } from './policy/expiry-night.ts';
import { policyRoutes } from './policy/ins-policy.ts';
import { animalRoutes } from './policy/ins-policy-animal.ts';
import { certificateRoutes } from './policy/ins-policy-party.ts';
import { registerRegistryHooks } from './policy/registry-hooks.ts';
import { renewalRoutes } from './policy/renewals.ts';
import { registerInsuranceCalc } from './product/calc.ts';
import { ingredientRoutes } from './product/ins-ingredient.ts';
import { productRoutes } from './product/ins-product.ts';
import { retirePast, versionRoutes } from './product/ins-product-version.ts';
import { quoteRoutes } from './product/quotes.ts';
import { endpointRoutes } from './push/ins-endpoint.ts';
import { pushRoutes, registerPushes } from './push/ins-push.ts';
import { monitorReportRoutes } from './report/monitor-reports.ts';
import { reportRoutes } from './report/reports.ts';
import { searchRoutes } from './search/search.ts';
import { workbenchRoutes } from './search/workbench.ts';
import { areaRoutes } from './setting/ins-area.ts';
import { clerkRoutes } from './setting/ins-clerk.ts';
import { phraseRoutes } from './setting/ins-phrase.ts';
import { settingRoutes } from './setting/ins-setting.ts';
import { statementRoutes } from './statement/ins-statement.ts';
import { statementLineRoutes } from './statement/ins-statement-line.ts';

export { type ClaimOnAnimal, openClaimOf, waiveBank } from './claim/kernel.ts';
export {
  type ClaimNews,
  type CoverNews,
  onClaim,
  onClaimPaid,
  onCoverEnded,
  type PaidNews,
} from './extension-points.ts';
export { type Cover, coverOf, insuredHead, setBeneficiary } from './policy/kernel.ts';

export function insuranceServer(): ServerModule {
  let night: Database | null = null;
  return {
    contract: insurance,
    routes: () => [
      ...quoteRoutes(),
      ...ingredientRoutes(),
      ...productRoutes(),
      ...versionRoutes(),
      ...areaRoutes(),
      ...settingRoutes(),
      ...clerkRoutes(),
      ...phraseRoutes(),
      ...collationRoutes(),
      ...enrolmentRoutes(),
      ...partyRoutes(),
      ...lineRoutes(),
      ...signRoutes(),
      ...orderRoutes(coverAdded),
      ...taskRoutes(),
      ...issueRoutes(),
      ...scanRoutes(),
      ...safeTagRoutes(),
      ...publicityRoutes(),
      ...objectionRoutes(),
      ...policyRoutes(),
      ...certificateRoutes(),
      ...animalRoutes(),
      ...endorsementRoutes(),
      ...renewalRoutes(),
      ...lossRoutes(),
      ...boardRoutes(),
      ...dispatchingRoutes(),
      ...dispatchRoutes(),
      ...dutyRoutes(),
      ...catastropheRoutes(),
      ...surveyRoutes(),
      ...surveyResourceRoutes(),
      ...matchRoutes(),
      ...claimRoutes(),
      ...claimAnimalRoutes(),
      ...assessRoutes(),
      ...claimNoticeRoutes(),
      ...disposalRoutes(),
      ...payRoutes(),
      ...settlementRoutes(),
      ...searchRoutes(),
      ...workbenchRoutes(),
      ...reportRoutes(),
      ...monitorReportRoutes(),
      ...alertRoutes(),
      ...recordRoutes(),
      ...callbackRoutes(),
      ...statementRoutes(),
      ...statementLineRoutes(),
      ...agreementRoutes(),
      ...coinsEntryRoutes(),
      ...consentRoutes(),
      ...patrolRoutes(),
      ...patrolLineRoutes(),
      ...endpointRoutes(),
      ...pushRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerInsuranceCalc();
      registerLapse();
      registerCoverClocks();
      registerEndorsementClock();
      registerAddition();
      registerRegistryHooks();
      registerAlarmKinds('insurance', insuranceAlarmKinds);
      registerClaimClocks();
      registerConsentClock();
      registerPushes();
      registerSettlementPayment();
      openClaim.register('insurance', openClaimOf);
      onDisposal.register('insurance', async (tx, news) => void (await verifyByRecord(tx, news)));
    },
    nightly: async () => {
      const database = night;
      if (!database) return;
      await eachTenant(database, (tenantNo) =>
        database.transaction(systemScope(tenantNo, 'insurance.night'), async (tx) => {
          await retirePast(tx);
          await warnEnding(tx);
          await endUnclaimed(tx);
          await compareCovers(tx);
          await lookAtPolicies(tx);
        }),
      );
    },
  };
}
