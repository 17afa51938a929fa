import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

let world: World;
let operator: Person;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.as('op_admin');
});
afterAll(() => world.close());

const itemsOf = async (system: string) =>
  (
    await world.sql<{ id: number }>(
      'select i.id::int from platform.sys_function_item i join platform.sys_function_group f on f.id = i.group_id where f.system_id = $1 and not i.operator_only order by 1',
      [system],
    )
  ).map((row) => row.id);
const itemId = async (code: string) =>
  (await world.sql<{ id: number }>('select id::int from platform.sys_function_item where item_code = $1', [code]))[0]
    ?.id ?? 0;
const rightsOf = async (name: string) => {
  const { data } = await world.person(await openSession(world, name)).get('sys/user/getUserInfo');
  return {
    actions: new Set<string>(data.actions),
    pages: new Set<string>(data.pages.map((one: { path: string }) => one.path)),
  };
};
/** As if its page stood already: what is tested is the right to it. */
const build = (path: string) =>
  world.sql("update platform.sys_menu set status = 'enabled' where path = $1 and menu_type = 3", [path]);

describe('R91: rights narrow down in one place', () => {
  it('acceptance 10: taking the insurance items from 1505 names roles and users, takes menus and calls away, and giving back restores', async () => {
    await build('/insuranceMgt/warrantySearch');
    await world.sql(`insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select 0, r.id, m.id from platform.sys_role r, platform.sys_menu m
      where r.tenant_no = 0 and r.role_code = 'ins_clerk' and m.permission like 'ins:%' on conflict do nothing`);
    const open = world.person(await openSession(world, 'ins1'));
    const before = await rightsOf('ins1');
    expect(before.pages).toContain('/insuranceMgt/warrantySearch');
    const insurance = new Set(await itemsOf('3'));
    const { itemIds } = (await operator.get('sys/tenant/authority?tenantNo=1505')).data;
    const less = itemIds.filter((id: number) => !insurance.has(id));
    const wish = { tenantNo: 1505, itemIds: less, reason: '保险模块到期' };
    const preview = await operator.post('sys/tenant/authority', { ...wish, dryRun: true });
    const [role] = await world.sql(
      "select role_name from platform.sys_role where tenant_no = 0 and role_code = 'ins_clerk'",
    );
    expect(preview.data.lost).toContainEqual(expect.objectContaining({ roleName: role?.role_name, users: 2 }));
    expect(preview.data.removed).toHaveLength(insurance.size);
    expect((await rightsOf('ins1')).pages).toContain('/insuranceMgt/warrantySearch');

    expect((await operator.post('sys/tenant/authority', wish)).code).toBe(200);
    const without = await rightsOf('ins1');
    expect([...without.actions].filter((one) => one.startsWith('ins:'))).toEqual([]);
    expect(without.pages).not.toContain('/insuranceMgt/warrantySearch');
    // Another tenant keeps its own.
    await world.sql(
      "insert into platform.sys_user_role (tenant_no, user_id, role_id) select u.tenant_no, u.id, r.id from platform.sys_user u, platform.sys_role r where u.username = 'cf_mgr' and r.tenant_no = 0 and r.role_code = 'ins_clerk'",
    );
    expect((await rightsOf('cf_mgr')).pages).toContain('/insuranceMgt/warrantySearch');
    // A session that was open is told by its version within five seconds.
    fiveSecondsLater();
    const told = await open.get('sys/user/getUserInfo');
    expect(told.data.actions.filter((one: string) => one.startsWith('ins:'))).toEqual([]);

    expect(await operator.post('sys/tenant/authority', { tenantNo: 1505, itemIds, reason: '续费' })).toMatchObject({
      code: 200,
      data: { lost: [] },
    });
    expect(await rightsOf('ins1')).toEqual(before);
    const [row] = await world.sql(
      'select extra_item_ids, removed_item_ids from platform.sys_tenant where tenant_no = 1505',
    );
    expect(row).toEqual({ extra_item_ids: [], removed_item_ids: [] });
  });

  it('a call is refused as soon as its permission is outside the items, and its trace says denied', async () => {
    const person = world.person(await openSession(world, 'tl_admin'));
    expect((await person.get('sys/post/list')).code).toBe(200);
    const post = await itemId('system/postInfo');
    await world.sql(
      'update platform.sys_tenant set removed_item_ids = to_jsonb(array[$1::bigint]) where tenant_no = 1505',
      [post],
    );
    const fresh = world.person(await openSession(world, 'tl_admin'));
    expect((await fresh.get('sys/post/list')).code).toBe(403);
    const denied = await fresh.post('sys/post/add', {});
    expect(denied.code).toBe(403);
    const trace = await world.sql('select action, result from kit.oper_log where trace_id = $1', [denied.traceId]);
    expect(trace).toEqual([{ action: 'denied', result: 'refused' }]);
    await world.sql("update platform.sys_tenant set removed_item_ids = '[]' where tenant_no = 1505");
  });

  it('the operator’s own functions are in no package, whatever a role is given', async () => {
    await world.sql(`insert into platform.sys_role (tenant_no, role_code, role_name, role_name_tw, role_name_en, data_scope) values (1505, 'greedy', '越权', '越權', 'Greedy', 'jurisdiction');
      insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select 1505, r.id, m.id from platform.sys_role r, platform.sys_menu m where r.role_code = 'greedy' and m.permission is not null;
      insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, u.id, r.id from platform.sys_user u, platform.sys_role r where u.username = 'coop1' and r.role_code = 'greedy'`);
    const { actions } = await rightsOf('coop1');
    expect(actions.size).toBeGreaterThan(300);
    const operators = [...actions].filter((one) =>
      /^sys:(tenant|package|function|menu):|^sys:region:edit|^sys:app:release/.test(one),
    );
    expect(operators).toEqual([]);
    const person = world.person(await openSession(world, 'coop1'));
    for (const path of ['sys/tenant/info/list', 'sys/tenant/package/list', 'sys/menu/web/list', 'sys/function/tree'])
      expect([path, (await person.get(path)).code]).toEqual([path, 403]);
  });

  it('the schema of a principal narrows what its people hold, and a parent’s counts below it', async () => {
    await world.sql(
      "delete from platform.sys_user_role where role_id in (select id from platform.sys_role where role_code = 'greedy')",
    );
    const whole = await rightsOf('kzzq_station');
    expect(whole.actions).toContain('pri:principal:list');
    const keep = await itemId('ant/home/index');
    const [schema] = await world.sql(
      `insert into platform.sys_function_schema (schema_code, schema_name, system_id, item_ids, status) values ('lean', '精简', 1, to_jsonb(array[$1::bigint]), 'published') returning id::int`,
      [keep],
    );
    await world.sql(
      `insert into registry.principal_system (tenant_no, principal_id, system_id, schema_id)
       select 1505, p.parent_id, 1, $1 from registry.principal p join platform.sys_user u on u.principal_id = p.id where u.username = 'kzzq_station'`,
      [schema?.id],
    );
    const lean = await rightsOf('kzzq_station');
    expect(lean.actions).not.toContain('pri:principal:list');
    // Messages and tasks belong to no business system.
    expect(lean.actions).toContain('sys:task:list');
    expect([...lean.actions].some((one) => one.startsWith('ant:'))).toBe(
      [...whole.actions].some((one) => one === 'ant:home:view'),
    );
    await world.sql(
      'insert into registry.principal_system (tenant_no, principal_id, system_id) select tenant_no, principal_id, 6 from registry.principal_system where schema_id = $1',
      [schema?.id],
    );
    expect((await rightsOf('kzzq_station')).actions).toContain('pri:principal:list');
    await world.sql('delete from registry.principal_system');
    expect(await rightsOf('kzzq_station')).toEqual(whole);
  });

  it('systems that ran out yesterday are nobody’s, neither the unit’s nor those below it', async () => {
    const whole = await rightsOf('kzzq_station');
    await world.sql(
      `insert into registry.principal_system (tenant_no, principal_id, system_id, expire_on)
       select 1505, p.parent_id, 6, (now() at time zone 'Asia/Shanghai')::date - 1
       from registry.principal p join platform.sys_user u on u.principal_id = p.id where u.username = 'kzzq_station'`,
    );
    const after = await rightsOf('kzzq_station');
    expect(after.actions).not.toContain('pri:principal:list');
    expect(after.actions).toContain('sys:task:list');
    await world.sql('delete from registry.principal_system');
    expect(await rightsOf('kzzq_station')).toEqual(whole);
  });

  it('a page withheld is gone even if another page shares its permission', async () => {
    await build('/pri/duplicate');
    const [shared] = await world.sql(
      "select a.id::int as a, b.id::int as b, a.path as path from platform.sys_menu a join platform.sys_menu b on b.permission = a.permission and b.id > a.id and b.menu_type = 3 where a.menu_type = 3 and a.path = '/system/dictType' limit 1",
    );
    await world.sql('update platform.sys_menu set published = false where id = $1', [shared?.a]);
    // Menus are remembered for five seconds.
    fiveSecondsLater();
    const { pages, actions } = await rightsOf('tl_admin');
    expect([actions.has('sys:dict:list'), pages.has('/system/dictType'), pages.has('/system/dictData')]).toEqual([
      true,
      false,
      true,
    ]);
    await world.sql('update platform.sys_menu set published = true');
  });
});

