import type { PageLoader } from '#kit/web/page.ts';

export const pages: Record<string, PageLoader> = {
  '/pri/principal/add': () => import('./principal-add.page.tsx'),
  '/pri/principal/info': () => import('./principal.page.tsx'),
};
