import type { Tx } from '#kit/server/db/database.ts';
import { saveStaff, setDuty } from '#modules/registry/server/index.ts';
import type { DemoWorld } from '../part.ts';
import { prefecture } from '../places.ts';
import { idCard } from '../principals.ts';
import type { Random } from '../random.ts';
import { addStaffAccounts, type StaffAccount } from '../staffed.ts';

const a = { principal: 'insurerA', portal: '/insureLogin' };
const accounts: readonly StaffAccount[] = [
  {
    username: 'tl_insure',
    roles: ['ins_supervisor'],
    person: '孟庆林',
    job: 'inspector',
    principal: 'root',
    portal: '/tonglLogin',
  },
  {
    username: 'tl_treasury',
    roles: ['ins_treasury'],
    person: '王桂兰',
    job: 'accountant',
    principal: 'root',
    portal: '/tonglLogin',
  },
  { username: 'ins_mgr1', roles: ['ins_manager'], person: '赵明远', job: 'issuingClerk', ...a },
  { username: 'ins_uw1', roles: ['ins_underwriter'], person: '李文博', job: 'issuingClerk', ...a },
  { username: 'ins_sv1', roles: ['ins_surveyor'], person: '张铁军', job: 'surveyor', ...a },
  { username: 'ins_as1', roles: ['ins_assessor'], person: '陈立华', job: 'surveyor', ...a },
  { username: 'ins_rv1', roles: ['ins_reviewer'], person: '韩永年', job: 'surveyor', ...a },
  { username: 'ins_fin1', roles: ['ins_finance'], person: '刘敏', job: 'accountant', ...a },
  {
    username: 'ins2',
    roles: ['ins_clerk'],
    person: '佟海燕',
    job: 'issuingClerk',
    principal: 'insurerB',
    portal: '/insureLogin',
  },
  {
    username: 'ins3',
    roles: ['ins_follower'],
    person: '何晓峰',
    job: 'issuingClerk',
    principal: 'insurerC',
    portal: '/insureLogin',
  },
  {
    username: 'coord1',
    roles: ['ins_coordinator'],
    person: '包玉兰',
    job: 'coordinator',
    principal: 'station 150521101000',
    portal: '/tonglLogin',
    regions: [150521101200, 150521101201],
  },
];

/** The clerk whose account the registry's demo made. */
async function employ({ today, units }: DemoWorld, tx: Tx, random: Random): Promise<void> {
  const [user] = await tx.query<{ id: number; staff: number | null }>(
    `select u.id, (select s.id from registry.staff s where s.user_id = u.id limit 1) as staff
     from platform.sys_user u where u.username = 'ins1'`,
  );
  if (!user || user.staff !== null) return;
  await saveStaff(tx, {
    principalId: units.get('insurerA') as number,
    name: '齐文华',
    phone: '15147500188',
    idCard: idCard(random, prefecture),
    job: 'issuingClerk',
    hiredOn: `${Number(today.slice(0, 4)) - 5}-03-01`,
    userId: user.id,
    status: 'active',
  });
}

/** Two more insurers, an account for each role, and who may issue policies up to which sum. */
export async function savePeople(world: DemoWorld, tx: Tx): Promise<void> {
  const random = world.random(4201);
  const unit = { type: 'insurer', level: 2, regionCode: prefecture } as const;
  await world.addUnits(
    tx,
    [
      { key: 'insurerB', name: '示范丰农保险', contact: '佟海燕', ...unit },
      { key: 'insurerC', name: '示范北原保险', contact: '何晓峰', ...unit },
    ],
    random,
  );
  await addStaffAccounts(world, tx, accounts, random);
  await employ(world, tx, random);
  const clerks = [
    ['ins1', 2_000_000_000],
    ['ins_mgr1', 50_000_000_000],
    ['ins2', 2_000_000_000],
  ] as const;
  for (const [at, [username, most]] of clerks.entries())
    await tx.query(
      `insert into insurance.ins_clerk (tenant_no, region_code, insurer_id, staff_id, staff_name, user_id, licence_no,
         licence_to, max_policy_sum)
       select u.tenant_no, p.region_code, u.principal_id, s.id, s.name, u.id, $2, $3::date + 400, $4
       from platform.sys_user u join registry.principal p on p.id = u.principal_id
         join registry.staff s on s.user_id = u.id where u.username = $1 order by s.id limit 1`,
      [username, `NM-ZY-${String(20_260 + at)}`, world.today, most],
    );
  const [coordinator] = await tx.query<{ id: number }>(
    "select s.id from registry.staff s join platform.sys_user u on u.id = s.user_id where u.username = 'coord1'",
  );
  const grids = await tx.query<{ id: number }>(
    "select grid_id as id from registry.grid_village where grid_level = 'village' and village_code = any ($1)",
    [[150521101200, 150521101201]],
  );
  for (const { id } of grids)
    await setDuty(tx, {
      gridId: id,
      job: 'coordinator',
      staffId: coordinator?.id as number,
      isMain: true,
      fromOn: `${Number(world.today.slice(0, 4)) - 1}-01-01`,
    });
}
