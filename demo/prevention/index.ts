import { alertsOf } from '#modules/prevention/server/alert/clock.ts';
import type { DemoWorld, ModuleDemo } from '../part.ts';
import { saveCampaign } from './campaign.ts';
import { saveCatchUp } from './catch-up.ts';
import { saveCensus } from './census.ts';
import { saveGapOrders } from './gaps.ts';
import { saveInvestigations } from './investigation.ts';
import { saveLaboratory } from './lab.ts';
import { savePeople } from './people.ts';
import { savePreventionSettings } from './settings.ts';
import { saveStockDays } from './stock.ts';
import { saveStress } from './stress.ts';

export const demo: ModuleDemo = {
  module: 'prevention',
  papers: {
    'prevention.immunisation_visit': 'visited_on',
    'prevention.sample_task': 'start_date',
    'prevention.sample_log': 'sampled_on',
    'prevention.investigation_action': 'start_date',
    'prevention.stress_case': 'created_at',
    'prevention.staff_examine': 'created_at',
    'prevention.gap_order': 'created_at',
  },
  // Three campaigns.
  months: [{ table: 'prevention.immunisation_animal', daysBack: 460, months: 17 }],
  parts: [
    { name: 'prevention/campaign', after: ['depot/stock'], run: campaign },
    { name: 'prevention/laboratory', after: ['registry/quality'], run: laboratory },
    { name: 'prevention/alerts', after: ['platform/logs'], closing: true, run: alerts },
  ],
};

async function campaign({ turns, today, random, analyse }: DemoWorld): Promise<void> {
  await saveCampaign(turns, today, random(157));
  await analyse('registry', 'depot', 'prevention');
}

async function laboratory({ turns, units, today, random, hasFiles }: DemoWorld): Promise<void> {
  await turns.take(async (tx) => {
    await saveLaboratory(tx, today, random(161));
    await saveInvestigations(tx, today);
    await saveCensus(tx, today);
    await saveStress(tx, today, random(160));
    await saveCatchUp(tx, today, random(173));
    await savePeople(tx, today, random(163), hasFiles);
    await saveStockDays(tx, today);
    await savePreventionSettings(tx, units);
  });
}

async function alerts({ database, turns, today }: DemoWorld): Promise<void> {
  await alertsOf(database, 1505);
  await turns.take((tx) => saveGapOrders(tx, today));
}
