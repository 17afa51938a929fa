import { type PageLoader, report } from '#kit/web/page.ts';
import { registerRecordPages } from '#kit/web/record-pages.ts';
import { registerArchiveTabs } from './archive/tabs.ts';
import { registerFinders } from './home/finders.ts';

registerArchiveTabs();
registerFinders();
registerRecordPages({
  'registry.animalEntry': (id) => `/pri/animal/entry?open=detail:${id}`,
  'registry.animalChange': (id) => `/pri/animal/change?tab=all&open=detail:${id}`,
  'registry.animalTagChange': (id) => `/pri/animal/tagReplace?open=detail:${id}`,
});

export const pages: Record<string, PageLoader> = {
  '/pri/documentMaintenance': () => import('./principal/principal-document.page.tsx'),
  '/pri/dataQuality': report(
    () => import('#modules/registry/contract/quality/quality.ts').then((m) => m.qualityBoard),
    () => import('./quality/differences-drawer.tsx'),
  ),
  '/pri/duplicate': () => import('./duplicate/duplicate.page.tsx'),
  '/pri/duplicate/merge': () => import('./duplicate/duplicate-merge.page.tsx'),
  '/pri/enclosure': () => import('./enclosure/enclosure.page.tsx'),
  '/iframe/animal': () => import('./animal/public/framed-animal.page.tsx'),
  '/pri/animal/add': () => import('./animal/entry/animal-add.page.tsx'),
  '/pri/animal/batchAdd': () => import('./animal/entry/animal-batch-add.page.tsx'),
  '/pri/animal/change': () => import('./change/animal-change.page.tsx'),
  '/pri/animal/changeAdd': () => import('./change/animal-change-add.page.tsx'),
  '/pri/animal/detail': () => import('./animal/animal-detail.page.tsx'),
  '/pri/animal/entry': () => import('./animal/entry/animal-entry.page.tsx'),
  '/pri/animal/info': () => import('./animal/animal.page.tsx'),
  '/pri/animal/tagReplace': () => import('./animal/tag/animal-tag-replace.page.tsx'),
  '/pri/ledger': () => import('./animal/stock/ledger.page.tsx'),
  '/pri/base': () => import('./home/base.page.tsx'),
  '/pri/cloudEnterprise': () => import('./principal/enterprise/cloud-enterprise.page.tsx'),
  '/pri/mainFile': () => import('./archive/main-file.page.tsx'),
  '/pri/principal/add': () => import('./principal/principal-add.page.tsx'),
  '/pri/principal/config': () => import('./principal/grants/principal-config.page.tsx'),
  '/pri/principal/info': () => import('./principal/principal.page.tsx'),
  '/pri/principal/network': () => import('./map/network/network.page.tsx'),
  '/pri/grid': () => import('./grid/grid.page.tsx'),
  '/pri/person': () => import('./people/person.page.tsx'),
  '/pri/serviceInfo': () => import('./service/service-info.page.tsx'),
  '/pri/staffInfo': () => import('./people/staff.page.tsx'),
  '/pri/subAdmin': () => import('./people/sub-admin.page.tsx'),
  '/pri/toolInfo': () => import('./service/tool-info.page.tsx'),
  '/pri/variety': () => import('./variety/variety.page.tsx'),
  '/pri/principal/jurisdiction': () => import('./principal/grants/jurisdiction.page.tsx'),
  '/pri/principal/system': () => import('./principal/grants/principal-system.page.tsx'),
  '/t': () => import('./animal/public/public-animal.page.tsx'),
};
