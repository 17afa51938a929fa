import type { PageLoader } from '#kit/web/page.ts';

export const pages: Record<string, PageLoader> = {
  '/pri/depot/home': () => import('./home.page.tsx'),
  '/pri/depot/ledger': () => import('./ledger.page.tsx'),
  '/pri/depot/lotTrace': () => import('./lot-trace.page.tsx'),
  '/pri/depot/stock': () => import('./stock.page.tsx'),
  '/pri/commodityInfo': () => import('./material.page.tsx'),
  '/pri/depot/purveyor': () => import('./purveyor.page.tsx'),
  '/pri/depot/temperature': () => import('./temperature.page.tsx'),
  '/pri/store': () => import('./store.page.tsx'),
  '/pri/depot/inventory': () => import('./stocktake.page.tsx'),
  '/pri/depot/inventoryCount': () => import('./stocktake-count.page.tsx'),
  '/pri/depot/supplies': () => import('./requisition.page.tsx'),
  '/pri/medicineBox': () => import('./medicine-box.page.tsx'),
  '/pri/medicineBox/reconcile': () => import('./box-reconcile.page.tsx'),
  '/pri/depot/doc': () => import('./doc.page.tsx'),
  '/pri/depot/materialIn': () => import('./other-in.page.tsx'),
  '/pri/depot/materialOut': () => import('./use-out.page.tsx'),
  '/pri/depot/storage': () => import('./stock-in.page.tsx'),
  '/pri/depot/suppliesOut': () => import('./issue-out.page.tsx'),
};
