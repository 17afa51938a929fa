import { registerOutbox } from '#kit/web/field/waiting-sheets.ts';
import { type PageLoader, report, resource } from '#kit/web/page.ts';
import { registerRecordPages } from '#kit/web/record-pages.ts';
import { registerSlot } from '#kit/web/slots.ts';
import { registerFinders } from './finders.ts';

registerFinders();
registerRecordPages({
  'breeding.insemination': (id) => `/ant/breed/breeding?open=detail:${id}`,
  'breeding.pregnancyCheck': (id) => `/ant/breed/pregnancy?open=detail:${id}`,
  'breeding.calving': (id) => `/ant/breed/calving?open=detail:${id}`,
});
registerSlot<{ id: number }>('registry.animal', {
  key: 'breeding',
  label: 'breeding.cardPage.tab',
  order: 30,
  permission: 'improve:base:animal',
  load: () => import('./base/breeding-card.tsx'),
});
registerSlot<{ id: number }>('registry.archive', {
  key: 'breeding',
  label: 'breeding.cardPage.tab',
  order: 60,
  permission: 'improve:base:household',
  load: () => import('./base/holder-card.tsx'),
});

const reports = () => import('#modules/breeding/contract/report/reports.ts');
const papers = () => import('#modules/breeding/contract/semen/semen-papers.ts');

registerOutbox('service', '/ant/breed/serviceAdd', () => import('./service/outbox.ts').then((m) => m.serviceOutbox));

export const pages: Record<string, PageLoader> = {
  '/ant/breed/dueBoard': () => import('./record/due-board.page.tsx'),
  '/ant/breed/serviceAdd': () => import('./service/service-add.page.tsx'),
  '/ant/breed/breeding': () => import('./record/breeding.page.tsx'),
  '/ant/breed/pregnancy': () => import('./record/pregnancy.page.tsx'),
  '/ant/breed/calving': () => import('./record/calving.page.tsx'),
  '/ant/breed/info': () => import('./record/info.page.tsx'),
  '/ant/breed/seedAnimal': () => import('./sire/seed-animal.page.tsx'),
  '/ant/breed/seedAnimalDetail': () => import('./sire/seed-animal-detail.page.tsx'),
  '/ant/breed/frozenSemen': resource(() =>
    import('#modules/breeding/contract/semen/semen-batch.ts').then((m) => m.semenBatch),
  ),
  '/ant/breed/tank': () => import('./semen/tank.page.tsx'),
  '/ant/breed/plan': () => import('./semen/plan.page.tsx'),
  '/ant/breed/sendSemenOrg': resource(() => papers().then((m) => m.semenTransfer), { isOwn: false }),
  '/ant/breed/sendSemen': resource(() => papers().then((m) => m.semenIssue), { isOwn: false }),
  '/ant/breed/sendSemenRecord': resource(() => papers().then((m) => m.semenMove), { isOwn: false }),
  '/ant/breed/strawBalance': report(() => reports().then((m) => m.strawBalance)),
  '/ant/breed/semenDestroyedLog': resource(() => papers().then((m) => m.semenDestroyed), { isOwn: false }),
  '/ant/breed/userSemen': () => import('./semen/user-semen.page.tsx'),
  '/ant/breed/subsidy': () => import('./subsidy/subsidy.page.tsx'),
  '/ant/breed/subsidyDetail': () => import('./subsidy/subsidy-detail.page.tsx'),
  '/ant/breed/subsidyLog': () => import('./subsidy/subsidy-log.page.tsx'),
  '/ant/breed/subsidyRule': () => import('./subsidy/subsidy-rule.page.tsx'),
  '/ant/breed/setting': resource(() =>
    import('#modules/breeding/contract/setting/breed-setting.ts').then((m) => m.breedSetting),
  ),
  '/improve/base/home': () => import('./base/home.page.tsx'),
  '/improve/base/animal': () => import('./base/animal.page.tsx'),
  '/improve/base/animalDetail': () => import('./base/animal-detail.page.tsx'),
  '/improve/base/principal': () => import('./base/principal.page.tsx'),
  '/improve/base/householdDetail': () => import('./base/household-detail.page.tsx'),
  '/improve/animalMother/censusRound': resource(
    () => import('#modules/breeding/contract/census/census.ts').then((m) => m.motherCensus),
    {
      form: {
        initial: {
          minParity: 1,
          orAgeMonths: 24,
          minHoldDays: 90,
          photoPerCow: false,
          publicityDays: 7,
          drawHouseholdsPct: 5,
          drawHeadsPct: 10,
        },
      },
    },
  ),
  '/improve/animalMother/censusLog': () => import('./census/census-log.page.tsx'),
  '/improve/animalMother/censusPublicity': () => import('./census/census-publicity.page.tsx'),
  '/improve/animalMother/investigation': () => import('./census/investigation.page.tsx'),
  '/improve/reportManagement/animalMotherCensus': report(() => reports().then((m) => m.censusReport)),
  '/improve/reportManagement/calfReport': report(() => reports().then((m) => m.calfReport)),
  '/improve/reportManagement/improvementUserWork': report(() => reports().then((m) => m.workReport)),
  '/improve/reportManagement/preventionStat': report(() => reports().then((m) => m.preventionStat)),
  '/improve/reportManagement/semenStock': report(() => reports().then((m) => m.semenStock)),
  '/improve/reportManagement/sendSemenOverview': report(() => reports().then((m) => m.sendOverview)),
  '/improve/reportManagement/conception': report(() => reports().then((m) => m.conception)),
};
