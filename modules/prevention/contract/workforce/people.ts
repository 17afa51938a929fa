import * as examine from './staff-examine.ts';
import { staffStat } from './staff-stat.ts';
import * as tags from './tag-wear.ts';
import * as worker from './worker.ts';
import * as quarter from './worker-quarter.ts';
import * as work from './workload.ts';

/** Who does the work: taken on, looked after, counted, judged and paid. */
export const resources = [...examine.resources, ...worker.resources, ...quarter.resources, ...tags.resources];
export const endpoints = [
  ...examine.endpoints,
  ...worker.endpoints,
  ...quarter.endpoints,
  ...work.endpoints,
  ...tags.endpoints,
];
export const reports = [staffStat];
