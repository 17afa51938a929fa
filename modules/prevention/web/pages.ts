import { loadTexts } from '#kit/web/i18n/i18n.ts';
import { type PageLoader, report } from '#kit/web/page.ts';
import { setBuilt } from './built.ts';

/** Pages that show parts of the registry's speak with its words, too. */
const withRegistry =
  (load: PageLoader): PageLoader =>
  async () =>
    (await Promise.all([load(), loadTexts('registry')]))[0];

export const pages: Record<string, PageLoader> = {
  '/ant/animalProtection/animalDetail': withRegistry(() => import('./animal-detail.page.tsx')),
  '/ant/animalProtection/breed': report(() =>
    import('#modules/prevention/contract/stock-stat.ts').then((m) => m.breedStat),
  ),
  '/ant/animalProtection/cloudEnterprise': () => import('./cloud-enterprise.page.tsx'),
  '/ant/animalProtection/distributionMap': withRegistry(() => import('./distribution-map.page.tsx')),
  '/ant/animalProtection/firmDistribution': withRegistry(() => import('./firm-distribution.page.tsx')),
  '/ant/animalProtection/hangTag': () => import('./tag-wear.page.tsx'),
  '/ant/animalProtection/home': withRegistry(() => import('./livestock-home.page.tsx')),
  '/ant/animalProtection/household': () => import('./households.page.tsx'),
  '/ant/animalProtection/householdDetail': withRegistry(() => import('./household-detail.page.tsx')),
  '/ant/animalProtection/liveCount': report(() =>
    import('#modules/prevention/contract/stock-stat.ts').then((m) => m.liveCount),
  ),
  '/ant/animalProtection/management': withRegistry(() => import('./animals.page.tsx')),
  '/ant/censusManage/census': () => import('./census-round.page.tsx'),
  '/ant/censusManage/censusProgress': report(() =>
    import('#modules/prevention/contract/census-stat.ts').then((m) => m.censusStat),
  ),
  '/ant/censusManage/culturedQuantity': report(() =>
    import('#modules/prevention/contract/census-stat.ts').then((m) => m.raisedStat),
  ),
  '/ant/censusManage/herds': () => import('./census-herds.page.tsx'),
  '/ant/censusManage/householdDetail': () => import('./census-household.page.tsx'),
  '/ant/censusManage/liveHerds': report(() =>
    import('#modules/prevention/contract/census-stat.ts').then((m) => m.liveHerds),
  ),
  '/ant/collection/antibodyStat': report(() =>
    import('#modules/prevention/contract/lab-stat.ts').then((m) => m.labStat),
  ),
  '/ant/collection/definitionTask': () => import('./sample-task.page.tsx'),
  '/ant/collection/sampleDetectItem': () => import('./detect-item.page.tsx'),
  '/ant/collection/sampleList': () => import('./sample.page.tsx'),
  '/ant/collection/sampleResult': () => import('./sample-result.page.tsx'),
  '/ant/collection/sampledInstrument': () => import('./lab-instrument.page.tsx'),
  '/ant/collection/sampledLog': () => import('./sample-log.page.tsx'),
  '/ant/collection/taskInfo': () => import('./sample-assignment.page.tsx'),
  '/ant/home/index': () => import('./home.page.tsx'),
  '/ant/investigation/action': () => import('./investigation-action.page.tsx'),
  '/ant/investigation/actionDetail': () => import('./investigation-action-detail.page.tsx'),
  '/ant/investigation/info': () => import('./investigation-info.page.tsx'),
  '/ant/person/breedStats': () => import('./worker-area.page.tsx'),
  '/ant/person/epidemicQuarter': () => import('./worker-quarter.page.tsx'),
  '/ant/person/prevention': () => import('./worker.page.tsx'),
  '/ant/person/preventionStat': report(
    () => import('#modules/prevention/contract/staff-stat.ts').then((m) => m.staffStat),
    () => import('./people/uncovered-drawer.tsx'),
  ),
  '/ant/person/preventionWork': () => import('./work.page.tsx'),
  '/ant/preventionMange/alert': () => import('./alert.page.tsx'),
  '/ant/preventionMange/antiEpidemicSeason': () => import('./season.page.tsx'),
  '/ant/preventionMange/coverage': () => import('./coverage.page.tsx'),
  '/ant/preventionMange/household': () => import('./plan.page.tsx'),
  '/ant/preventionMange/immuneVisit': () => import('./immune-visit.page.tsx'),
  '/ant/preventionMange/logs': () => import('./visit-logs.page.tsx'),
  '/ant/preventionMange/mtdLogs': () => import('./mtd-logs.page.tsx'),
  '/ant/preventionMange/routineLogs': () => import('./routine-logs.page.tsx'),
  '/ant/preventionMange/selfImmune': () => import('./self-immune.page.tsx'),
  '/ant/preventionMange/stressRelatedDeaths': () => import('./stress-case.page.tsx'),
  '/ant/preventionMange/stressRelatedDetail': () => import('./screen-stress.page.tsx'),
  '/ant/preventionMange/stressRelatedStatistics': report(() =>
    import('#modules/prevention/contract/stress-stat.ts').then((m) => m.stressStat),
  ),
  '/ant/preventionMange/vaccineIssue': () => import('./vaccine-issue.page.tsx'),
  '/ant/preventionMange/visitDetail': () => import('./visit-detail.page.tsx'),
  '/ant/screen/index': () => import('./screen-immunity.page.tsx'),
  '/ant/screen/index1': () => import('./screen-livestock.page.tsx'),
  '/ant/screen/index3': () => import('./screen-cattle.page.tsx'),
  '/ant/screen/index4': () => import('./screen-sheep.page.tsx'),
  '/ant/screen/index15': () => import('./screen-schedule.page.tsx'),
  '/ant/screen/index2': () => import('./screen-workload.page.tsx'),
  '/ant/screen/index6': () => import('./screen-overview.page.tsx'),
  '/ant/screen/indexNew': () => import('./screen-ground.page.tsx'),
  '/ant/search/animalDetail': withRegistry(() => import('./animal-detail.page.tsx')),
  '/ant/search/animalTypeName': () => import('./search-animal.page.tsx'),
  '/ant/search/prevention': () => import('./search-prevention.page.tsx'),
  '/ant/search/principalName': () => import('./search-principal.page.tsx'),
  '/ant/staff/examine': () => import('./staff-examine.page.tsx'),
  '/ant/sysSet/accountSet': () => import('./account-set.page.tsx'),
  '/ant/sysSet/programme': () => import('./programme.page.tsx'),
  '/ant/sysSet/standard': () => import('./standard.page.tsx'),
  '/ant/sysSet/vaccine': () => import('./vaccine.page.tsx'),
  '/ant/sysSet/videoSet': () => import('./video-set.page.tsx'),
};
setBuilt(Object.keys(pages));
