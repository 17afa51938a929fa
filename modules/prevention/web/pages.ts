import { registerOutbox } from '#kit/web/field/waiting-sheets.ts';
import { loadTexts } from '#kit/web/i18n/i18n.ts';
import { type PageLoader, report } from '#kit/web/page.ts';
import { registerRecordPages } from '#kit/web/record-pages.ts';
import { registerSlot } from '#kit/web/slots.ts';
import { registerFinders } from './home/finders.ts';

registerFinders();
registerSlot<{ id: number }>('registry.animal', {
  key: 'immunity',
  label: 'prevention.immunity.title',
  order: 20,
  permission: 'ant:animal:detail',
  load: () => import('./livestock/animal-immunity.tsx'),
});
registerRecordPages({
  'prevention.immunisationVisit': (id) => `/ant/preventionMange/visitDetail?id=${id}`,
  'prevention.sampleResult': (id) => `/ant/collection/sampleResult?open=detail:${id}`,
  'prevention.sample': (id) => `/ant/collection/sampleList?open=detail:${id}`,
  'prevention.stressCase': (id) => `/ant/preventionMange/stressRelatedDeaths?open=detail:${id}`,
});

registerOutbox('visit', '/ant/preventionMange/immuneVisit', () =>
  import('./visit/offline/outbox.ts').then((m) => m.outbox),
);

/** Pages that show parts of the registry's speak with its words, too. */
const withRegistry =
  (load: PageLoader): PageLoader =>
  async () =>
    (await Promise.all([load(), loadTexts('registry')]))[0];

/** Pages that numbers of the screens open repeat the number. */
const withFigures = (loaders: Record<string, PageLoader>): Record<string, PageLoader> =>
  Object.fromEntries(
    Object.entries(loaders).map(([path, load]) => [path, path.startsWith('/ant/screen/') ? load : withNote(load)]),
  );
const withNote =
  (load: PageLoader): PageLoader =>
  async () => {
    const [page, { withFigure }] = await Promise.all([load(), import('./common/figure-note.tsx')]);
    return { ...page, default: withFigure(page.default) };
  };

