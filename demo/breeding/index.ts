import type { DemoWorld, ModuleDemo } from '../part.ts';
import { saveCensus } from './census.ts';
import { savePeople } from './people.ts';
import { saveRecords } from './records.ts';
import { type Semen, saveSemen, saveSires } from './semen.ts';
import { saveSubsidies } from './subsidy.ts';

export const demo: ModuleDemo = {
  module: 'breeding',
  papers: {
    'breeding.heat_report': 'seen_at',
    'breeding.insemination': 'served_on',
    'breeding.pregnancy_check': 'checked_on',
    'breeding.calving': 'calved_on',
    'breeding.census_publicity': 'created_at',
    'breeding.census_objection': 'created_at',
    'breeding.mother_investigation': 'created_at',
    'breeding.subsidy_batch': 'created_at',
  },
  months: [{ table: 'depot.stock_move', daysBack: 760, months: 26 }],
  parts: [
    { name: 'breeding/accounts', run: accounts },
    { name: 'breeding/records', run: records },
  ],
};

async function accounts(world: DemoWorld): Promise<void> {
  await world.turns.take((tx) => savePeople(world, tx));
}

async function records(world: DemoWorld): Promise<void> {
  const { turns, today, random, analyse } = world;
  let semen: Semen = { boxes: new Map(), bulls: [] };
  await turns.take(async (tx) => {
    await saveSires(tx, today, random(2905));
    semen = await saveSemen(world, tx, random(2906));
  });
  await turns.take((tx) => saveRecords(tx, semen, today, random(2907)));
  await analyse('breeding', 'depot');
  const { lastRound } = await turns.take((tx) => saveCensus(tx, today, random(2908)));
  await turns.take((tx) => saveSubsidies(world, tx, lastRound));
}
