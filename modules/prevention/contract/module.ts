import { defineModule } from '#kit/contract/module.ts';
import * as alert from './alert.ts';
import * as animal from './animal.ts';
import * as setting from './ant-setting.ts';
import * as census from './census-module.ts';
import { coverage } from './coverage.ts';
import * as enterprise from './enterprise.ts';
import { home } from './home.ts';
import * as household from './household.ts';
import * as immunity from './immunity.ts';
import * as investigation from './investigation-module.ts';
import * as lab from './lab.ts';
import { labStat } from './lab-stat.ts';
import * as map from './map.ts';
import * as people from './people.ts';
import { plans } from './plan.ts';
import * as programme from './programme.ts';
import * as screen from './screen.ts';
import * as search from './search.ts';
import { seasons } from './season.ts';
import * as standard from './standard.ts';
import * as stock from './stock.ts';
import { breedStat, liveCount } from './stock-stat.ts';
import * as stress from './stress.ts';
import { stressStat } from './stress-stat.ts';
import * as goods from './vaccine.ts';
import * as issue from './vaccine-issue.ts';
import * as video from './video-spot.ts';
import { visits } from './visit-sheet.ts';
import * as account from './worker-account.ts';

export const prevention = defineModule({
  name: 'prevention',
  needs: ['platform', 'registry', 'depot'],
  resources: [
    ...seasons.resources,
    ...plans.resources,
    ...visits.resources,
    ...lab.resources,
    ...census.resources,
    ...investigation.resources,
    ...people.resources,
    ...animal.resources,
    ...household.resources,
    ...enterprise.resources,
    ...programme.resources,
    ...goods.resources,
    ...standard.resources,
    ...video.resources,
    ...account.resources,
    ...alert.resources,
    ...stress.resources,
    ...issue.resources,
  ],
  endpoints: [
    ...seasons.endpoints,
    ...plans.endpoints,
    ...coverage.endpoints,
    ...home.endpoints,
    ...visits.endpoints,
    ...lab.endpoints,
    ...census.endpoints,
    ...investigation.endpoints,
    ...people.endpoints,
    ...household.endpoints,
    ...immunity.endpoints,
    ...map.endpoints,
    ...search.endpoints,
    ...stock.endpoints,
    ...goods.endpoints,
    ...setting.endpoints,
    ...video.endpoints,
    ...account.endpoints,
    ...alert.endpoints,
    ...stress.endpoints,
    ...issue.endpoints,
    ...screen.endpoints,
  ],
  reports: [...census.reports, ...people.reports, labStat, liveCount, breedStat, stressStat],
});
