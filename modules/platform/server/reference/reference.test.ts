import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { jobEnded } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';

let world: World;
let operator: Person;
let admin: Person;
beforeAll(async () => {
  world = await openWorld({ worker: true });
  operator = await world.as('op_admin');
  admin = await world.as('tl_admin');
});
afterAll(() => world.close());

const town = 150_523_105_000;
const newVillage = (code: number, name = '试验嘎查') => ({
  ...{ code, name, nameTw: null, nameEn: null, kind: 'gacha', place: null },
});

describe('regions', () => {
  it('R113 takes only codes of twelve digits whose parent is there, and works out level and letters', async () => {
    for (const code of [15052310570, 150_599_000_000 + 101_001])
      expect(await operator.post('sys/region/add', newVillage(code)), String(code)).toMatchObject({ code: 422 });
    const { data, code } = await operator.post('sys/region/add', newVillage(town + 801, '北山嘎查'));
    expect(code).toBe(200);
    const row = (await operator.get(`sys/region/${data.id}`)).data;
    expect(row).toMatchObject({ level: '5', parentCode: town, initials: 'bsgc', status: 'active', childCount: 0 });
    const found = async () =>
      (await operator.get('sys/region/search?keyword=bsgc')).data.map((one: { code: number }) => one.code);
    await expect.poll(found).toContain(town + 801);
    // Searched in the list by name, letters and code.
    for (const keyword of ['北山', 'bsgc', '150523105801'])
      expect((await operator.get(`sys/region/list?keyword=${encodeURIComponent(keyword)}`)).total).toBeGreaterThan(0);
  });

  it('R113 never deletes a region with children or business rows', async () => {
    const [used] = await world.sql<{ code: number }>(
      'select region_code::float8 as code from registry.principal where tenant_no = 1505 and region_code % 1000 <> 0 limit 1',
    );
    for (const id of [town, used?.code])
      expect(await operator.post('sys/region/remove', { idArr: [id] })).toMatchObject({ code: 409 });
    const { data } = await operator.post('sys/region/add', newVillage(town + 802));
    expect(await operator.post('sys/region/remove', { idArr: [data.id] })).toMatchObject({ code: 200 });
  });

  it('R97: abolishes a village in favour of its successor once a second person agreed: rows follow, its name stays known, choices leave it out', async () => {
    const [from] = await world.sql<{ code: number; n: number }>(
      "select region_code::float8 as code, count(*)::int as n from registry.principal where tenant_no = 1505 and principal_unit_type = 'household' group by 1 order by 2 desc limit 1",
    );
    const code = from?.code ?? 0;
    const parent = Math.floor(code / 1000) * 1000;
    const [heir] = await world.sql<{ code: number }>(
      "select code::float8 as code from platform.sys_region where parent_code = $1 and code <> $2 and status = 'active' order by code desc limit 1",
      [parent, code],
    );
    // Units without an ID card are not one and the same, here or there.
    const bare = (at: number | undefined, name: string) =>
      world.sql<{ id: number }>(
        `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, principal_level, contact_name, species_kept, status,
           contact_phone_enc, contact_phone_hash, contact_phone_mask)
         values (1505, $1, $2, 'household', 5, '户主', array['cattle'], 'active', 'x', md5($2), '138****0000') returning id::int`,
        [at, name],
      );
    const [there, here] = [...(await bare(heir?.code, '无证一')), ...(await bare(code, '无证二'))];
    const before = (await operator.get(`sys/region/${code}`)).data;
    const move = (form: object) =>
      operator.post('sys/region/transition', {
        id: code,
        version: before.version,
        name: 'abolish',
        form,
        remark: '合村并居',
      });
    expect(await move({ successorCode: code, effectiveOn: '2026-10-01' })).toMatchObject({ code: 422 });
    expect(await move({ successorCode: parent, effectiveOn: '2026-10-01' })).toMatchObject({ code: 422 });
    expect(await move({ successorCode: heir?.code, effectiveOn: '2099-01-01' })).toMatchObject({ code: 422 });
    const asked = await move({ successorCode: heir?.code, effectiveOn: '2026-10-01' });
    expect(asked).toMatchObject({ code: 200, msg: '已提交另一名管理员审批', data: { status: 'active' } });
    expect((await move({ successorCode: heir?.code, effectiveOn: '2026-10-01' })).bizCode).toBe('approval.twice');
    expect((await operator.get(`sys/region/${code}`)).data.status).toBe('active');
    const second = await world.as('op_sec');
    const approval = (await second.get(`sys/approval/${asked.data.approvalId}`)).data;
    const decision = { id: approval.id, version: approval.version, decision: 'approve' };
    expect((await operator.post('sys/approval/decide', decision)).bizCode).toBe('approval.notYours');
    const { lines } = (await second.get(`sys/approval/words/${approval.id}`)).data;
    expect(lines).toContainEqual({ label: '生效日期', value: '2026-10-01' });
    expect((await second.post('sys/approval/decide', decision)).data).toMatchObject({ status: 'executed' });
    const [job] = await world.sql<{ id: number }>(
      "select id::int from kit.job where kind = 'recode' order by id desc limit 1",
    );
    const done = await jobEnded(second, job?.id ?? 0);
    expect(done).toMatchObject({ status: 'succeeded' });
    const [left] = await world.sql<{ n: number }>(
      'select count(*)::int as n from registry.principal where region_code = $1',
      [code],
    );
    expect(left?.n).toBe(0);
    const [moved] = await world.sql<{ n: number }>(
      'select count(*)::int as n from registry.principal where region_code = $1 and town = $2',
      [heir?.code, parent / 1000],
    );
    expect(moved?.n).toBeGreaterThanOrEqual(from?.n ?? 1);
    expect(
      await world.sql(
        'select id::int, region_code::float8 as code from registry.principal where id = any ($1) order by id',
        [[there?.id, here?.id]],
      ),
    ).toEqual([there?.id, here?.id].map((id) => ({ id, code: heir?.code })));
    const after = (await operator.get(`sys/region/${code}`)).data;
    expect(after).toMatchObject({ status: 'abolished', successorCode: heir?.code });
    const choices = await operator.get(`sys/region/children?parentCode=${parent}`);
    expect(choices.data.map((one: { code: number }) => one.code)).not.toContain(code);
    const path = await operator.get(`sys/region/path/${code}`);
    expect(path.data.at(-1)).toMatchObject({ code, name: before.name });
  });

  it('compares the yearly code list and writes nothing before it is told to', async () => {
    const rows = await world.sql<{ code: number; name: string }>(
      "select code::float8 as code, name from platform.sys_region where (code = 150524000000 or parent_code = 150524000000) and status = 'active' order by code",
    );
    const [county, first, second, ...rest] = rows;
    const listed: [string, string][] = [
      [String(county?.code), county?.name ?? ''],
      [String(first?.code), `${first?.name}新`],
      // `second` is left out.
      ...rest.map(({ code, name }): [string, string] => [String(code), name]),
      ['150524990', '试点镇'],
      ['150524990001', '试点村村委会'],
      ['15X', '什么'],
      ['159999999001', '孤村'],
    ];
    const columns = ['区划代码', '名称'].map((header) => ({ header, kind: 'text' as const, width: 20 }));
    const file = await buffer(writeWorkbook([{ name: 'codes', columns, rows: [listed] }]));
    expect(await world.upload(admin, 'sys/region/diff', file, { mode: 'check' })).toMatchObject({ code: 403 });
    const count = () => world.sql('select count(*)::int as n, max(version) as v from platform.sys_region');
    const before = await count();
    const check = await world.upload(operator, 'sys/region/diff', file, { mode: 'check' });
    expect(check, JSON.stringify(check)).toMatchObject({ code: 200 });
    expect(check.data).toMatchObject({
      added: [
        { code: 150_524_990_000, name: '试点镇' },
        { code: 150_524_990_001, name: '试点村', parentName: '试点镇' },
      ],
      renamed: [{ code: first?.code, oldName: first?.name }],
      jobId: null,
    });
    expect(check.data.wrong).toHaveLength(2);
    const gone = check.data.gone.map((one: { code: number }) => one.code);
    expect(gone).toContain(second?.code);
    expectAll(gone, (code: number) => Math.floor(code / 1000) * 1000 === second?.code);
    expect(await count()).toEqual(before);
    const commit = await world.upload(operator, 'sys/region/diff', file, { mode: 'commit' });
    expect(['succeeded', 'partly']).toContain((await jobEnded(operator, commit.data.jobId)).status);
    const [made] = await world.sql('select name, initials, status from platform.sys_region where code = 150524990001');
    expect(made).toMatchObject({ name: '试点村', initials: 'sdc', status: 'active' });
    const again = await world.upload(operator, 'sys/region/diff', file, { mode: 'check' });
    expect(again.data).toMatchObject({ added: [], renamed: [] });
  });
});

