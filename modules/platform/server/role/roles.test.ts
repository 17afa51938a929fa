import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

let world: World;
let security: Person;
let admin: Person;
const roles: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld();
  security = world.person(await openSession(world, 'tl_sec'));
  admin = world.person(await openSession(world, 'tl_admin'));
  for (const row of await world.sql('select role_code, id from platform.sys_role where tenant_no = 0'))
    roles[row.role_code] = Number(row.id);
});
afterAll(() => world.close());

const menuOf = async (permission: string) =>
  Number(
    (
      await world.sql('select id from platform.sys_menu where permission = $1 order by menu_type desc limit 1', [
        permission,
      ])
    )[0]?.id,
  );
const save = async (id: number, change: (ids: number[]) => number[], more: object = {}, who = security) => {
  const { data } = await who.get(`sys/role/menus/${id}`);
  return who.post('sys/role/saveMenus', {
    id,
    version: data.version,
    menuIds: change(data.menuIds),
    reason: '岗位调整',
    ...more,
  });
};

describe('what a role holds', () => {
  it('is taken from those online within five seconds, and the direct call is denied and logged (acceptance 9, R40)', async () => {
    const copy = await security.post('sys/role/copy', {
      id: roles.region_manager,
      roleCode: 'exporter',
      roleName: '导出员',
    });
    expect(copy.code).toBe(200);
    const wanted = [await menuOf('sys:user:list'), await menuOf('sys:user:export')];
    expect((await save(copy.data.id, (ids) => [...ids, ...wanted])).code).toBe(200);
    await world.sql(
      "insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, id, $1 from platform.sys_user where username = 'kzzq_mgr'",
      [copy.data.id],
    );
    const online = world.person(await openSession(world, 'kzzq_mgr'));
    const before = await online.get('sys/user/getUserInfo');
    expect(before.data.actions).toContain('sys:user:export');

    const dry = await save(copy.data.id, (ids) => ids.filter((id) => id !== wanted[1]), { dryRun: true });
    expect(dry.data).toMatchObject({ added: [], removed: ['用户管理 / 导出'], usersAffected: 1 });
    expect(dry.data.users[0].nickname).toBe('包文华');
    expect((await online.get('sys/user/getUserInfo')).data.actions).toContain('sys:user:export');

    const done = await save(copy.data.id, (ids) => ids.filter((id) => id !== wanted[1]));
    expect(done.data).toMatchObject({ removed: ['用户管理 / 导出'], usersAffected: 1 });
    fiveSecondsLater();
    const after = await online.get('sys/user/getUserInfo');
    expect(after.data.actions).not.toContain('sys:user:export');
    expect(Number(after.headers['x-perm-version'])).toBeGreaterThan(Number(before.headers['x-perm-version']));
    const denied = await online.post('sys/user/export', { filter: {} });
    expect(denied).toMatchObject({ code: 403, msg: '没有权限执行此操作' });
    expect(await world.sql('select action from kit.oper_log where trace_id = $1', [denied.traceId])).toEqual([
      { action: 'denied' },
    ]);
    const grant = await world.sql(
      "select params, before from kit.oper_log where action = 'grant' and entity_id = $1 order by id desc",
      [copy.data.id],
    );
    expect(grant[0]).toMatchObject({ params: { reason: '岗位调整' }, before: { permissions: ['sys:user:export'] } });
  });

  it('changes for the own tenant alone: a template gets a version of the tenant’s own', async () => {
    const removed = await menuOf('pri:animal:add');
    const done = await save(roles.ant_worker as number, (ids) => ids.filter((id) => id !== removed));
    expect(done.code).toBe(200);
    expect(done.data.id).not.toBe(roles.ant_worker);
    const [template] = await world.sql('select 1 from platform.sys_role_menu where role_id = $1 and menu_id = $2', [
      roles.ant_worker,
      removed,
    ]);
    expect(template).toBeTruthy();
    const worker = world.person(await openSession(world, 'kzzq_worker1'));
    const info = await worker.get('sys/user/getUserInfo');
    expect(info.data.actions).not.toContain('pri:animal:add');
    expect(info.data.roles).toEqual([{ roleCode: 'ant_worker', roleName: '防疫员' }]);
    const list = await security.get('sys/role/list?keyword=ant_worker');
    expect(list.data.map((row: { id: number }) => row.id)).toEqual([done.data.id]);
    // Somebody who looked at the template before has an old picture.
    expect((await security.get(`sys/role/menus/${roles.ant_worker}`)).code).toBe(404);
  });

  it('R91: is within what the tenant has, and never a right over rights', async () => {
    const copy = await security.post('sys/role/copy', { id: roles.leader, roleCode: 'schemer', roleName: '试验' });
    for (const permission of ['sys:user:authorise', 'sys:role:grant', 'sys:approval:decide']) {
      const menu = await menuOf(permission);
      expect([permission, (await save(copy.data.id, (ids) => [...ids, menu])).bizCode]).toEqual([
        permission,
        'role.outside',
      ]);
    }
    expect((await save(copy.data.id, (ids) => [...ids, 999_999])).bizCode).toBe('role.outside');
    for (const code of ['tenant_admin', 'security_admin', 'audit_admin'])
      expect([code, (await save(roles[code] as number, (ids) => ids.slice(1))).bizCode]).toEqual([code, 'role.fixed']);
    // An operator's role does not exist for a tenant at all.
    expect((await security.get(`sys/role/menus/${roles.platform_admin}`)).code).toBe(404);
    const { data } = await security.get(`sys/role/menus/${copy.data.id}`);
    expect(data.tree.some((row: { permission: string }) => row.permission === 'sys:role:grant')).toBe(false);
  });

  it('is saved by nobody without the right, nor over a newer version', async () => {
    const { data } = await admin.get(`sys/role/menus/${roles.leader}`);
    const body = { id: roles.leader, version: data.version, menuIds: data.menuIds, reason: '试验' };
    expect((await admin.post('sys/role/saveMenus', body)).code).toBe(403);
    expect((await security.post('sys/role/saveMenus', { ...body, version: data.version + 7 })).code).toBe(409);
    expect((await security.post('sys/role/saveMenus', { ...body, reason: '' })).code).toBe(422);
  });
});

