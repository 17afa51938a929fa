import type { DemoWorld, ModuleDemo } from '../part.ts';
import { addStaffAccounts } from '../staffed.ts';

export const demo: ModuleDemo = {
  module: 'cure',
  parts: [{ name: 'cure/accounts', run: accounts }],
};

async function accounts(world: DemoWorld): Promise<void> {
  const random = world.random(3304);
  await world.turns.take((tx) =>
    addStaffAccounts(
      world,
      tx,
      [
        {
          username: 'vet1',
          roles: ['cure_vet'],
          person: '席志远',
          principal: 'clinic1',
          portal: '/tonglLogin',
          regions: [150502100000],
          job: 'vet',
        },
      ],
      random,
    ),
  );
}
