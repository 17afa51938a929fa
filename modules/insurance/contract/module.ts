import { defineModule } from '#kit/contract/module.ts';
import { checkSheet, insCheckIssue, insCheckTask, sendScans } from './check/check.ts';
import { insSafeTag } from './check/safe-tag.ts';
import * as claims from './claim/claim.ts';
import * as claimCalls from './claim/claim-calls.ts';
import * as dispatch from './claim/dispatch.ts';
import { coinsurance } from './coinsurance/coinsurance.ts';
import { insCollation, runCollation } from './enrolment/collation.ts';
import { insEnrolment, insEnrolmentLine, insEnrolmentParty } from './enrolment/enrolment.ts';
import * as lists from './enrolment/list-building.ts';
import { insOrder, matchOrders } from './enrolment/order.ts';
import { monitor } from './monitor/monitor.ts';
import { insObjection, insPublicity, postNotice } from './notice/notice.ts';
import * as payout from './payout/payout.ts';
import * as policies from './policy/policy.ts';
import * as policyCalls from './policy/policy-calls.ts';
import { products } from './product/product.ts';
import { pushes } from './push/push.ts';
import { reports } from './report/reports.ts';
import { settings } from './setting/setting.ts';
import { statements } from './statement/statement.ts';

export const insurance = defineModule({
  name: 'insurance',
  needs: ['platform', 'registry', 'depot', 'prevention', 'sign', 'device', 'breeding', 'cure', 'farm', 'traceability'],
  resources: [
    ...products.resources,
    ...settings.resources,
    insCollation,
    insEnrolment,
    insEnrolmentParty,
    insEnrolmentLine,
    insOrder,
    insCheckTask,
    insCheckIssue,
    insSafeTag,
    insPublicity,
    insObjection,
    policies.insPolicy,
    policies.insPolicyExpiry,
    policies.insPolicyParty,
    policies.insPolicyAnimal,
    policies.insEndorsement,
    claims.insClaim,
    claims.insClaimQueue,
    claims.insClaimAnimal,
    claims.insCatastrophe,
    claims.insSurvey,
    dispatch.insDuty,
    dispatch.insDispatch,
    payout.insDisposalLink,
    payout.insSettlement,
    ...monitor.resources,
    ...statements.resources,
    ...coinsurance.resources,
    ...pushes.resources,
  ],
  endpoints: [
    ...products.endpoints,
    ...settings.endpoints,
    runCollation,
    lists.buildEnrolment,
    lists.enrolmentChoices,
    lists.moveCover,
    lists.signParty,
    lists.omitLines,
    lists.enrolmentBlockers,
    lists.setCoordinator,
    matchOrders,
    checkSheet,
    sendScans,
    postNotice,
    policyCalls.issuePolicy,
    policyCalls.makeEndorsement,
    policyCalls.checkCover,
    policyCalls.prepareRenewal,
    policyCalls.refuseRenewal,
    policyCalls.searchWarranty,
    policyCalls.insuranceWorkbench,
    claimCalls.lossCover,
    claimCalls.reportLoss,
    claimCalls.surveySheet,
    claimCalls.submitSurvey,
    claimCalls.assessClaim,
    claimCalls.agreeClaim,
    claimCalls.postClaims,
    claimCalls.claimMatch,
    dispatch.dispatchCandidates,
    dispatch.assignSurvey,
    dispatch.answerDispatch,
    dispatch.extendArrival,
    dispatch.arriveAt,
    dispatch.reportBoard,
    payout.linkDisposal,
    payout.batchSettlements,
    payout.takeSettlementResults,
    ...monitor.endpoints,
    ...statements.endpoints,
    ...pushes.endpoints,
  ],
  reports,
});
