import type { PageLoader } from '#kit/web/page.ts';
import { registerFinders } from './finders.ts';

registerFinders();

export const pages: Record<string, PageLoader> = {
  '/pri/depot/home': () => import('./home/home.page.tsx'),
  '/pri/depot/ledger': () => import('./stock/ledger.page.tsx'),
  '/pri/depot/lotTrace': () => import('./stock/lot-trace.page.tsx'),
  '/pri/depot/stock': () => import('./stock/stock.page.tsx'),
  '/pri/commodityInfo': () => import('./goods/material.page.tsx'),
  '/pri/depot/purveyor': () => import('./goods/purveyor.page.tsx'),
  '/pri/depot/temperature': () => import('./temperature/temperature.page.tsx'),
  '/pri/store': () => import('./store/store.page.tsx'),
  '/pri/depot/inventory': () => import('./stocktake/stocktake.page.tsx'),
  '/pri/depot/inventoryCount': () => import('./stocktake/stocktake-count.page.tsx'),
  '/pri/depot/supplies': () => import('./requisition/requisition.page.tsx'),
  '/pri/medicineBox': () => import('./box/medicine-box.page.tsx'),
  '/pri/medicineBox/reconcile': () => import('./box/box-reconcile.page.tsx'),
  '/pri/depot/doc': () => import('./document/doc.page.tsx'),
  '/pri/depot/materialIn': () => import('./document/other-in.page.tsx'),
  '/pri/depot/materialOut': () => import('./document/use-out.page.tsx'),
  '/pri/depot/storage': () => import('./document/stock-in.page.tsx'),
  '/pri/depot/suppliesOut': () => import('./document/issue-out.page.tsx'),
};
