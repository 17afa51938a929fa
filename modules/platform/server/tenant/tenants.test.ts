import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { newCreditCode } from '#apps/server/testing/samples.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { expireTenants } from '#modules/platform/server/index.ts';
import { tenantWish } from '#modules/platform/testing/tenant-samples.ts';

let world: World;
let operator: Person;
let packageId: number;

beforeAll(async () => {
  world = await openWorld();
  operator = await world.as('op_admin');
  [{ id: packageId }] = (await world.sql(
    "select id::int from platform.sys_tenant_package where package_code = 'prevention'",
  )) as [{ id: number }];
});
afterAll(() => world.close());

const wish = (tenantNo: number, more: object = {}) => tenantWish(tenantNo, { packageId, ...more });

const traces = async (tenantNo: number) => {
  const [row] = await world.sql(
    `select (select count(*)::int from platform.sys_tenant where tenant_no = $1) as tenants,
       (select count(*)::int from registry.principal where tenant_no = $1) as principals,
       (select count(*)::int from registry.principal_jurisdiction where tenant_no = $1) as regions,
       (select count(*)::int from platform.sys_user where tenant_no = $1) as users,
       (select count(*)::int from platform.sys_user_role where tenant_no = $1) as roles,
       (select count(*)::int from platform.sys_portal where for_tenant = $1) as portals,
       (select count(*)::int from platform.sys_tenant_config where tenant_no = $1) as configs`,
    [tenantNo],
  );
  return row;
};
const nothing = { tenants: 0, principals: 0, regions: 0, users: 0, roles: 0, portals: 0, configs: 0 };

describe('R94: the wizard opens a tenant whole or not at all', () => {
  it('makes tenant, root, jurisdiction, three administrators, portal and title, and shows each password once', async () => {
    const opened = await operator.post('sys/tenant/open', wish(7101));
    expect(opened, JSON.stringify(opened)).toMatchObject({
      code: 200,
      data: { tenantNo: 7101, portalRoute: '/t7101Login' },
    });
    expect(await traces(7101)).toEqual({
      tenants: 1,
      principals: 1,
      regions: 1,
      users: 3,
      roles: 3,
      portals: 1,
      configs: 1,
    });
    expect(opened.data.passwords.map((one: { roleCode: string }) => one.roleCode)).toEqual([
      'tenant_admin',
      'security_admin',
      'audit_admin',
    ]);
    const [root] = await world.sql(
      `select p.principal_unit_type as type, p.region_code::text as region, t.root_principal_id = p.id as is_root from registry.principal p
       join platform.sys_tenant t on t.tenant_no = p.tenant_no where p.tenant_no = 7101`,
    );
    expect(root).toEqual({ type: 'authority', region: '150200000000', is_root: true });
    const { username, password } = opened.data.passwords[0];
    const entered = await world.login(username, password, { portalId: 't7101' });
    expect(entered).toMatchObject({ code: 200, data: { step: 'changePassword' } });
    const logged = await world.sql<{ text: string }>(
      "select coalesce(params::text, '') || coalesce(after::text, '') as text from kit.oper_log where entity = 'sysTenant' and entity_id = 7101",
    );
    expect(logged).toHaveLength(1);
    expect(logged[0]?.text).not.toContain(password);
    expect(logged[0]?.text).not.toContain('13947212340');
  });

  it('acceptance 11: a username that is taken leaves neither tenant nor principal nor users', async () => {
    const taken = wish(7102);
    (taken.administrators[2] as { username: string }).username = 'TL_Admin';
    const refused = await operator.post('sys/tenant/open', taken);
    expect(refused.code).toBe(422);
    expect(refused.errors?.[0]?.field).toBe('administrators.2.username');
    expect(await traces(7102)).toEqual(nothing);
  });

  it('leaves nothing when the very last write fails', async () => {
    await world.sql(`create function platform.fail_config() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '23514'; end $$;
      create trigger fail_config before insert on platform.sys_tenant_config for each row when (new.tenant_no = 7103) execute function platform.fail_config()`);
    expect((await operator.post('sys/tenant/open', wish(7103))).code).toBe(422);
    expect(await traces(7103)).toEqual(nothing);
    await world.sql('drop trigger fail_config on platform.sys_tenant_config; drop function platform.fail_config()');
    // The connection is the operator's again, and so is what it sees.
    expect((await operator.get('sys/tenant/info/list')).total).toBeGreaterThan(4);
  });

  it('checks without a trace, and refuses packages that are not on sale, numbers and doors that exist', async () => {
    expect(await operator.post('sys/tenant/open', wish(7104, { dryRun: true }))).toMatchObject({
      code: 200,
      data: { passwords: [] },
    });
    expect(await traces(7104)).toEqual(nothing);
    const [off] = await world.sql("select id::int from platform.sys_tenant_package where status = 'offSale'");
    const wrong = await operator.post('sys/tenant/open', {
      ...wish(1505, { packageId: off?.id, expireOn: '2025-01-01', portal: { portalId: 'tongl', title: 'x' } }),
      administrators: wish(7104).administrators,
    });
    expect(wrong.errors?.map((one) => one.field).sort()).toEqual([
      'expireOn',
      'packageId',
      'portal.portalId',
      'tenantNo',
    ]);
  });

  it('is the operator’s alone', async () => {
    for (const name of ['tl_admin', 'op_sec', 'op_audit'])
      expect([name, (await (await world.as(name)).post('sys/tenant/open', wish(7105))).code]).toEqual([name, 403]);
  });
});

