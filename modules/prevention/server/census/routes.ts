import { type Route, serve } from '#kit/server/http/call.ts';
import * as stat from '#modules/prevention/contract/census/census-stat.ts';
import { liveHerdsOf, raisedOf } from './herds.ts';
import { importRoutes } from './import-sheets.ts';
import { progressOf } from './progress.ts';
import { roundRoutes } from './rounds.ts';
import { sheetRoutes } from './sheets.ts';

export const censusRoutes = (): Route[] => [
  ...roundRoutes(),
  ...sheetRoutes(),
  ...importRoutes(),
  serve('prevention', stat.censusStat, progressOf),
  serve('prevention', stat.liveHerds, liveHerdsOf),
  serve('prevention', stat.raisedStat, raisedOf),
];