describe('dictionaries', () => {
  const row = (more: object) => ({
    ...{ dictCode: 'storage_condition', dictValue: 'shade', labelZhCn: '遮光', labelZhTw: null, labelEn: null },
    ...{ color: null, isDefault: false, orderNum: 5, status: 'enabled', remark: null, ...more },
  });

  it('R109 keeps a locked row and one that a record names; the labels may change', async () => {
    const type = {
      dictCode: 'own_grade',
      dictName: '等级',
      dictNameTw: null,
      dictNameEn: null,
      extensible: true,
      status: 'enabled',
      remark: null,
    };
    expect(await operator.post('sys/dictType/add', type)).toMatchObject({ code: 200 });
    const [locked] = (await operator.get('sys/dictData/list?dictCode=unit&pageSize=1')).data;
    expect(await operator.post('sys/dictData/remove', { idArr: [locked.id] })).toMatchObject({ code: 403 });
    expect(locked._can).not.toContain('remove');
    // Common, not locked, and the unit of a product of another tenant.
    const { data } = await operator.post(
      'sys/dictData/add',
      row({ dictCode: 'unit', dictValue: 'sack', labelZhCn: '麻袋' }),
    );
    await world.sql("update platform.tenant_commodity set unit = 'sack' where commodity_code = 'SP0001'");
    expect(await operator.post('sys/dictData/remove', { idArr: [data.id] })).toMatchObject({ code: 409 });
    await world.sql("update platform.tenant_commodity set unit = 'dose' where commodity_code = 'SP0001'");
    expect(await operator.post('sys/dictData/remove', { idArr: [data.id] })).toMatchObject({ code: 200 });
  });

  it('R110 lets a tenant add to extensible types only, and its label replaces the common one for itself alone', async () => {
    await world.sql(
      "update platform.sys_dict_type set extensible = (dict_code = 'storage_condition') where dict_code in ('storage_condition', 'licence_kind')",
    );
    expect(await admin.post('sys/dictData/add', row({ dictCode: 'licence_kind' }))).toMatchObject({
      code: 422,
      errors: [{ field: 'dictCode' }],
    });
    const mine = await admin.post('sys/dictData/add', row({ dictValue: 'cold', labelZhCn: '冷藏柜', isDefault: true }));
    expect(mine).toMatchObject({ code: 200 });
    const labels = async (person: Person) =>
      (await person.post('sys/dictData/getDictDataByCode', { dictCode: 'storage_condition' })).data.find(
        (one: { dictValue: string }) => one.dictValue === 'cold',
      );
    // Kept until the event of the change has come round.
    await expect.poll(() => labels(admin)).toMatchObject({ dictLabel: '冷藏柜', isDefault: true });
    expect((await labels(await world.as('cf_mgr'))).dictLabel).not.toBe('冷藏柜');
    // The common row takes over again, so the tenant's may go although records name the value.
    expect(await admin.post('sys/dictData/remove', { idArr: [mine.data.id] })).toMatchObject({ code: 200 });
  });

  it('sends every type at once, and nothing to who has the same already', async () => {
    const all = async (known = '') => (await admin.get(`sys/dictData/all${known && `?known=${known}`}`)).data;
    let first = await all();
    // Settled: what the test before took away has come round.
    await expect
      .poll(async () => {
        first = await all();
        return (await all(first.version)).byCode;
      })
      .toBeNull();
    const { data: one } = await admin.post('sys/dictData/getDictDataByCode', { dictCode: 'storage_condition' });
    const short = (rows: { dictValue: string; dictLabel: string }[]) =>
      rows.map((row) => [row.dictValue, row.dictLabel]);
    expect(short(first.byCode.storage_condition)).toEqual(short(one));
    const [types] = await world.sql(
      "select count(distinct dict_code)::int as n from platform.sys_dict_data where tenant_no in (0, 1505) and status = 'enabled'",
    );
    expect(Object.values<unknown[]>(first.byCode).filter((rows) => rows.length > 0)).toHaveLength(Number(types?.n));
    const added = await admin.post('sys/dictData/add', row({ dictValue: 'whole1' }));
    await expect
      .poll(async () => (await all(first.version)).byCode?.storage_condition ?? [])
      .toContainEqual(expect.objectContaining({ dictValue: 'whole1' }));
    expect(await admin.post('sys/dictData/remove', { idArr: [added.data.id] })).toMatchObject({ code: 200 });
  });

  it('orders own rows, leaves common ones alone, and says where a type is used', async () => {
    const first = await admin.post('sys/dictData/add', row({ dictValue: 'own1', orderNum: 100 }));
    const second = await admin.post('sys/dictData/add', row({ dictValue: 'own2', orderNum: 200 }));
    const [common] = await world.sql<{ id: number; order_num: number }>(
      "select id::int, order_num from platform.sys_dict_data where tenant_no = 0 and dict_code = 'storage_condition' and dict_value = 'normal'",
    );
    const idArr = [second.data.id, first.data.id, common?.id];
    const moved = await admin.post('sys/dictData/order', { dictCode: 'storage_condition', idArr });
    expect(moved).toMatchObject({ code: 200, data: { moved: 2 } });
    const [kept] = await world.sql('select order_num from platform.sys_dict_data where id = $1', [common?.id]);
    expect(kept).toEqual({ order_num: common?.order_num });
    const uses = await admin.get('sys/dictType/uses?dictCodes=storage_condition,no_such', { 'accept-language': 'en' });
    expect(uses.data).toMatchObject([
      {
        dictCode: 'storage_condition',
        uses: [{ noun: 'Commodity', field: 'Storage', screen: '/tenant/commodityLibrary' }],
      },
      { dictCode: 'no_such', uses: [] },
    ]);
  });
});

