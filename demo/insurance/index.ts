import { registerRegistryHooks } from '#modules/insurance/server/policy/registry-hooks.ts';
import { registerInsuranceCalc } from '#modules/insurance/server/product/calc.ts';
import type { DemoWorld, ModuleDemo } from '../part.ts';
import { type Catalogue, saveCatalogue } from './catalogue.ts';
import { saveClaims } from './claims.ts';
import { saveLists } from './lists.ts';
import { saveMonitoring } from './monitoring.ts';
import { savePeople } from './people.ts';
import { saveAftermath, saveSharing } from './sharing.ts';

export const demo: ModuleDemo = {
  module: 'insurance',
  papers: {
    'insurance.ins_enrolment': 'created_at',
    'insurance.ins_order': 'created_at',
    'insurance.ins_check_task': 'created_at',
    'insurance.ins_publicity': 'created_at',
    'insurance.ins_policy': 'issued_at',
    'insurance.ins_endorsement': 'created_at',
    'insurance.ins_claim': 'reported_at',
    'insurance.ins_survey': 'created_at',
    'insurance.ins_settlement': 'created_at',
    'insurance.ins_statement': 'created_at',
    'insurance.ins_agreement': 'created_at',
    'insurance.ins_patrol': 'created_at',
  },
  parts: [
    { name: 'insurance/accounts', run: accounts },
    { name: 'insurance/lists', run: lists },
  ],
};

async function accounts(world: DemoWorld): Promise<void> {
  await world.turns.take((tx) => savePeople(world, tx));
}

async function lists(world: DemoWorld): Promise<void> {
  registerInsuranceCalc();
  let catalogue: Catalogue | null = null;
  await world.turns.take(async (tx) => {
    catalogue = await saveCatalogue(world, tx);
  });
  await world.turns.take((tx) => saveSharing(world, tx));
  await world.turns.take((tx) => saveLists(world, tx, catalogue as unknown as Catalogue));
  // A death of the register is a loss of its cover.
  registerRegistryHooks();
  await world.turns.take((tx) => saveClaims(world, tx, (catalogue as unknown as Catalogue).insurerA));
  await world.turns.take((tx) => saveMonitoring(world, tx, (catalogue as unknown as Catalogue).insurerA));
  await world.turns.take((tx) => saveAftermath(world, tx, (catalogue as unknown as Catalogue).insurerA));
  await world.analyse('insurance');
}
