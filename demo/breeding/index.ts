import type { DemoWorld, ModuleDemo } from '../part.ts';
import { addStaffAccounts, type StaffAccount } from '../staffed.ts';

export const demo: ModuleDemo = {
  module: 'breeding',
  parts: [{ name: 'breeding/accounts', run: accounts }],
};

const station = { principal: 'improve kzzq', portal: '/tonglLogin' };

const people: readonly StaffAccount[] = [
  { username: 'breed_stn1', roles: ['breed_station'], person: '佟明', job: 'breedingTechnician', ...station },
  { username: 'breed_keep1', roles: ['breed_keeper'], person: '乌日娜', job: 'depotKeeper', ...station },
  {
    username: 'breed1',
    roles: ['breed_technician'],
    person: '包苏和',
    job: 'breedingTechnician',
    regions: [150521101200, 150521101201],
    ...station,
  },
];

async function accounts(world: DemoWorld): Promise<void> {
  const random = world.random(2904);
  await world.turns.take(async (tx) => {
    await world.addUnits(
      tx,
      [
        {
          key: 'improve kzzq',
          name: '科左中旗改良站(示范)',
          type: 'breedingStation',
          level: 3,
          regionCode: 150521000000,
          parent: 'county 150521000000',
          contact: '佟明',
          center: [123.31, 44.13],
          jurisdiction: [150521000000],
        },
      ],
      random,
    );
    await addStaffAccounts(world, tx, people, random);
  });
}
