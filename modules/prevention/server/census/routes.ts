import type { Route } from '#kit/server/http/call.ts';
import { herdRoutes } from './herds.ts';
import { importRoutes } from './import-sheets.ts';
import { progressRoutes } from './progress.ts';
import { roundRoutes } from './rounds.ts';
import { sheetRoutes } from './sheets.ts';

export const censusRoutes = (): Route[] => [
  ...roundRoutes(),
  ...sheetRoutes(),
  ...importRoutes(),
  ...progressRoutes(),
  ...herdRoutes(),
];