describe('R112: packages', () => {
  const form = async (itemIds: number[]) => ({
    packageCode: `p${Date.now().toString(36)}${itemIds.length}`,
    packageName: '试验套餐',
    itemIds,
    maxUsers: 10,
    maxPrincipals: 10,
    maxAnimals: 10,
    storageGb: 1,
    termMonths: 12,
  });

  it('refuses an item without what it depends on, and a system without what is required of it', async () => {
    const banking = await itemsOf('4');
    const [registration, clients, home] = [
      await itemId('bank/credit/registration'),
      await itemId('bank/clients'),
      await itemId('bank/home'),
    ];
    const lacking = await operator.post('sys/tenant/package/add', await form(banking.filter((id) => id !== clients)));
    expect(lacking.errors?.[0]?.msg).toBe('「授信登记」依赖「客户管理」');
    const bare = await operator.post('sys/tenant/package/add', await form([registration, clients]));
    expect(bare.errors?.map((one) => one.msg)).toEqual(['「金融首页」为必选项，不能取消']);
    const right = await operator.post('sys/tenant/package/add', await form([registration, clients, home]));
    expect(right, JSON.stringify(right)).toMatchObject({ code: 200 });
    expect((await operator.get(`sys/tenant/package/${right.data.id}`)).data).toMatchObject({
      systemIds: [4],
      itemCount: 3,
      status: 'draft',
    });
    const operators = await itemId('tenant/tenantInfo');
    expect((await operator.post('sys/tenant/package/add', await form([home, operators]))).code).toBe(422);
  });

  it('a change of a package reaches its tenants, whose preview names who loses', async () => {
    expect((await rightsOf('qh_admin')).actions).toContain('sys:thirdClient:list'.replace('thirdClient', 'post'));
    const [pack] = (await operator.get('sys/tenant/package/list?keyword=prevention')).data;
    const { id, version, packageName, maxUsers, maxPrincipals, maxAnimals, storageGb, termMonths, itemIds } = pack;
    const optional = await itemId('tenant/commodityLibrary');
    expect((await rightsOf('qh_admin')).actions).toContain('sys:commodity:list');
    const edited = await operator.post('sys/tenant/package/edit', {
      id,
      version,
      packageName,
      maxUsers,
      maxPrincipals,
      maxAnimals,
      storageGb,
      termMonths,
      itemIds: itemIds.filter((one: number) => one !== optional),
    });
    expect(edited, JSON.stringify(edited)).toMatchObject({ code: 200 });
    expect((await rightsOf('qh_admin')).actions).not.toContain('sys:commodity:list');
    expect((await rightsOf('tl_admin')).actions).toContain('sys:commodity:list');
  });

  it('a tenant of the prevention package has no insurance, bank or trade menu at all', async () => {
    const [row] = await world.sql(
      'select count(*)::int as n from platform.sys_menu m where m.id in (select platform.tenant_menus(6300)) and m.system_id in (3, 4, 8, 9)',
    );
    expect(row?.n).toBe(0);
    const admin = await world.as('qh_sec');
    const actions = (await admin.get('sys/menu/web/getMenuAction')).data;
    expect(actions.length).toBeGreaterThan(50);
    expect(JSON.stringify(actions)).not.toMatch(/ins:|bank:|shop:|sys:tenant:/);
    const insurance = await admin.get('sys/function/schema/selectFunctionSchemaBySystemId?systemId=3');
    expect(insurance.data.flatMap((one: { groups: object[] }) => one.groups)).toEqual([]);
  });

  it('derives about 90 groups and 400 items from the screens, every page with a permission in one of them', async () => {
    const [row] = await world.sql(
      `select (select count(*)::int from platform.sys_function_group) as groups, (select count(*)::int from platform.sys_function_item) as items,
         (select count(*)::int from platform.sys_menu m where m.terminal = 'web' and m.menu_type in (3, 4) and m.permission is not null
            and not exists (select 1 from platform.sys_function_item i where i.menu_ids @> to_jsonb(m.id))) as outside`,
    );
    expect(row?.groups).toBeGreaterThan(70);
    expect(row?.items).toBeGreaterThan(380);
    expect(row?.outside).toBe(0);
  });
});

