import { type PageLoader, report } from '#kit/web/page.ts';
import { registerArchiveTabs } from './archive/tabs.ts';
import { registerFinders } from './finders.ts';

registerArchiveTabs();
registerFinders();

export const pages: Record<string, PageLoader> = {
  '/pri/documentMaintenance': () => import('./principal-document.page.tsx'),
  '/pri/dataQuality': report(
    () => import('#modules/registry/contract/quality.ts').then((m) => m.qualityBoard),
    () => import('./quality/differences-drawer.tsx'),
  ),
  '/pri/duplicate': () => import('./duplicate.page.tsx'),
  '/pri/duplicate/merge': () => import('./duplicate-merge.page.tsx'),
  '/pri/enclosure': () => import('./enclosure.page.tsx'),
  '/iframe/animal': () => import('./framed-animal.page.tsx'),
  '/pri/animal/add': () => import('./animal-add.page.tsx'),
  '/pri/animal/batchAdd': () => import('./animal-batch-add.page.tsx'),
  '/pri/animal/change': () => import('./animal-change.page.tsx'),
  '/pri/animal/changeAdd': () => import('./animal-change-add.page.tsx'),
  '/pri/animal/detail': () => import('./animal-detail.page.tsx'),
  '/pri/animal/entry': () => import('./animal-entry.page.tsx'),
  '/pri/animal/info': () => import('./animal.page.tsx'),
  '/pri/animal/tagReplace': () => import('./animal-tag-replace.page.tsx'),
  '/pri/ledger': () => import('./ledger.page.tsx'),
  '/pri/base': () => import('./base.page.tsx'),
  '/pri/cloudEnterprise': () => import('./cloud-enterprise.page.tsx'),
  '/pri/mainFile': () => import('./main-file.page.tsx'),
  '/pri/principal/add': () => import('./principal-add.page.tsx'),
  '/pri/principal/config': () => import('./principal-config.page.tsx'),
  '/pri/principal/info': () => import('./principal.page.tsx'),
  '/pri/principal/network': () => import('./network.page.tsx'),
  '/pri/grid': () => import('./grid.page.tsx'),
  '/pri/person': () => import('./person.page.tsx'),
  '/pri/serviceInfo': () => import('./service-info.page.tsx'),
  '/pri/staffInfo': () => import('./staff.page.tsx'),
  '/pri/subAdmin': () => import('./sub-admin.page.tsx'),
  '/pri/toolInfo': () => import('./tool-info.page.tsx'),
  '/pri/variety': () => import('./variety.page.tsx'),
  '/pri/principal/jurisdiction': () => import('./jurisdiction.page.tsx'),
  '/pri/principal/system': () => import('./principal-system.page.tsx'),
  '/t': () => import('./public-animal.page.tsx'),
};