export const pages: Record<string, PageLoader> = withFigures({
  '/ant/animalProtection/animalDetail': withRegistry(() => import('./livestock/animal-detail.page.tsx')),
  '/ant/animalProtection/breed': report(() =>
    import('#modules/prevention/contract/livestock/stock-stat.ts').then((m) => m.breedStat),
  ),
  '/ant/animalProtection/cloudEnterprise': () => import('./household/cloud-enterprise.page.tsx'),
  '/ant/animalProtection/distributionMap': withRegistry(() => import('./livestock/map/distribution-map.page.tsx')),
  '/ant/animalProtection/firmDistribution': withRegistry(() => import('./livestock/map/firm-distribution.page.tsx')),
  '/ant/animalProtection/hangTag': () => import('./workforce/tag-wear.page.tsx'),
  '/ant/animalProtection/home': withRegistry(() => import('./livestock/livestock-home.page.tsx')),
  '/ant/animalProtection/household': () => import('./household/households.page.tsx'),
  '/ant/animalProtection/householdDetail': withRegistry(() => import('./household/household-detail.page.tsx')),
  '/ant/animalProtection/liveCount': report(() =>
    import('#modules/prevention/contract/livestock/stock-stat.ts').then((m) => m.liveCount),
  ),
  '/ant/animalProtection/management': withRegistry(() => import('./livestock/animals.page.tsx')),
  '/ant/censusManage/census': () => import('./census/census-round.page.tsx'),
  '/ant/censusManage/censusProgress': report(() =>
    import('#modules/prevention/contract/census/census-stat.ts').then((m) => m.censusStat),
  ),
  '/ant/censusManage/culturedQuantity': report(() =>
    import('#modules/prevention/contract/census/census-stat.ts').then((m) => m.raisedStat),
  ),
  '/ant/censusManage/herds': () => import('./census/census-herds.page.tsx'),
  '/ant/censusManage/householdDetail': () => import('./census/census-household.page.tsx'),
  '/ant/censusManage/liveHerds': report(() =>
    import('#modules/prevention/contract/census/census-stat.ts').then((m) => m.liveHerds),
  ),
  '/ant/collection/antibodyStat': report(() =>
    import('#modules/prevention/contract/lab/lab-stat.ts').then((m) => m.labStat),
  ),
  '/ant/collection/definitionTask': () => import('./lab/sampling/sample-task.page.tsx'),
  '/ant/collection/sampleDetectItem': () => import('./lab/detect-item.page.tsx'),
  '/ant/collection/sampleList': () => import('./lab/sample.page.tsx'),
  '/ant/collection/sampleResult': () => import('./lab/sample-result.page.tsx'),
  '/ant/collection/sampledInstrument': () => import('./lab/lab-instrument.page.tsx'),
  '/ant/collection/sampledLog': () => import('./lab/sampling/sample-log.page.tsx'),
  '/ant/collection/taskInfo': () => import('./lab/sampling/sample-assignment.page.tsx'),
  '/ant/home/index': () => import('./home/home.page.tsx'),
  '/ant/investigation/action': () => import('./outbreak/investigation-action.page.tsx'),
  '/ant/investigation/actionDetail': () => import('./outbreak/investigation-action-detail.page.tsx'),
  '/ant/investigation/info': () => import('./outbreak/investigation-info.page.tsx'),
  '/ant/person/breedStats': () => import('./workforce/worker-area.page.tsx'),
  '/ant/person/epidemicQuarter': () => import('./workforce/quarter/worker-quarter.page.tsx'),
  '/ant/person/prevention': () => import('./workforce/worker.page.tsx'),
  '/ant/person/preventionStat': report(
    () => import('#modules/prevention/contract/workforce/staff-stat.ts').then((m) => m.staffStat),
    () => import('./workforce/uncovered-drawer.tsx'),
  ),
  '/ant/person/preventionWork': () => import('./workforce/work/work.page.tsx'),
  '/ant/preventionMange/alert': () => import('./alert/alert.page.tsx'),
  '/ant/preventionMange/antiEpidemicSeason': () => import('./season/season.page.tsx'),
  '/ant/preventionMange/coverage': () => import('./season/coverage/coverage.page.tsx'),
  '/ant/preventionMange/gapOrder': () => import('./gap/gap-order.page.tsx'),
  '/ant/preventionMange/household': () => import('./season/plan/plan.page.tsx'),
  '/ant/preventionMange/immuneVisit': () => import('./visit/sheet/immune-visit.page.tsx'),
  '/ant/preventionMange/logs': () => import('./visit/visit-logs.page.tsx'),
  '/ant/preventionMange/mtdLogs': () => import('./visit/mtd-logs.page.tsx'),
  '/ant/preventionMange/routineLogs': () => import('./visit/routine-logs.page.tsx'),
  '/ant/preventionMange/selfImmune': () => import('./visit/self-immune.page.tsx'),
  '/ant/preventionMange/stressRelatedDeaths': () => import('./stress/stress-case.page.tsx'),
  '/ant/preventionMange/stressRelatedDetail': () => import('./screens/screen-stress.page.tsx'),
  '/ant/preventionMange/stressRelatedStatistics': report(() =>
    import('#modules/prevention/contract/stress/stress-stat.ts').then((m) => m.stressStat),
  ),
  '/ant/preventionMange/vaccineIssue': () => import('./settings/vaccine-issue.page.tsx'),
  '/ant/preventionMange/visitDetail': () => import('./visit/visit-detail.page.tsx'),
  '/ant/screen/index': () => import('./screens/screen-immunity.page.tsx'),
  '/ant/screen/index1': () => import('./screens/stock/screen-livestock.page.tsx'),
  '/ant/screen/index3': () => import('./screens/stock/screen-cattle.page.tsx'),
  '/ant/screen/index4': () => import('./screens/stock/screen-sheep.page.tsx'),
  '/ant/screen/index15': () => import('./screens/schedule/screen-schedule.page.tsx'),
  '/ant/screen/index2': () => import('./screens/workload/screen-workload.page.tsx'),
  '/ant/screen/index6': () => import('./screens/overview/screen-overview.page.tsx'),
  '/ant/screen/indexNew': () => import('./screens/ground/screen-ground.page.tsx'),
  '/ant/search/animalDetail': withRegistry(() => import('./livestock/animal-detail.page.tsx')),
  '/ant/search/animalTypeName': () => import('./home/search/search-animal.page.tsx'),
  '/ant/search/prevention': () => import('./home/search/search-prevention.page.tsx'),
  '/ant/search/principalName': () => import('./home/search/search-principal.page.tsx'),
  '/ant/staff/examine': () => import('./workforce/staff-examine.page.tsx'),
  '/ant/sysSet/accountSet': () => import('./settings/account-set.page.tsx'),
  '/ant/sysSet/programme': () => import('./settings/programme.page.tsx'),
  '/ant/sysSet/standard': () => import('./settings/standard.page.tsx'),
  '/ant/sysSet/vaccine': () => import('./settings/vaccine.page.tsx'),
  '/ant/sysSet/videoSet': () => import('./settings/video-set.page.tsx'),
});
