import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { type Answer, openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { readModuleRows } from '#db/reference-files.ts';

let world: World;
let operator: Person;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.as('op_admin');
});
afterAll(() => world.close());

const menu = async (where: string) =>
  (
    await world.sql<{ id: number; version: number; parent_id: number }>(
      `select id::int, version, parent_id::int from platform.sys_menu where ${where}`,
    )
  )[0] as {
    id: number;
    version: number;
    parent_id: number;
  };
const remove = async (id: number): Promise<Answer> => {
  const response = await world.app.inject({
    method: 'DELETE',
    url: `/api/sys/menu/web/remove/${id}`,
    headers: { authorization: operator.token },
  });
  return { ...response.json<Answer>(), status: response.statusCode, headers: response.headers };
};
const page = (parentId: number, more: object = {}) => ({
  parentId,
  menuName: '试验页',
  menuType: 3,
  path: '/ant/breed/tank',
  permission: 'try:page:list',
  orderNum: 5,
  systemId: 12,
  ...more,
});

describe('R111: menus', () => {
  it('a menu with children, or granted to a role, is not removed: 409 with the names; hiding it always works', async () => {
    const directory = await menu("menu_name = '安全与审计' and menu_type = 2");
    const full = await remove(directory.id);
    expect(full).toMatchObject({ code: 409, status: 409 });
    expect(full.errors?.map((one) => one.msg)).toContain('登录日志');
    const action = await menu("permission = 'sys:session:kick'");
    const granted = await remove(action.id);
    expect(granted).toMatchObject({ code: 409 });
    expect(granted.errors).toContainEqual({ field: 'roles', msg: '安全管理员' });
    const list = (await operator.get(`sys/menu/web/list?menuName=${encodeURIComponent('登录日志')}`)).data;
    expect(list).toHaveLength(1);
    const { built: _built, ...row } = list[0];
    const hidden = await operator.post('sys/menu/web/edit', { ...row, visible: 0 });
    expect(hidden, JSON.stringify(hidden)).toMatchObject({ code: 200, data: { version: row.version + 1 } });
    expect(await operator.post('sys/menu/web/edit', { ...row, visible: 0 })).toMatchObject({ code: 409 });
  });

  it('a page leads to a registered screen; an action is one per terminal; the tree keeps its shape', async () => {
    const directory = await menu("menu_name = '安全与审计' and menu_type = 2");
    const tank = await menu("path = '/ant/breed/tank'");
    await world.sql(
      'delete from platform.sys_role_menu where menu_id in (select id from platform.sys_menu where id = $1 or parent_id = $1)',
      [tank.id],
    );
    await world.sql('delete from platform.sys_menu where parent_id = $1', [tank.id]);
    expect((await remove(tank.id)).code).toBe(200);
    const add = (body: object) => operator.post('sys/menu/web/add', body);
    expect((await add(page(directory.id, { path: '/no/such/page' }))).errors?.[0]?.field).toBe('path');
    const made = await add(page(directory.id));
    expect(made, JSON.stringify(made)).toMatchObject({ code: 200 });
    expect((await add(page(directory.id))).code).toBe(422);
    const action = {
      parentId: made.data.id,
      menuName: 'kick',
      menuType: 4,
      permission: 'sys:session:kick',
      orderNum: 1,
      systemId: 12,
    };
    expect((await add(action)).errors?.[0]?.field).toBe('permission');
    expect((await add({ ...action, parentId: directory.id, permission: 'try:page:kick' })).errors?.[0]?.field).toBe(
      'parentId',
    );
    const generated = await operator.post('sys/menu/web/generate', {
      id: made.data.id,
      verbs: ['list', 'add', 'edit', 'remove', 'export', 'import'],
    });
    expect(generated.data.made).toEqual([
      'try:page:add',
      'try:page:edit',
      'try:page:remove',
      'try:page:export',
      'try:page:import',
    ]);
    expect((await operator.post('sys/menu/web/generate', { id: made.data.id, verbs: ['add'] })).data.made).toEqual([]);
    const actions = (await operator.get(`sys/menu/web/getMenuAction?menuId=${made.data.id}`)).data;
    // In no item yet, so nobody may be given it: the board says so.
    expect(actions).toEqual([]);
    const gaps = (await operator.get('sys/menu/coverage')).data;
    expect(gaps.inNoItem.map((one: { note: string }) => one.note)).toContain('try:page:list');
    expect(gaps.screens).toBe(readModuleRows('screens').length);
  });

  it('drag order: a menu goes where it is put, and its brothers close ranks', async () => {
    const directory = await menu("menu_name = '安全与审计' and menu_type = 2");
    const order = async () =>
      (
        await world.sql<{ id: number }>(
          'select id::int from platform.sys_menu where parent_id = $1 order by order_num, id',
          [directory.id],
        )
      ).map((row) => row.id);
    const before = await order();
    const last = before.at(-1) as number;
    expect((await operator.post('sys/menu/web/move', { id: last, parentId: directory.id, index: 0 })).code).toBe(200);
    expect(await order()).toEqual([last, ...before.slice(0, -1)]);
    const top = await menu('menu_type = 1 and system_id = 12');
    expect((await operator.post('sys/menu/web/move', { id: top.id, parentId: directory.id, index: 0 })).code).toBe(422);
  });

  it('R50 and R51: what is withdrawn or hidden is not drawn, and an unknown first-level menu falls back to the first', async () => {
    const person = world.person(await openSession(world, 'tl_sec'));
    const { data } = await person.get('sys/user/getUserInfo');
    const other = await person.get(`sys/user/getUserWebMenuByFirstMenuId?menuId=${data.firstMenus.at(-1).id}`);
    expect(other.data.length).toBeGreaterThan(0);
    const fallback = await person.get('sys/user/getUserWebMenuByFirstMenuId?menuId=999999');
    expect(fallback.data.map((one: { id: number }) => one.id)).toEqual(data.menus.map((one: { id: number }) => one.id));
  });

  it('the mobile app has menus of its own, kept by the same calls', async () => {
    const { data } = await operator.get('sys/menu/mobile/list');
    expect(data.length).toBeGreaterThan(5);
    const folder = data.find((one: { menuType: number }) => one.menuType === 2);
    const made = await operator.post(
      'sys/menu/mobile/add',
      page(folder.id, { path: '/m/try', permission: 'try:mobile:list', systemId: 1 }),
    );
    expect(made.code).toBe(200);
    expect((await operator.get(`sys/menu/web/list?menuName=${encodeURIComponent('/m/try')}`)).data).toEqual([]);
  });

  it('is the operator’s: no tenant changes what all tenants share', async () => {
    for (const name of ['tl_admin', 'tl_sec'])
      expect((await (await world.as(name)).get('sys/menu/web/list')).code).toBe(403);
  });
});