describe('departments', () => {
  it('R114 keeps a department with people or departments below it, and never moves one below itself', async () => {
    const { data: all } = await admin.get('sys/dept/list?pageSize=100');
    type Dept = {
      id: number;
      version: number;
      parentId: number | null;
      principalId: number;
      users: number;
      deptName: string;
    };
    const parent: Dept = all.find((one: Dept) => all.some((other: Dept) => other.parentId === one.id));
    const child: Dept = all.find((one: Dept) => one.parentId === parent.id);
    const staffed: Dept = all.find((one: Dept) => one.users > 0);
    expect(await admin.post('sys/dept/remove', { idArr: [parent.id] })).toMatchObject({ code: 409 });
    expect(await admin.post('sys/dept/remove', { idArr: [staffed.id] })).toMatchObject({ code: 409 });
    const under = { id: parent.id, version: parent.version, parentId: child.id, beforeId: null };
    expect(await admin.post('sys/dept/move', under)).toMatchObject({ code: 422 });
    const brother: Dept = all.find(
      (one: Dept) => one.parentId === null && one.principalId === parent.principalId && one.id !== parent.id,
    );
    const up = { id: child.id, version: child.version, parentId: null, beforeId: brother.id };
    expect(await admin.post('sys/dept/move', up)).toMatchObject({ code: 200 });
    const order = (await admin.get('sys/dept/list?pageSize=100&sort=orderNum:asc')).data
      .filter((one: Dept) => one.parentId === null && one.principalId === parent.principalId)
      .map((one: Dept) => one.id);
    expect(order.indexOf(child.id)).toBe(order.indexOf(brother.id) - 1);
  });

  it('counts people and takes a head of the own organisation only', async () => {
    const { data: all } = await admin.get('sys/dept/list?pageSize=100');
    const dept = all.find((one: { users: number }) => one.users > 0);
    const people = (await admin.get(`sys/user/getUserSelectByPrincipalId?principalId=${dept.principalId}`)).data;
    expect(people.length).toBeGreaterThan(0);
    const [foreign] = await world.sql<{ id: number }>('select id::int from platform.sys_user where username = $1', [
      'ins1',
    ]);
    const { principalId: _, ...form } = {
      ...{ principalId: 0, parentId: dept.parentId, deptName: dept.deptName, phone: '0475-8212345' },
      ...{ orderNum: dept.orderNum, status: dept.status, leaderUserId: foreign?.id },
    };
    const edit = { id: dept.id, version: dept.version, ...form };
    expect(await admin.post('sys/dept/edit', edit)).toMatchObject({ code: 422, errors: [{ field: 'leaderUserId' }] });
    expect(await admin.post('sys/dept/edit', { ...edit, leaderUserId: people[0].id })).toMatchObject({ code: 200 });
    expect((await admin.get(`sys/dept/${dept.id}`)).data).toMatchObject({ leaderName: expect.any(String) });
    const posts = (await admin.get('sys/post/list')).data;
    expect(posts.some((one: { users: number }) => one.users > 0)).toBe(true);
  });
});

