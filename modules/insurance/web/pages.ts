import { registerOutbox } from '#kit/web/field/waiting-sheets.ts';
import { type PageLoader, report, resource } from '#kit/web/page.ts';
import { registerRecordPages } from '#kit/web/record-pages.ts';
import { registerSlot } from '#kit/web/slots.ts';
import { registerFinders } from './finders.ts';

registerFinders();
registerRecordPages({
  'insurance.insPolicy': (id) => `/insuranceMgt/policyDetail?id=${id}`,
  'insurance.insClaim': (id) => `/insuranceMgt/claimDetail?id=${id}`,
});
registerSlot<{ id: number }>('registry.animal', {
  key: 'insurance',
  label: 'insurance.animalCard.tab',
  order: 60,
  permission: 'ins:animal:list',
  load: () => import('./policy/animal-card.tsx'),
});

registerOutbox('survey', '/insuranceMgt/surveyForm', () =>
  import('./claim/survey-outbox.ts').then((m) => m.surveyOutbox),
);
registerOutbox('tagCheck', '/insuranceMgt/tagCheck', () => import('./check/outbox.ts').then((m) => m.checkOutbox));

export const pages: Record<string, PageLoader> = {
  '/insuranceMgt/workbench': () => import('./search/workbench.page.tsx'),
  '/insuranceMgt/insuranceDefinition': () => import('./product/product.page.tsx'),
  '/insuranceMgt/insuranceDefinitionVersion': () => import('./product/version.page.tsx'),
  '/insuranceMgt/ingredients': resource(() =>
    import('#modules/insurance/contract/product/product.ts').then((m) => m.insIngredient),
  ),
  '/insuranceMgt/collationPrincipal': () => import('./enrolment/collation.page.tsx'),
  '/insuranceMgt/collectiveInsurance': () => import('./enrolment/collective.page.tsx'),
  '/insuranceMgt/collectiveInsuranceDetail': () => import('./enrolment/enrolment-detail.page.tsx'),
  '/insuranceMgt/publicity': () => import('./notice/publicity.page.tsx'),
  '/insuranceMgt/orderManage': () => import('./enrolment/order.page.tsx'),
  '/insuranceMgt/verification/quest': () => import('./check/quest.page.tsx'),
  '/insuranceMgt/verification/dispose': resource(
    () => import('#modules/insurance/contract/check/check.ts').then((m) => m.insCheckIssue),
    { isOwn: false },
  ),
  '/insuranceMgt/verification/analysis': report(() =>
    import('#modules/insurance/contract/report/reports.ts').then((m) => m.checkStats),
  ),
  '/insuranceMgt/tagCheck': () => import('./check/tag-check.page.tsx'),
  '/insuranceMgt/safeEartagsUsed': resource(
    () => import('#modules/insurance/contract/check/safe-tag.ts').then((m) => m.insSafeTag),
    { isOwn: false },
  ),
  '/insuranceMgt/policyRecord': () => import('./policy/policy.page.tsx'),
  '/insuranceMgt/policyDetail': () => import('./policy/policy-detail.page.tsx'),
  '/insuranceMgt/insuredAnimals': resource(
    () => import('#modules/insurance/contract/policy/policy.ts').then((m) => m.insPolicyAnimal),
    { isOwn: false },
  ),
  '/insuranceMgt/maintenance': resource(
    () => import('#modules/insurance/contract/policy/policy.ts').then((m) => m.insEndorsement),
    { isOwn: false },
  ),
  '/insuranceMgt/policyExpiryWarning': () => import('./policy/expiry.page.tsx'),
  '/insuranceMgt/livestockLedger': report(() =>
    import('#modules/insurance/contract/report/reports.ts').then((m) => m.coverLedger),
  ),
  '/insuranceMgt/claimReport': () => import('./claim/claim-report.page.tsx'),
  '/insuranceMgt/claimRecord': () => import('./claim/claim-record.page.tsx'),
  '/insuranceMgt/claimDetail': () => import('./claim/claim-detail.page.tsx'),
  '/insuranceMgt/claimReview': () => import('./claim/claim-review.page.tsx'),
  '/insuranceMgt/reportMonitor': () => import('./claim/report-monitor.page.tsx'),
  '/insuranceMgt/surveyDispatch': () => import('./claim/survey-dispatch.page.tsx'),
  '/insuranceMgt/surveyForm': () => import('./claim/survey-form.page.tsx'),
  '/insuranceMgt/settlement': () => import('./payout/settlement.page.tsx'),
  '/insuranceMgt/warrantySearch': () => import('./search/warranty.page.tsx'),
  '/insuranceMgt/issuingClerk': resource(() =>
    import('#modules/insurance/contract/setting/setting.ts').then((m) => m.insClerk),
  ),
  '/insuranceMgt/policyAnalysis': report(() =>
    import('#modules/insurance/contract/report/monitor-reports.ts').then((m) => m.policyStats),
  ),
  '/insuranceMgt/claimsMonitor': report(() =>
    import('#modules/insurance/contract/report/monitor-reports.ts').then((m) => m.claimStats),
  ),
  '/insuranceMgt/cooperativeMonitoring': report(() =>
    import('#modules/insurance/contract/report/monitor-reports.ts').then((m) => m.linkStats),
  ),
  '/insuranceMgt/coordinatorWork': report(() =>
    import('#modules/insurance/contract/report/monitor-reports.ts').then((m) => m.workStats),
  ),
  '/insuranceMgt/outlier': () => import('./monitor/outlier.page.tsx'),
  '/insuranceMgt/records': resource(
    () => import('#modules/insurance/contract/monitor/monitor.ts').then((m) => m.insRecord),
    { isOwn: false },
  ),
  '/insuranceMgt/callback': () => import('./monitor/callback.page.tsx'),
  '/insuranceMgt/statement': () => import('./statement/statement.page.tsx'),
  '/insuranceMgt/coinsurance/analyze': report(() =>
    import('#modules/insurance/contract/report/monitor-reports.ts').then((m) => m.shareStats),
  ),
  '/insuranceMgt/coinsurance/book': resource(
    () => import('#modules/insurance/contract/coinsurance/coinsurance.ts').then((m) => m.insCoinsEntry),
    { isOwn: false },
  ),
  '/insuranceMgt/coinsurance/examine': () => import('./coinsurance/examine.page.tsx'),
  '/insuranceMgt/coinsurance/patrol': () => import('./coinsurance/patrol.page.tsx'),
  '/insuranceMgt/thirdPartyConfig': () => import('./push/endpoint.page.tsx'),
  '/insuranceMgt/insurancePush': resource(
    () => import('#modules/insurance/contract/push/push.ts').then((m) => m.insPush),
    { isOwn: false },
  ),
  '/insuranceMgt/commonPhrases': resource(() =>
    import('#modules/insurance/contract/setting/setting.ts').then((m) => m.insPhrase),
  ),
  '/insuranceMgt/configuration': () => import('./setting/configuration.page.tsx'),
};