describe('states of a tenant', () => {
  it('R39: suspending ends every session of the tenant within 5 seconds (M47), renewing lets people in again', async () => {
    await operator.post('sys/tenant/open', wish(7201));
    const token = await openSession(world, 't7201_admin');
    const person = world.person(token);
    expect((await person.get('sys/user/getUserInfo')).code).toBe(200);
    const [row] = (await operator.get('sys/tenant/info/list?keyword=7201')).data;
    const suspended = await operator.post('sys/tenant/info/transition', {
      id: row.id,
      version: row.version,
      name: 'suspend',
      remark: '欠费',
    });
    expect(suspended).toMatchObject({ code: 200, data: { status: 'suspended' } });
    const [session] = await world.sql(
      'select end_reason from platform.sys_session where tenant_no = 7201 order by id desc limit 1',
    );
    expect(session?.end_reason).toBe('tenantClosed');
    fiveSecondsLater();
    expect(await person.get('sys/user/getUserInfo')).toMatchObject({ code: 401, msg: '所属单位服务已停止' });
    const early = { id: row.id, version: suspended.data.version, name: 'activate' };
    expect(
      (
        await operator.post('sys/tenant/info/transition', {
          ...early,
          form: { expireOn: '2020-01-01', contractNo: 'H1' },
        })
      ).code,
    ).toBe(422);
    expect(
      await operator.post('sys/tenant/info/transition', {
        ...early,
        form: { expireOn: '2098-01-01', contractNo: 'H2' },
      }),
    ).toMatchObject({ code: 200, data: { status: 'active' } });
    const [after] = await world.sql(
      'select expire_on::text, contract_no from platform.sys_tenant where tenant_no = 7201',
    );
    expect(after).toEqual({ expire_on: '2098-01-01', contract_no: 'H2' });
    expect((await world.person(await openSession(world, 't7201_admin')).get('sys/user/getUserInfo')).code).toBe(200);
  });

  it('the operator’s own row cannot be stopped', async () => {
    const [row] = (await operator.get(`sys/tenant/info/list?keyword=${encodeURIComponent('运营方')}`)).data;
    expect(row._can).toEqual(['detail']);
    const answer = await operator.post('sys/tenant/info/transition', {
      id: row.id,
      version: row.version,
      name: 'suspend',
      remark: 'x',
    });
    expect(answer.code).toBe(403);
  });

  it('R95 and acceptance 12: expires by the clock, reads and exports during its grace (M33), is shut out afterwards (M47)', async () => {
    await world.sql(
      "update platform.sys_tenant set status = 'active', expire_on = current_date - 3 where tenant_no = 5202",
    );
    expect(await expireTenants(world.database)).toBeGreaterThan(0);
    expect(await expireTenants(world.database)).toBe(0);
    const [tenant] = await world.sql('select status from platform.sys_tenant where tenant_no = 5202');
    expect(tenant?.status).toBe('expired');
    const person = world.person(await openSession(world, 'lps_mgr'));
    expect((await person.get('pri/principal/info/list')).code).toBe(200);
    expect(await person.post('pri/principal/info/add', {})).toMatchObject({
      code: 403,
      msg: '服务已到期，目前只能查询和导出',
    });
    const exported = await world.download(person, 'pri/principal/info/export', { columns: ['principalUnitName'] });
    expect(exported.bytes.subarray(0, 2).toString()).toBe('PK');
    await world.sql('update platform.sys_tenant set expire_on = current_date - 31 where tenant_no = 5202');
    expect(await world.login('lps_mgr')).toMatchObject({ bizCode: 'auth.tenant', msg: '所属单位服务已停止' });
  });

  it('R95: administrators are told in the last thirty days, others are not', async () => {
    await world.sql('update platform.sys_tenant set expire_on = current_date + 20 where tenant_no = 7101');
    const told = async (name: string) =>
      (await world.person(await openSession(world, name)).get('sys/user/getUserInfo')).data.tenantDaysLeft;
    expect(await told('t7101_sec')).toBeGreaterThanOrEqual(19);
    expect(await told('tl_admin')).toBeNull();
    await world.sql('update platform.sys_tenant set expire_on = current_date + 20 where tenant_no = 1504');
    expect(await told('cf_mgr')).toBeNull();
    const counts = (await operator.get('sys/tenant/counts')).data;
    expect(counts.expiring).toBeGreaterThanOrEqual(2);
  });

  it('is closed only by asking a second person, and only when it is stopped', async () => {
    const [row] = (await operator.get('sys/tenant/info/list?keyword=7101')).data;
    const answer = await operator.post('sys/tenant/close', { id: row.id, version: row.version, reason: '合同终止' });
    expect(answer.code).toBe(409);
  });
});

