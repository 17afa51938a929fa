import { defineModule } from '#kit/contract/module.ts';
import { boards } from './board/board.ts';
import { clients } from './client/client.ts';
import { counts } from './count/count.ts';
import { credits } from './credit/credit.ts';
import { disposals } from './disposal/disposal.ts';
import { leases } from './lease/lease.ts';
import { moneys } from './money/money.ts';
import { patrols } from './patrol/patrol.ts';
import { pledges } from './pledge/pledge.ts';
import { products } from './product/product.ts';
import { sites } from './site/site.ts';
import { watches } from './watch/watch.ts';

export const bank = defineModule({
  name: 'bank',
  needs: [
    'platform',
    'registry',
    'depot',
    'prevention',
    'sign',
    'device',
    'breeding',
    'cure',
    'farm',
    'traceability',
    'insurance',
  ],
  resources: [
    ...products.resources,
    ...clients.resources,
    ...credits.resources,
    ...moneys.resources,
    ...pledges.resources,
    ...disposals.resources,
    ...sites.resources,
    ...counts.resources,
    ...patrols.resources,
    ...leases.resources,
    ...watches.resources,
    ...boards.resources,
  ],
  endpoints: [
    ...products.endpoints,
    ...clients.endpoints,
    ...credits.endpoints,
    ...moneys.endpoints,
    ...pledges.endpoints,
    ...disposals.endpoints,
    ...sites.endpoints,
    ...counts.endpoints,
    ...patrols.endpoints,
    ...leases.endpoints,
    ...watches.endpoints,
    ...boards.endpoints,
  ],
  reports: [
    ...products.reports,
    ...clients.reports,
    ...credits.reports,
    ...moneys.reports,
    ...pledges.reports,
    ...disposals.reports,
    ...sites.reports,
    ...counts.reports,
    ...patrols.reports,
    ...leases.reports,
    ...watches.reports,
    ...boards.reports,
  ],
});
