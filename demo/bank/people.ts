import type { Tx } from '#kit/server/db/database.ts';
import type { DemoWorld } from '../part.ts';
import { counties, prefecture } from '../places.ts';
import { addStaffAccounts, type StaffAccount } from '../staffed.ts';

const ours = { principal: 'bank1', portal: '/bankLogin' };
const accounts: readonly StaffAccount[] = [
  { username: 'bank_rv1', roles: ['bank_reviewer'], person: '佟宝山', job: 'clerk', ...ours },
  { username: 'bank_pay1', roles: ['bank_payment'], person: '包秀兰', job: 'accountant', ...ours },
  { username: 'bank_mon1', roles: ['bank_monitor'], person: '韩志远', job: 'inspector', ...ours },
  { username: 'bank_head1', roles: ['bank_head'], person: '白国民', job: 'customerManager', ...ours },
  {
    username: 'bank2',
    roles: ['bank_manager'],
    person: '吴海涛',
    job: 'customerManager',
    principal: 'bank2',
    portal: '/bankLogin',
  },
  {
    username: 'sup_pt1',
    roles: ['bank_supervisor'],
    person: '孟根',
    job: 'patroller',
    principal: 'supervisor1',
    portal: '/tonglLogin',
  },
  {
    username: 'lease1',
    roles: ['lease_admin'],
    person: '陈晓雷',
    job: 'operator',
    principal: 'iot1',
    portal: '/tonglLogin',
  },
];

/** The first bank's branches, by county; clients are kept by the branch of their county. */
export const branches = [
  { key: 'bank1 a', name: '示范农商行科尔沁区支行', county: 0 },
  { key: 'bank1 b', name: '示范农商行宝龙山支行', county: 1 },
  { key: 'bank1 c', name: '示范农商行甘旗卡支行', county: 2 },
] as const;

/** Branches, a second bank, a supervisor, and an account for each role. */
export async function savePeople(world: DemoWorld, tx: Tx): Promise<void> {
  const random = world.random(4601);
  await world.addUnits(
    tx,
    [
      ...branches.map(({ key, name, county }, at) => ({
        key,
        name,
        type: 'bank',
        level: 3,
        regionCode: counties[county]?.code ?? prefecture,
        parent: 'bank1',
        contact: ['席文明', '梁志刚', '齐秀芬'][at] ?? '何立新',
      })),
      { key: 'bank2', name: '示范牧金银行', type: 'bank', level: 2, regionCode: prefecture, contact: '吴海涛' },
      {
        key: 'supervisor1',
        name: '示范监管公司',
        type: 'thirdParty',
        level: 2,
        regionCode: prefecture,
        contact: '孟根',
      },
    ],
    random,
  );
  await addStaffAccounts(world, tx, accounts, random);
}
