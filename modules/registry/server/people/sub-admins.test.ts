import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { endLapsed } from '#modules/registry/server/people/sub-admin.ts';

/** A part of an administrator's work, handed on. */
let world: World;
let manager: Person;
let clerk: Person;
let ids: Record<string, { id: number; unit: number; staff: number }>;

const town = 150521101000;
let other: number;
const grant = (more: object = {}) => ({
  staffId: ids.ant_cty1?.staff,
  actions: ['pri:staff:list', 'pri:grid:list', 'pri:document:list', 'pri:document:verify'],
  regionCodes: [town],
  expireOn: null,
  ...more,
});
const list = async (who: Person) => {
  const { data, code } = await who.get('pri/staff/info/list?pageSize=200');
  return code === 200 ? (data as { regionCode: number }[]).map((one) => Math.floor(one.regionCode / 1e3) * 1e3) : null;
};

beforeAll(async () => {
  world = await openWorld();
  await world.sql('delete from registry.sub_admin where tenant_no = 1505');
  const rows = await world.sql<{ username: string; id: number; unit: number; staff: number }>(
    `select u.username, u.id::int, u.principal_id::int as unit, (select s.id::int from registry.staff s where s.user_id = u.id limit 1) as staff
     from platform.sys_user u where u.tenant_no = 1505`,
  );
  ids = Object.fromEntries(rows.map(({ username, ...row }) => [username, row]));
  const [elsewhere] = await world.sql<{ code: number }>(
    `select min(region_code - region_code % 1000)::float8 as code from registry.staff
     where region_code % 1000000 >= 1000 and region_code / 1000000 = 150521 and region_code - region_code % 1000 <> $1`,
    [town],
  );
  other = elsewhere?.code as number;
  manager = await world.as('kzzq_mgr');
  clerk = await world.as('ant_cty1');
});
afterAll(() => world.close());