describe('R93: administrators of a tenant', () => {
  it('are made and reset by the operator only when tenant 0’s security administrator agrees', async () => {
    const second = await world.as('op_sec');
    const decide = async (approvalId: number, who = second) => {
      const { id, version } = (await second.get(`sys/approval/${approvalId}`)).data;
      return who.post('sys/approval/decide', { id, version, decision: 'approve' });
    };
    const form = {
      tenantNo: 1505,
      roleCode: 'audit_admin',
      username: 'tl_audit2',
      realName: '新审计',
      phone: '13947219876',
    };
    expect(
      await operator.post('sys/tenant/administrator/add', { ...form, username: 'tl_sec', reason: '增补' }),
    ).toMatchObject({
      code: 422,
      errors: [{ field: 'username' }],
    });
    const asked = await operator.post('sys/tenant/administrator/add', { ...form, reason: '增补审计员' });
    expect(asked).toMatchObject({ code: 200, msg: '已提交另一名管理员审批' });
    expect((await operator.post('sys/tenant/administrator/add', { ...form, reason: '再问' })).code).toBe(422);
    const accounts = () =>
      world.sql("select password_hash as hash from platform.sys_user where username = 'tl_audit2'");
    expect(await accounts()).toEqual([]);
    const stored = await world.sql('select payload::text from platform.sys_approval');
    expect(JSON.stringify(stored)).not.toContain('13947219876');
    const { lines } = (await second.get(`sys/approval/words/${asked.data.approvalId}`)).data;
    expect(JSON.stringify(lines)).toContain('139****9876');
    expect((await decide(asked.data.approvalId, operator)).bizCode).toBe('approval.notYours');
    const made = (await decide(asked.data.approvalId)).data;
    expect(made).toMatchObject({ status: 'executed', username: 'tl_audit2' });
    expect((await world.login('tl_audit2', made.initialPassword)).data.step).toBe('changePassword');
    const people = (await operator.get('sys/tenant/people?tenantNo=1505')).data.administrators;
    const audit2 = people.find((one: { username: string }) => one.username === 'tl_audit2');
    expect(audit2).toMatchObject({ roleCode: 'audit_admin', status: 'active' });
    const told = await world.sql(
      "select u.username from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id join platform.sys_user u on u.id = r.user_id where n.tenant_no = 1505 and n.texts::text like '%administratorAdded%'",
    );
    expect(told.map((row) => row.username)).toEqual(expect.arrayContaining(['tl_admin', 'tl_sec']));

    const reset = (userId: number) =>
      operator.post('sys/tenant/administrator/reset', { tenantNo: 1505, userId, reason: '忘记密码' });
    const [plain] = await world.sql("select id::int from platform.sys_user where username = 'tl_leader'");
    expect((await reset(plain?.id)).code).toBe(404);
    const [before] = await accounts();
    const again = await reset(audit2.userId);
    expect(await accounts()).toEqual([before]);
    const fresh = (await decide(again.data.approvalId)).data;
    expect(fresh.initialPassword).not.toBe(made.initialPassword);
    expect((await world.login('tl_audit2', fresh.initialPassword)).data.step).toBe('changePassword');
    const admin = await world.as('tl_admin');
    expect((await admin.post('sys/tenant/administrator/reset', { tenantNo: 1505, userId: 1, reason: 'xx' })).code).toBe(
      403,
    );
  });
});

