import type { DemoWorld, ModuleDemo } from '../part.ts';
import { addStaffAccounts, type StaffAccount } from '../staffed.ts';
import { saveTrade, tradePapers } from './trade.ts';
import { saveWork, workMonths, workPapers } from './work.ts';

export const demo: ModuleDemo = {
  module: 'farm',
  papers: { ...workPapers, ...tradePapers },
  months: workMonths,
  parts: [
    { name: 'farm/accounts', run: accounts },
    { name: 'farm/work', run: saveWork },
    { name: 'farm/trade', run: saveTrade },
  ],
};

const atFarm = (username: string, role: string, person: string, job: string): StaffAccount => ({
  username,
  roles: [role],
  person,
  principal: 'farm1',
  portal: '/qyLogin',
  job,
});
const people: readonly StaffAccount[] = [
  atFarm('farm_mgr1', 'farm_manager', '包长岁', 'farmManager'),
  atFarm('farm_work1', 'farm_worker', '包青山', 'stockman'),
  atFarm('farm_work2', 'farm_worker', '梁桂花', 'stockman'),
  {
    username: 'price1',
    roles: ['price_collector'],
    person: '王桂英',
    principal: 'county 150521000000',
    portal: '/tonglLogin',
    job: 'priceCollector',
  },
];

async function accounts(world: DemoWorld): Promise<void> {
  await world.turns.take((tx) => addStaffAccounts(world, tx, people, world.random(3705)));
}
