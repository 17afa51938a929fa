import type { PageLoader } from '#kit/web/page.ts';

export const pages: Record<string, PageLoader> = {
  '/bank/warehouse': () => import('./site/warehouse.page.tsx'),
  '/bank/warehouse/detail': () => import('./site/warehouse-detail.page.tsx'),
  '/bank/stocktake': () => import('./count/stocktake.page.tsx'),
  '/bank/stocktake/count': () => import('./count/count.page.tsx'),
  '/bank/patrol': () => import('./patrol/patrol.page.tsx'),
  '/bank/patrol/visit': () => import('./patrol/visit.page.tsx'),
};