describe('R30: sub-administrators', () => {
  let id = 0;
  const version = async () => (await manager.get(`pri/subAdmin/${id}`)).data.version as number;

  const change = async (more: object) => {
    const { staffId: _fixed, ...values } = grant(more);
    return manager.post('pri/subAdmin/edit', { ...values, id, version: await version() });
  };

  it('gives no more than the giver holds, by function and by region, and to nobody without an account', async () => {
    const { data } = await manager.get('pri/subAdmin/functions');
    expect(data.byRegion).toBe(true);
    const offered = data.functions.map((one: { permission: string }) => one.permission) as string[];
    expect(offered).toContain('pri:staff:list');
    expect(offered.some((one) => one.startsWith('pri:subAdmin:'))).toBe(false);
    const add = (more: object) => manager.post('pri/subAdmin/add', grant(more));
    expect((await add({ actions: ['sys:tenant:list'] })).code).toBe(422);
    expect((await add({ actions: ['pri:subAdmin:edit'] })).code).toBe(422);
    expect((await add({ regionCodes: [150522000000] })).code).toBe(422);
    expect((await add({ regionCodes: [] })).code).toBe(422);
    expect((await add({ staffId: ids.kzzq_mgr?.staff })).code).toBe(422);
    expect((await add({ expireOn: '2020-01-01' })).code).toBe(422);
    const [without] = await world.sql<{ id: number }>(
      'update registry.staff set user_id = null where id = (select id from registry.staff where principal_id = $1 and id <> $2 order by id limit 1) returning id::int',
      [ids.kzzq_station?.unit, ids.kzzq_worker1?.staff],
    );
    expect((await add({ staffId: without?.id })).code).toBe(422);
  });

  it('gives the functions and the regions for real, and takes them back', async () => {
    expect(await list(clerk)).toBeNull();
    const added = await manager.post('pri/subAdmin/add', grant());
    expect(added.code, JSON.stringify(added)).toBe(200);
    id = added.data.id;
    fiveSecondsLater();
    const towns = (await list(clerk)) as number[];
    expect(towns.length).toBeGreaterThan(0);
    // Own rows of the unit stay; of the rows by region only the ticked town.
    expect(await list(manager)).toContain(other);
    expect(towns).not.toContain(other);
    const { firstMenus } = (await clerk.get('sys/user/getUserInfo')).data as { firstMenus: { id: number }[] };
    const menus: { path: string | null }[] = [];
    for (const first of firstMenus)
      menus.push(...(await clerk.get(`sys/user/getUserWebMenuByFirstMenuId?menuId=${first.id}`)).data);
    expect(menus.some((one) => one.path === '/pri/staffInfo')).toBe(true);
    expect((await manager.post('pri/subAdmin/add', grant())).code).toBe(422);
    const wider = await change({ actions: ['pri:staff:list', 'pri:subAdmin:list'] });
    expect(wider.code).toBe(422);
  });

  it('a sub-administrator names no other, whatever the own roles say', async () => {
    await world.sql(
      `insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, $1, id from platform.sys_role where role_code = 'region_manager' and tenant_no = 0`,
      [ids.ant_cty1?.id],
    );
    fiveSecondsLater();
    const refused = await clerk.post('pri/subAdmin/add', grant({ staffId: ids.kzzq_worker1?.staff }));
    expect(refused).toMatchObject({ bizCode: 'subAdminNames', msg: '子管理员不能再指定子管理员' });
    await world.sql(
      `delete from platform.sys_user_role where user_id = $1 and role_id = (select id from platform.sys_role where role_code = 'region_manager' and tenant_no = 0)`,
      [ids.ant_cty1?.id],
    );
  });

  it('acceptance 3, R10: taking a town names the sub-administrator first, then cuts the grant', async () => {
    const region = await world.as('tl_region');
    const assign = (regionCodes: number[], dryRun: boolean) =>
      region.post('pri/principal/info/assignJurisdiction', { principalId: ids.kzzq_mgr?.unit, regionCodes, dryRun });
    expect((await assign([other], true)).data.subAdminCount).toBe(1);
    expect((await manager.get(`pri/subAdmin/${id}`)).data).toMatchObject({ status: 'active', regionCodes: [town] });
    const edited = await change({ regionCodes: [town, other] });
    expect(edited.code, JSON.stringify(edited)).toBe(200);
    const done = await assign([other], false);
    expect(done.data, JSON.stringify(done)).toMatchObject({ subAdminCount: 1 });
    expect((await manager.get(`pri/subAdmin/${id}`)).data).toMatchObject({ status: 'active', regionCodes: [other] });
    expect((await assign([town], false)).data.subAdminCount).toBe(1);
    // Nothing left is no grant, never one without limits.
    expect((await manager.get(`pri/subAdmin/${id}`)).data.status).toBe('revoked');
    await assign([150521000000], false);
    fiveSecondsLater();
    expect(await list(clerk)).toBeNull();
  });

  it('when the giver loses a function or a region the sub-administrator does too; a grant ends on its day', async () => {
    const { data, ...answer } = await manager.post('pri/subAdmin/add', grant({ expireOn: '2099-01-01' }));
    expect(answer.code, JSON.stringify(answer)).toBe(200);
    fiveSecondsLater();
    expect(await list(clerk)).not.toBeNull();
    await world.sql(
      'insert into platform.sys_user_jurisdiction (tenant_no, user_id, region_code) values (1505, $1, $2)',
      [ids.kzzq_mgr?.id, other],
    );
    fiveSecondsLater();
    expect(((await list(clerk)) as number[]).filter((one) => one === town)).toEqual([]);
    await world.sql('delete from platform.sys_user_jurisdiction where user_id = $1', [ids.kzzq_mgr?.id]);
    await world.sql('delete from platform.sys_user_role where user_id = $1', [ids.kzzq_mgr?.id]);
    fiveSecondsLater();
    expect(await list(clerk)).toBeNull();
    await world.sql(
      `insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, $1, id from platform.sys_role where role_code = 'region_manager' and tenant_no = 0`,
      [ids.kzzq_mgr?.id],
    );
    await world.sql("update registry.sub_admin set expire_on = '2026-01-01' where id = $1", [data.id]);
    fiveSecondsLater();
    expect(await list(clerk)).toBeNull();
    await world.database.transaction(systemScope(1505, 'night'), endLapsed);
    expect((await manager.get(`pri/subAdmin/${data.id}`)).data.status).toBe('revoked');
  });
});
