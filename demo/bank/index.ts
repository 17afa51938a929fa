import type { DemoWorld, ModuleDemo } from '../part.ts';
import { savePeople } from './people.ts';

export const demo: ModuleDemo = {
  module: 'bank',
  parts: [{ name: 'bank/accounts', run: accounts }],
};

async function accounts(world: DemoWorld): Promise<void> {
  await world.turns.take((tx) => savePeople(world, tx));
}
