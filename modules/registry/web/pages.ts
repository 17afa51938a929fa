import type { PageLoader } from '#kit/web/page.ts';

export const pages: Record<string, PageLoader> = {
  '/pri/documentMaintenance': () => import('./principal-document.page.tsx'),
  '/pri/enclosure': () => import('./enclosure.page.tsx'),
  '/pri/principal/add': () => import('./principal-add.page.tsx'),
  '/pri/principal/info': () => import('./principal.page.tsx'),
  '/pri/variety': () => import('./variety.page.tsx'),
};