describe('function schemas', () => {
  it('answers the seed’s call: published ones of a system inside the tenant’s items, default first', async () => {
    const person = await world.as('tl_region');
    const { data } = await person.get('sys/function/schema/selectFunctionSchemaBySystemId');
    expect(data[0]).toMatchObject({ isDefault: true, systemId: 1, systemName: '动物防疫', schemaVersion: 1 });
    expect(data[0].groups[0].items[0]).toMatchObject({
      itemCode: expect.any(String),
      actions: expect.any(Array),
      menuIds: expect.any(Array),
    });
  });

  it('a draft is published over the version before it, with the difference told first; broken ones are refused', async () => {
    const home = await itemId('ant/home/index');
    const [season, visit] = [
      await itemId('ant/preventionMange/antiEpidemicSeason'),
      await itemId('ant/preventionMange/immuneVisit'),
    ];
    const made = await operator.post('sys/function/schema/add', { systemId: 1, schemaName: '乡镇站方案' });
    const edit = (id: number, version: number, itemIds: number[]) =>
      operator.post('sys/function/schema/edit', { id, version, itemIds, schemaName: '乡镇站方案' });
    const broken = await edit(made.data.id, made.data.version, [home, visit]);
    expect(broken.code).toBe(200);
    const publish = (id: number, version: number, dryRun = false) =>
      operator.post('sys/function/schema/publish', { id, version, dryRun });
    expect(await publish(made.data.id, broken.data.version)).toMatchObject({
      code: 500,
      msg: '「免疫登记」依赖「防疫季管理」',
    });
    const mended = await edit(made.data.id, broken.data.version, [home, season, visit]);
    const told = await publish(made.data.id, mended.data.version, true);
    expect(told.data.added).toHaveLength(3);
    expect((await publish(made.data.id, mended.data.version)).code).toBe(200);
    const next = await operator.post('sys/function/schema/add', {
      systemId: 1,
      from: made.data.id,
      revise: true,
      schemaName: '乡镇站方案',
    });
    const changed = await edit(next.data.id, next.data.version, [home, season]);
    const difference = await publish(next.data.id, changed.data.version);
    expect(difference.data).toMatchObject({ added: [], removed: ['免疫登记'] });
    const board = (await operator.get('sys/function/schema/board?systemId=1')).data.filter(
      (one: { schemaName: string }) => one.schemaName === '乡镇站方案',
    );
    expect(board.map((one: { schemaVersion: number; status: string }) => [one.schemaVersion, one.status])).toEqual([
      [2, 'published'],
      [1, 'retired'],
    ]);
    expect((await edit(made.data.id, 99, [home])).code).toBe(409);
  });
});