describe('portals', () => {
  it('R1 makes a new row a new login page without a new build', async () => {
    const form = {
      ...{ portalId: 'test', route: '/testLogin', titleZhCn: '试点登录', titleZhTw: null, titleEn: 'Pilot' },
      ...{ subtitleZhCn: null, subtitleZhTw: null, subtitleEn: null, forTenant: 1505, principalTypes: null },
      ...{ layout: 'center', color: '#336699', logo: null, background: null, homePath: null, showInNav: true },
      ...{ navGroup: '试点', rememberAllowed: false, showDownload: true, hostNames: null, orderNum: 500 },
    };
    const { data, code } = await operator.post('sys/portal/add', form);
    expect(code).toBe(200);
    const nobody = world.person('');
    expect((await nobody.get('sys/auth/portal?route=/testLogin')).data).toMatchObject({
      ...{ portalId: 'test', title: { zh_CN: '试点登录', zh_TW: '試點登入', en: 'Pilot' }, layout: 'center' },
      ...{ color: '#336699', rememberAllowed: false, showDownload: true, status: 'enabled' },
    });
    expect((await world.login('tl_admin', undefined, { portalId: 'test' })).data).toMatchObject({ step: 'done' });
    expect((await operator.get(`sys/portal/${data.id}`)).data.logins).toBe(1);
    // Its tenant dresses it, but does not say whose it is; others do not touch it at all.
    const mine = (await admin.get(`sys/portal/list?tenantName=${encodeURIComponent('通辽')}`)).data.find(
      (one: { portalId: string }) => one.portalId === 'test',
    );
    expect(mine._can).toEqual(['detail', 'edit']);
    const { portalId: _, ...rest } = form;
    const edit = {
      ...rest,
      id: mine.id,
      version: mine.version,
      titleZhCn: '通辽试点',
      forTenant: null,
      route: '/otherLogin',
    };
    expect(await admin.post('sys/portal/edit', edit)).toMatchObject({ code: 200 });
    expect((await nobody.get('sys/auth/portal?route=/testLogin')).data).toMatchObject({ title: { zh_CN: '通辽试点' } });
    const common = (await admin.get('sys/portal/list?keyword=allLogin')).data[0];
    expect(common._can).toEqual(['detail']);
    const steal = { ...rest, id: common.id, version: common.version, route: '/allLogin' };
    expect((await admin.post('sys/portal/edit', steal)).code).toBe(403);
    expect(await operator.post('sys/portal/remove', { idArr: [common.id] })).toMatchObject({ code: 409 });
  });

  it('R2, R4: a disabled portal is shown on its own route only; whoever remembers it gets the common one', async () => {
    const nobody = world.person('');
    const face = async (query: string) => (await nobody.get(`sys/auth/portal?${query}`)).data;
    const [bank] = (await operator.get('sys/portal/list?keyword=bankLogin')).data;
    const move = async (name: string) => {
      const { version } = (await operator.get(`sys/portal/${bank.id}`)).data;
      const body = { id: bank.id, version, name, remark: '试验' };
      expect(await operator.post('sys/portal/transition', body)).toMatchObject({ code: 200 });
    };
    expect(await face('loginId=bank')).toMatchObject({ portalId: 'bank', status: 'enabled' });
    await move('disable');
    expect(await face('route=/bankLogin')).toMatchObject({ portalId: 'bank', status: 'disabled' });
    expect(await face('loginId=bank&host=localhost')).toMatchObject({ portalId: 'all', status: 'enabled' });
    expect(await world.login('bank1', undefined, { portalId: 'bank' })).toMatchObject({ code: 403 });
    await move('enable');
    expect(await face('loginId=bank')).toMatchObject({ portalId: 'bank' });
  });
});
