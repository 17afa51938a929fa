import { defineModule } from '#kit/contract/module.ts';
import { trade } from './trade.ts';
import { work } from './work.ts';

/** The day's work of a farm and its trade are two halves: money is only in the second. */
export const farm = defineModule({
  name: 'farm',
  needs: ['platform', 'registry', 'depot', 'prevention', 'device', 'breeding', 'cure'],
  resources: [...work.resources, ...trade.resources],
  endpoints: [...work.endpoints, ...trade.endpoints],
  reports: [...work.reports, ...trade.reports],
});
