import { defineModule } from '#kit/contract/module.ts';
import * as alert from './alert/alert.ts';
import * as census from './census/census-module.ts';
import * as gap from './gap/gap-order.ts';
import { home } from './home/home.ts';
import * as search from './home/search.ts';
import * as enterprise from './household/enterprise.ts';
import * as household from './household/household.ts';
import * as lab from './lab/lab.ts';
import { labStat } from './lab/lab-stat.ts';
import * as animal from './livestock/animal.ts';
import * as immunity from './livestock/immunity.ts';
import * as map from './livestock/map.ts';
import * as stock from './livestock/stock.ts';
import { breedStat, liveCount } from './livestock/stock-stat.ts';
import * as investigation from './outbreak/investigation-module.ts';
import * as screen from './screens/screen.ts';
import { coverage } from './season/coverage.ts';
import { plans } from './season/plan.ts';
import { seasons } from './season/season.ts';
import * as setting from './settings/ant-setting.ts';
import * as programme from './settings/programme.ts';
import * as standard from './settings/standard.ts';
import * as goods from './settings/vaccine.ts';
import * as issue from './settings/vaccine-issue.ts';
import * as video from './settings/video-spot.ts';
import * as account from './settings/worker-account.ts';
import * as stress from './stress/stress.ts';
import { stressStat } from './stress/stress-stat.ts';
import { visits } from './visit/visit-sheet.ts';
import * as people from './workforce/people.ts';

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
    ...gap.resources,
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
    ...gap.endpoints,
    ...stress.endpoints,
    ...issue.endpoints,
    ...screen.endpoints,
  ],
  reports: [...census.reports, ...people.reports, labStat, liveCount, breedStat, stressStat],
});