describe('R96: quotas', () => {
  it('refuses a principal above the limit with M35 naming limit and use, and tells the administrator at nine tenths', async () => {
    const [{ n }] = (await world.sql(
      "select count(*)::int as n from registry.principal where tenant_no = 1505 and status <> 'closed'",
    )) as [{ n: number }];
    const person = await world.as('tl_region');
    const form = (name: string) => ({
      principalUnitType: 'authority',
      principalUnitName: name,
      principalLevel: 3,
      regionCode: 150521000000,
      contactName: '人',
      contactPhone: '13947211234',
      creditCode: null,
    });
    await world.sql('update platform.sys_tenant set max_principals = $1 where tenant_no = 1505', [n]);
    expect(await person.post('pri/principal/info/add', form('超限单位'))).toMatchObject({
      code: 500,
      bizCode: 'quota',
      msg: `主体数已达上限 ${n}，当前 ${n}`,
    });
    const english = await person.post('pri/principal/info/add', form('超限单位'), { 'accept-language': 'en' });
    expect(english.msg).toBe(`Organisations limit ${n} reached, now ${n}`);
    await world.sql('update platform.sys_tenant set max_principals = $1 where tenant_no = 1505', [
      Math.floor((n + 1) / 0.9),
    ]);
    const added = await person.post('pri/principal/info/add', { ...form('九成单位'), creditCode: newCreditCode() });
    expect(added, JSON.stringify(added)).toMatchObject({ code: 200 });
    const told = await world.sql(
      `select u.username from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id join platform.sys_user u on u.id = r.user_id
       where n.tenant_no = 1505 and n.texts::text like '%near_principals%'`,
    );
    expect(told.map((row) => row.username)).toEqual(['tl_admin']);
    await world.sql('update platform.sys_tenant set max_principals = 350000 where tenant_no = 1505');
  });

  it('refuses a file above the storage of the tenant', async () => {
    await world.sql('update platform.sys_tenant set storage_gb = 0 where tenant_no = 1505');
    const person = await world.as('tl_region');
    const refused = await world.upload(
      person,
      'sys/file/upload',
      Buffer.from('%PDF-1.4\n%%EOF'),
      {
        bizType: 'registry.principal',
      },
      'a.pdf',
    );
    expect(refused).toMatchObject({ code: 500, bizCode: 'quota' });
    await world.sql('update platform.sys_tenant set storage_gb = 5000 where tenant_no = 1505');
  });

  it('shows use against limits, month by month, to the operator and the tenant’s own administrator', async () => {
    const all = await operator.get('sys/tenant/usage?tenantNo=1505');
    expect(all.data.months.length).toBeGreaterThanOrEqual(11);
    const principals = all.data.quotas.find((one: { item: string }) => one.item === 'principals');
    expect(principals).toMatchObject({ limit: 350000 });
    expect(principals.used).toBeGreaterThan(100);
    const own = await (await world.as('tl_admin')).get('sys/tenant/usage');
    expect(own.data.quotas).toEqual(all.data.quotas);
    expect((await (await world.as('tl_admin')).get('sys/tenant/usage?tenantNo=1504')).code).toBe(404);
  });
});
