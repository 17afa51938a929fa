import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { approveStaff, leaveGuards, saveStaff } from '#modules/registry/server/index.ts';

/** Accounts of newcomers, areas that change hands, and the persons behind households. */
let world: World;
let station: Person;
let unit: { id: number; region: number };
let serial = 0;

const someone = (more: object = {}) => ({
  principalId: unit.id,
  name: `新人${++serial}`,
  phone: `1372000${String(serial).padStart(4, '0')}`,
  idCard: null,
  job: 'preventionWorker',
  title: null,
  hiredOn: '2026-01-01',
  ...more,
});
const row = async (id: number) => (await station.get(`pri/staff/info/${id}`)).data;
const approve = async (id: number, form?: object) =>
  station.post('pri/staff/info/transition', { id, version: (await row(id)).version, name: 'approve', form });
const accountOf = async (staffId: number) =>
  (
    await world.sql(
      `select u.username, u.status, u.phone_mask as phone, (select role_code from platform.sys_role where id = (u.role_ids ->> 0)::bigint) as role,
         (select count(*)::int from platform.sys_task t where t.entity = 'platform.sysUser' and t.entity_id = u.id and t.status = 'open') as tasks
       from platform.sys_user u where u.staff_id = $1`,
      [staffId],
    )
  )[0];

beforeAll(async () => {
  world = await openWorld();
  station = await world.as('kzzq_station');
  [unit] = (await world.sql(
    `select p.id::int, p.region_code::float8 as region from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = 'kzzq_station'`,
  )) as [{ id: number; region: number }];
});
afterAll(() => world.close());

describe('newcomers', () => {
  it('are taken on with an account of their job’s role, which waits for the security administrator', async () => {
    const added = await station.post('pri/staff/info/add', someone());
    expect((await approve(added.data.id, { openAccount: true, username: 'newworker9' })).code).toBe(200);
    expect(await accountOf(added.data.id)).toMatchObject({
      username: 'newworker9',
      status: 'pending',
      role: 'ant_worker',
      tasks: 1,
    });
    expect((await row(added.data.id)).hasAccount).toBe(true);
    expect((await world.login('newworker9', 'whatever-1A')).code).not.toBe(200);
    const other = await station.post('pri/staff/info/add', someone({ job: 'other' }));
    expect((await approve(other.data.id, { openAccount: true })).code).toBe(422);
    expect((await row(other.data.id)).status).toBe('pending');
    expect((await approve(other.data.id)).code).toBe(200);
    expect(await accountOf(other.data.id)).toBeUndefined();
  });

  it('approveStaff: other modules name the roles; an administrator’s is none of them', async () => {
    const make = () =>
      world.database.transaction(systemScope(1505, 'test'), (tx) =>
        saveStaff(tx, { ...someone(), principalId: unit.id }),
      );
    const [one, two] = [await make(), await make()];
    await world.database.transaction(systemScope(1505, 'test'), (tx) =>
      approveStaff(tx, one, { roleCodes: ['ant_worker'] }),
    );
    expect(await accountOf(one)).toMatchObject({ username: `s${one}`, status: 'pending' });
    const refused = world.database.transaction(systemScope(1505, 'test'), (tx) =>
      approveStaff(tx, two, { roleCodes: ['tenant_admin'] }),
    );
    await expect(refused).rejects.toMatchObject({ code: 422 });
  });
});

describe('areas', () => {
  it('R22: whoever holds what was issued for an area does not lose it, by another’s duty or by the end of theirs', async () => {
    const [where] = await world.sql<{ grid: number; staff: number; duty: number }>(
      `select d.grid_id::int as grid, d.staff_id::int as staff, d.id::int as duty from registry.grid_duty d join registry.grid g on g.id = d.grid_id
       where d.to_on is null and d.is_main and d.job = 'preventionWorker' and g.region_code / 1000 = $1 and g.grid_level = 'village' order by d.id limit 1`,
      [unit.region / 1000],
    );
    const added = await station.post('pri/staff/info/add', someone());
    await approve(added.data.id);
    let holds = true;
    leaveGuards.register('sign', {
      ask: async (_tx, { staffId, kind }) =>
        holds && kind === 'areaChange' && staffId === where?.staff
          ? [{ bizCode: 'tagsHeld', key: 'registry.staff.takeoverAway' }]
          : [],
    });
    const duty = {
      gridId: where?.grid,
      job: 'preventionWorker',
      staffId: added.data.id,
      isMain: true,
      fromOn: '2026-11-15',
    };
    expect(await station.post('pri/grid/duty', duty)).toMatchObject({ bizCode: 'tagsHeld' });
    expect(await station.post('pri/grid/duty/end', { id: where?.duty, toOn: '2026-11-15' })).toMatchObject({
      bizCode: 'tagsHeld',
    });
    holds = false;
    expect((await station.post('pri/grid/duty', duty)).code).toBe(200);
  });
});

describe('persons', () => {
  it('a household’s head is a person, the same one as on the staff of a unit', async () => {
    const idCard = '150521198503071219';
    const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    const sum = weights.reduce((total, weight, at) => total + weight * Number(idCard[at]), 0);
    const card = idCard.slice(0, 17) + '10X98765432'[sum % 11];
    const worked = await station.post('pri/staff/info/add', someone({ idCard: card }));
    expect(worked.code, JSON.stringify(worked)).toBe(200);
    const [village] = await world.sql<{ code: number }>(
      "select code::float8 as code from platform.sys_region where parent_code = $1 and status = 'active' order by code limit 1",
      [unit.region],
    );
    const house = await station.post('pri/principal/info/add', {
      principalUnitType: 'household',
      principalUnitName: '同一人家',
      principalLevel: 5,
      regionCode: village?.code,
      contactName: '同一人',
      contactPhone: '13720009999',
      contactIdCard: card,
      speciesKept: ['cattle'],
      ignoreSimilar: true,
    });
    expect(house.code, JSON.stringify(house)).toBe(200);
    const { data } = await station.get(`pri/person/list?idCard=${card}`);
    expect(data).toHaveLength(1);
    expect(data[0].appearsAs.map((one: { job: string }) => one.job).sort()).toEqual(['head', 'preventionWorker']);
    const [same] = await world.sql(
      'select p.person_id = s.person_id as same from registry.principal p, registry.staff s where p.id = $1 and s.id = $2',
      [house.data.id, worked.data.id],
    );
    expect(same.same).toBe(true);
  });
});