describe('who may do what', () => {
  it('names everybody who holds a permission, with role and grant', async () => {
    const who = await security.get('sys/access/who?permission=sys:user:authorise');
    expect(who.data.map((row: { username: string }) => row.username)).toEqual(['tl_sec']);
    expect(who.data[0]).toMatchObject({ roleCode: 'security_admin', organizationName: expect.any(String) });
    expect((await world.person(await openSession(world, 'tl_leader')).get('sys/access/who?permission=x')).code).toBe(
      403,
    );
  });

  it('finds grants that left no trace, and those that should not be', async () => {
    const unused = await security.get('sys/access/unused?days=90');
    expect(unused.data.length).toBeGreaterThan(0);
    await world.sql(
      `insert into platform.sys_user_role (tenant_no, user_id, role_id, valid_until) select 1505, id, $1, now() + interval '3 days' from platform.sys_user where username = 'tl_region'`,
      [roles.leader],
    );
    await world.sql(
      `insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, id, $1 from platform.sys_user where username = 'tl_audit'`,
      [roles.leader],
    );
    const odd = await security.get('sys/access/odd');
    const found = odd.data.map((row: { username: string; why: string }) => `${row.username} ${row.why}`);
    expect(found).toContain('tl_region temporary');
    expect(found).toContain('tl_audit clash');
  });

  it('says in words why a screen, an action or a record is open or not', async () => {
    const leader = world.person(await openSession(world, 'tl_leader'));
    const closed = await leader.get('sys/access/explain?path=/system/user');
    expect(closed.data.granted).toBe(false);
    expect(JSON.stringify(closed.data.steps)).toContain('缺少权限 sys:user:list');
    const station = Number(
      (await world.sql("select id from platform.sys_user where username = 'kzzq_station'"))[0]?.id,
    );
    const open = await security.get(`sys/access/explain?userId=${station}&permission=pri:principal:approve`);
    expect(open.data).toMatchObject({ granted: true });
    expect(JSON.stringify(open.data.steps)).toContain('乡镇站管理员');
    expect((await leader.get(`sys/access/explain?userId=${station}&path=/system/user`)).code).toBe(403);
    // A record elsewhere: whoever asks for themselves does not learn that it exists.
    const [far] = await world.sql(
      'select id from registry.principal where tenant_no = 1505 and region_code = 150522100203 limit 1',
    );
    const worker = world.person(await openSession(world, 'kzzq_worker2'));
    const hidden = await worker.get(`sys/access/explain?entity=registry.principal&recordId=${far?.id}`);
    const missing = await worker.get('sys/access/explain?entity=registry.principal&recordId=99999999');
    expect(hidden.data.steps.at(-1).text).toBe(missing.data.steps.at(-1).text);
    const [mine] = await world.sql(
      "select id from registry.principal where tenant_no = 1505 and region_code = 150521101202 and status = 'active' limit 1",
    );
    const state = await worker.get(`sys/access/explain?entity=registry.principal&recordId=${mine?.id}&verb=approve`);
    expect(state.data.steps.map((step: { kind: string; ok: boolean }) => `${step.kind} ${step.ok}`)).toEqual(
      expect.arrayContaining(['region true', 'role false', 'state false']),
    );
  });

  it('asks the administrator for a screen once, as a task', async () => {
    const leader = world.person(await openSession(world, 'tl_leader'));
    const first = await leader.post('sys/access/request', { path: '/system/user', reason: '需要查看账号' });
    expect(first.data).toMatchObject({ isNew: true });
    expect((await leader.post('sys/access/request', { path: '/system/user', reason: '再问一次' })).data.isNew).toBe(
      false,
    );
    const tasks = await security.post('sys/task/info/list', { page: 1, pageSize: 100, tab: 'mine' });
    expect(JSON.stringify(tasks.data)).toContain('需要查看账号');
  });
});
