import type { Tx } from '#kit/server/db/database.ts';
import { setDuty } from '#modules/registry/server/index.ts';
import type { DemoWorld } from '../part.ts';
import { counties } from '../places.ts';
import { addStaffAccounts, type StaffAccount } from '../staffed.ts';

const kzzq = { principal: 'improve kzzq', portal: '/tonglLogin' };
const kzzqVillages = [150521101200, 150521101201, 150521101202, 150521101203, 150521101204];

const offices: readonly StaffAccount[] = [
  {
    username: 'breed_pref1',
    roles: ['breed_prefecture'],
    person: '包文清',
    job: 'breedingTechnician',
    principal: 'root',
    portal: '/tonglLogin',
  },
  {
    username: 'breed_cty1',
    roles: ['breed_county'],
    person: '李玉梅',
    job: 'breedingTechnician',
    principal: 'county 150521000000',
    portal: '/tonglLogin',
  },
  {
    username: 'breed_cty2',
    roles: ['breed_county'],
    person: '孙立新',
    job: 'breedingTechnician',
    principal: 'county 150521000000',
    portal: '/tonglLogin',
  },
  { username: 'breed_stn1', roles: ['breed_station'], person: '佟明', job: 'breedingTechnician', ...kzzq },
  { username: 'breed_keep1', roles: ['breed_keeper'], person: '乌日娜', job: 'depotKeeper', ...kzzq },
  {
    username: 'farm_breed1',
    roles: ['farm_breeder'],
    person: '吴铁柱',
    job: 'breedingTechnician',
    principal: 'farm1',
    portal: '/tonglLogin',
  },
];
/** One for the villages of each story township; those of 科左中旗 share theirs. */
const technicians: readonly (StaffAccount & { regions: number[] })[] = [
  {
    username: 'breed1',
    roles: ['breed_technician'],
    person: '包苏和',
    job: 'breedingTechnician',
    regions: kzzqVillages.slice(0, 2),
    ...kzzq,
  },
  {
    username: 'breed2',
    roles: ['breed_technician'],
    person: '白春山',
    job: 'breedingTechnician',
    regions: kzzqVillages.slice(2),
    ...kzzq,
  },
  ...counties
    .filter((county) => county.code !== 150521000000)
    .map((county, at) => ({
      username: `breed${at + 3}`,
      roles: ['breed_technician'],
      person: ['高娃', '王志', '刘宝山', '额尔敦', '张永胜', '斯日古楞', '赵凤'][at] ?? '那森',
      job: 'breedingTechnician',
      principal: 'improve',
      portal: '/tonglLogin',
      // The last village of the last two counties has nobody.
      regions: [...(at >= 5 ? county.story.villages.slice(0, 4) : county.story.villages)],
    })),
];
export const technicianNames = technicians.map((one) => one.username);

export async function savePeople(world: DemoWorld, tx: Tx): Promise<void> {
  const random = world.random(2904);
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
  await addStaffAccounts(world, tx, [...offices, ...technicians], random);
  const since = `${Number(world.today.slice(0, 4)) - 2}-01-01`;
  for (const { username, regions } of technicians) {
    const [staff] = await tx.query<{ id: number }>(
      'select s.id from registry.staff s join platform.sys_user u on u.id = s.user_id where u.username = $1',
      [username],
    );
    const grids = await tx.query<{ id: number }>(
      "select grid_id as id from registry.grid_village where grid_level = 'village' and village_code = any ($1)",
      [regions],
    );
    for (const { id } of grids)
      await setDuty(tx, {
        gridId: id,
        job: 'breedingTechnician',
        staffId: staff?.id as number,
        isMain: true,
        fromOn: since,
      });
  }
}
