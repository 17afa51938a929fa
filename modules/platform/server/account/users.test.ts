import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

let world: World;
let admin: Person;
let security: Person;
let auditor: Person;
let farmer: Person;
const ids: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld();
  const session = async (name: string) => world.person(await openSession(world, name));
  admin = await session('tl_admin');
  security = await session('tl_sec');
  auditor = await session('tl_audit');
  farmer = await session('farm1');
  const rows = await world.sql<{ role_code: string; id: string }>(
    'select role_code, id from platform.sys_role where tenant_no = 0',
  );
  for (const row of rows) ids[row.role_code] = Number(row.id);
  for (const name of ['tl_admin', 'tl_sec', 'tl_audit', 'farm1', 'kzzq_station']) ids[name] = await userId(name);
});
afterAll(() => world.close());

const userId = async (username: string) =>
  Number((await world.sql('select id from platform.sys_user where username = $1', [username]))[0]?.id);
const unitOf = async (username: string) =>
  Number(
    (await world.sql('select principal_id from platform.sys_user where username = $1', [username]))[0]?.principal_id,
  );
let serial = 0;
const form = async (more: object = {}) => ({
  username: `new_${++serial}_${Date.now().toString(36)}`,
  nickname: '新防疫员',
  realName: '新防疫员',
  phone: '13847512399',
  principalId: await unitOf('kzzq_station'),
  roleIds: [ids.ant_worker],
  ...more,
});
const remove = async (who: Person, id: number) => {
  const response = await world.app.inject({
    method: 'DELETE',
    url: `/api/sys/user/remove/${id}`,
    headers: { authorization: who.token },
  });
  return response.json<{ code: number; msg: string; data: unknown; bizCode?: string }>();
};

describe('an account from wish to first login (acceptance 7)', () => {
  it('waits for another person, is given two villages, and sees only these', async () => {
    const wish = await form();
    const added = await admin.post('sys/user/add', wish);
    expect(added).toMatchObject({ code: 200, data: { status: 'pending' } });
    expect(added.data.initialPassword).toBeUndefined();
    const { id, version } = added.data;
    const task = () =>
      world.sql("select status from platform.sys_task where entity = 'platform.sysUser' and entity_id = $1", [id]);
    expect(await task()).toEqual([{ status: 'open' }]);
    const tasks = await security.post('sys/task/info/list', { page: 1, pageSize: 100, tab: 'mine' });
    expect(JSON.stringify(tasks.data)).toContain(wish.username);

    expect((await admin.post('sys/user/transition', { id, version, name: 'authorise' })).code).toBe(403);
    expect((await world.login(wish.username, 'whatever')).code).toBe(500);

    const villages = [150521101200, 150521101201];
    const done = await security.post('sys/user/transition', {
      id,
      version,
      name: 'authorise',
      form: { roleIds: [ids.ant_worker], regionCodes: villages },
    });
    expect(done).toMatchObject({ code: 200, data: { status: 'active' } });
    const { initialPassword, validUntil } = done.data;
    expect(initialPassword).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{12}$/);
    expect(Date.parse(validUntil) - Date.now()).toBeGreaterThan(71 * 3600_000);
    expect(await task()).toEqual([{ status: 'done' }]);

    // R23: good for the change of the password and nothing else.
    const first = await world.login(wish.username, initialPassword);
    expect(first.data).toMatchObject({ step: 'changePassword' });
    const changed = await world.person('').post('sys/auth/changeExpired', {
      stepTicket: first.data.stepTicket,
      newPassword: 'Grass-land-2026',
      repeatNewPassword: 'Grass-land-2026',
    });
    const worker = world.person(changed.data.token);
    const seen = await worker.get('pri/principal/info/list?pageSize=500');
    expect(seen.total).toBeGreaterThan(0);
    // Beside the own station, which it is a party of.
    const holders = seen.data.filter((row: { id: number }) => row.id !== wish.principalId);
    expect(new Set(holders.map((row: { regionCode: number }) => row.regionCode))).toEqual(new Set(villages));

    // The auditor finds both steps; no log holds a password.
    const log = await world.sql(
      "select action, username, before, after, params from kit.oper_log where entity = 'sysUser' and entity_id = $1 order by id",
      [id],
    );
    expect(log.map((row) => [row.action, row.username])).toEqual([
      ['add', 'tl_admin'],
      ['transition', 'tl_sec'],
    ]);
    expect(log[1]).toMatchObject({ before: { status: 'pending' }, after: { status: 'active' } });
    expect(JSON.stringify(log)).not.toContain(initialPassword);
    expect((await auditor.get(`sys/user/operations/${ids.tl_sec}`)).data.length).toBeGreaterThan(0);
    expect((await auditor.get(`sys/history/list?entity=platform.sysUser&id=${id}`)).data.length).toBe(2);
  });

  it('keeps an answer with a password for nobody: no repetition by key brings it again (R23)', async () => {
    const { data } = await admin.post('sys/user/add', await form());
    const key = { 'idempotency-key': `authorise-${data.id}` };
    const body = { id: data.id, version: data.version, name: 'authorise' };
    expect((await security.post('sys/user/transition', body, key)).data.initialPassword).toBeTruthy();
    expect((await security.post('sys/user/transition', body, key)).code).toBe(409);
    const kept = await world.sql('select 1 from kit.idempotency_key where key = $1', [key['idempotency-key']]);
    expect(kept).toEqual([]);
  });

  it('is rejected with a reason, corrected, and waits again', async () => {
    const { data } = await admin.post('sys/user/add', await form());
    const reject = { id: data.id, version: data.version, name: 'reject' };
    expect((await security.post('sys/user/transition', reject)).code).toBe(422);
    const rejected = await security.post('sys/user/transition', { ...reject, remark: '角色不符' });
    expect(rejected).toMatchObject({ data: { status: 'rejected' } });
    const notice = await world.sql(
      "select n.title from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id where r.user_id = $1 and n.title like '%Rejected'",
      [ids.tl_admin],
    );
    expect(notice.length).toBeGreaterThan(0);
    const again = { id: data.id, version: rejected.data.version, name: 'resubmit' };
    expect(await admin.post('sys/user/transition', again)).toMatchObject({ data: { status: 'pending' } });
    const open = await world.sql(
      "select 1 from platform.sys_task where entity = 'platform.sysUser' and entity_id = $1 and status = 'open'",
      [data.id],
    );
    expect(open).toHaveLength(1);
  });
});

describe('three administrators (acceptance 8)', () => {
  const edit = async (who: Person, id: number, roleIds: (number | undefined)[]) => {
    const { data } = await who.get(`sys/user/${id}`);
    const { nickname, realName, phone, principalId, version } = data;
    const number = phone ?? '13800000000';
    return who.post('sys/user/edit', { id, version, nickname, realName, phone: number, principalId, roleIds });
  };

  it('R89: one person never holds two of their roles, nor in strict mode a business role (M58)', async () => {
    const both = await edit(security, ids.tl_audit as number, [ids.audit_admin, ids.tenant_admin]);
    expect(both).toMatchObject({ code: 500, bizCode: 'user.roleClash' });
    expect(both.msg).toMatch(/^角色「.+」与「.+」不能由同一人担任$/);
    const business = await admin.post('sys/user/add', await form({ roleIds: [ids.tenant_admin, ids.leader] }));
    expect(business.bizCode).toBe('user.roleClash');
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (1505, 'admin.separation', 'simple')",
    );
    expect((await admin.post('sys/user/add', await form({ roleIds: [ids.tenant_admin, ids.leader] }))).code).toBe(200);
    expect(
      (await admin.post('sys/user/add', await form({ roleIds: [ids.tenant_admin, ids.audit_admin] }))).bizCode,
    ).toBe('user.roleClash');
    await world.sql("delete from platform.sys_param where param_key = 'admin.separation'");
  });

  it('R90: nobody changes their own grants or status (M60)', async () => {
    const own = await edit(security, ids.tl_sec as number, [ids.leader]);
    expect(own).toMatchObject({ code: 500, bizCode: 'user.own', msg: '不能变更自己的授权或状态' });
    const { data } = await admin.get(`sys/user/${ids.tl_admin}`);
    const body = { id: ids.tl_admin, status: 'disabled', version: data.version, reason: '试验' };
    expect((await admin.post('sys/user/changeStatus', body)).bizCode).toBe('user.own');
    expect((await security.post('sys/user/unlock', { id: ids.tl_sec, reason: '试验' })).bizCode).toBe('user.own');
    expect((await remove(admin, ids.tl_admin as number)).bizCode).toBe('user.own');
    expect(data._can).not.toContain('disable');
  });

  it('R90: the last active holder stays (M59)', async () => {
    const { data } = await admin.get(`sys/user/${ids.tl_audit}`);
    const answer = await admin.post('sys/user/changeStatus', {
      id: ids.tl_audit,
      status: 'disabled',
      version: data.version,
      reason: '试验',
    });
    expect(answer).toMatchObject({
      code: 500,
      bizCode: 'user.lastAdministrator',
      msg: '至少保留一名启用的「审计管理员」',
    });
    expect((await remove(admin, ids.tl_audit as number)).bizCode).toBe('user.lastAdministrator');
  });

  it('R90: two who disable the last two at once leave one', async () => {
    for (const name of ['aud_a', 'aud_b']) await makeAccount(name, 'audit_admin');
    await world.sql("update platform.sys_user set status = 'disabled' where username = 'tl_audit'");
    await makeAccount('second_admin', 'tenant_admin');
    const second = world.person(await openSession(world, 'second_admin'));
    const disable = async (who: Person, name: string) => {
      const id = await userId(name);
      const { data } = await who.get(`sys/user/${id}`);
      return who.post('sys/user/changeStatus', { id, status: 'disabled', version: data.version, reason: '试验' });
    };
    const answers = await Promise.all([disable(admin, 'aud_a'), disable(second, 'aud_b')]);
    expect(answers.map((one) => one.code).sort()).toEqual([200, 500]);
    const [left] = await world.sql(
      "select count(*)::int as n from platform.sys_user where username in ('aud_a', 'aud_b') and status = 'active'",
    );
    expect(left?.n).toBe(1);
    await world.sql("update platform.sys_user set status = 'active' where username = 'tl_audit'");
  });

  it('R93: the operator sees no account of a tenant and makes none there', async () => {
    const operator = world.person(await openSession(world, 'op_admin'));
    expect((await operator.get(`sys/user/${ids.tl_admin}`)).code).not.toBe(200);
    expect((await operator.get('sys/user/list')).code).toBe(403);
    expect((await operator.get(`sys/access/explain?userId=${ids.tl_admin}&path=/system/user`)).code).not.toBe(200);
  });
});

async function makeAccount(username: string, role: string): Promise<void> {
  await world.sql(
    `with account as (
       insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash, password_changed_at)
       select tenant_no, $1::text, $1, $1, principal_id, password_hash, now() from platform.sys_user where username = 'tl_admin' returning id
     ) insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, account.id, r.id from account, platform.sys_role r
       where r.role_code = $2 and r.tenant_no = 0`,
    [username, role],
  );
}

describe('R92: the administrator of an organisation', () => {
  const own = async (more: object = {}) =>
    form({ principalId: await unitOf('farm1'), roleIds: [ids.farm_worker], ...more });

  it('gives delegable roles that fit, at once, and is shown the password once', async () => {
    const added = await farmer.post('sys/user/add', await own());
    expect(added).toMatchObject({ code: 200, data: { status: 'active', initialPassword: expect.any(String) } });
    const row = await farmer.get(`sys/user/${added.data.id}`);
    expect(row.data.roleIds).toEqual([ids.farm_worker]);
    for (const role of ['leader', 'principal_admin', 'tenant_admin', 'ins_clerk'])
      expect([role, (await farmer.post('sys/user/add', await own({ roleIds: [ids[role]] }))).bizCode]).toEqual([
        role,
        'user.notDelegable',
      ]);
  });

  it('sees and touches no account of another organisation, by list, by id or by form', async () => {
    const list = await farmer.get('sys/user/list?pageSize=500');
    const units = new Set(list.data.map((row: { principalId: number }) => row.principalId));
    expect(units).toEqual(new Set([await unitOf('farm1')]));
    const other = await userId('kzzq_station');
    expect((await farmer.get(`sys/user/${other}`)).code).toBe(404);
    expect((await farmer.get(`sys/user/effective/${other}`)).code).toBe(404);
    expect((await farmer.post('sys/user/resetPassword', { id: other, reason: '试验' })).code).toBe(404);
    expect((await remove(farmer, other)).code).toBe(404);
    const foreign = await farmer.post('sys/user/add', await own({ principalId: await unitOf('kzzq_station') }));
    expect(foreign).toMatchObject({ code: 422, errors: [{ field: 'principalId' }] });
    const choices = await farmer.get(`sys/user/roleChoices?principalId=${await unitOf('farm1')}`);
    expect(choices.data.map((one: { roleCode: string }) => one.roleCode)).toContain('farm_worker');
    expect(choices.data.some((one: { roleCode: string }) => ['leader', 'tenant_admin'].includes(one.roleCode))).toBe(
      false,
    );
  });

  it('gives no region outside the own ones', async () => {
    const wrong = await farmer.post('sys/user/add', await own({ regionCodes: [150521101200] }));
    expect(wrong).toMatchObject({ code: 422, errors: [{ field: 'regionCodes' }] });
    const outside = await admin.post('sys/user/add', await form({ regionCodes: [150522100203] }));
    expect(outside).toMatchObject({ code: 422, errors: [{ field: 'regionCodes' }] });
  });
});

describe('accounts in use', () => {
  const active = async () => {
    const { data } = await admin.post('sys/user/add', await form());
    const done = await security.post('sys/user/transition', { id: data.id, version: data.version, name: 'authorise' });
    return { id: data.id as number, version: done.data.version as number };
  };

  it('end every session when disabled, come back when enabled, and after 180 days only by a new authorisation', async () => {
    const { id, version } = await active();
    const [name] = await world.sql('select username from platform.sys_user where id = $1', [id]);
    const token = await openSession(world, name?.username);
    expect((await world.person(token).get('sys/user/getUserInfo')).code).toBe(200);
    const off = await admin.post('sys/user/changeStatus', { id, status: 'disabled', version, reason: '离岗' });
    expect(off).toMatchObject({ code: 200, data: { status: 'disabled' } });
    const ended = await world.person(token).get('sys/user/getUserInfo');
    expect(ended).toMatchObject({ code: 401, msg: '账号已停用，请联系管理员' });
    const on = await admin.post('sys/user/changeStatus', {
      id,
      status: 'active',
      version: off.data.version,
      reason: '返岗',
    });
    expect(on.data.status).toBe('active');
    const again = await admin.post('sys/user/changeStatus', {
      id,
      status: 'disabled',
      version: on.data.version,
      reason: '离岗',
    });
    await world.sql("update platform.sys_user set disabled_at = now() - interval '181 days' where id = $1", [id]);
    const late = await admin.post('sys/user/changeStatus', {
      id,
      status: 'active',
      version: again.data.version,
      reason: '返岗',
    });
    expect(late.bizCode).toBe('user.longDisabled');
  });

  it('are cancelled, never deleted: the name stays taken, whatever its case', async () => {
    const { id } = await active();
    const [row] = await world.sql('select username from platform.sys_user where id = $1', [id]);
    expect(await remove(admin, id)).toMatchObject({ code: 200, data: { removed: 1 } });
    expect((await admin.get(`sys/user/checkUsername?username=${row?.username.toUpperCase()}`)).data).toEqual({
      free: false,
    });
    const twice = await admin.post('sys/user/add', await form({ username: row?.username.toUpperCase() }));
    expect(twice).toMatchObject({ code: 422, errors: [{ field: 'username', msg: '用户名已被使用' }] });
    expect(await world.sql('select 1 from platform.sys_user_role where user_id = $1', [id])).toEqual([]);
  });

  it('have their roles changed by the security administrator only, who changes nothing else', async () => {
    const { id } = await active();
    const { data } = await admin.get(`sys/user/${id}`);
    const { nickname, realName, phone, principalId, version } = data;
    const body = { id, version, nickname, realName, phone, principalId };
    const refused = await admin.post('sys/user/edit', { ...body, roleIds: [ids.official_vet] });
    expect(refused.code).toBe(403);
    const before = await world.sql('select perm_version from platform.sys_user where id = $1', [id]);
    const done = await security.post('sys/user/edit', { ...body, nickname: '改名', roleIds: [ids.official_vet] });
    expect(done.code).toBe(200);
    const after = await security.get(`sys/user/${id}`);
    expect(after.data).toMatchObject({ nickname, roleIds: [ids.official_vet] });
    const raised = await world.sql('select perm_version from platform.sys_user where id = $1', [id]);
    expect(raised[0]?.perm_version).toBeGreaterThan(before[0]?.perm_version);
  });

  it('are reset with a password shown once; an unknown one answers as any other', async () => {
    const { id } = await active();
    const reset = await admin.post('sys/user/resetPassword', { id, reason: '忘记密码' });
    expect(reset.data.initialPassword).toMatch(/^.{12}$/);
    const log = await world.sql(
      "select params from kit.oper_log where entity = 'sysUser' and entity_id = $1 and params ->> 'what' = 'resetPassword'",
      [id],
    );
    expect(log).toHaveLength(1);
    expect((await security.post('sys/user/resetPassword', { id, reason: '试验' })).code).toBe(403);
  });

  it('R96: are refused above the tenant’s limit, naming limit and use (M35)', async () => {
    const [used] = await world.sql(
      "select count(*)::int as n from platform.sys_user where tenant_no = 1505 and status <> 'cancelled'",
    );
    const [limit] = await world.sql('select max_users from platform.sys_tenant where tenant_no = 1505');
    await world.sql('update platform.sys_tenant set max_users = $1 where tenant_no = 1505', [used?.n]);
    expect(await admin.post('sys/user/add', await form())).toMatchObject({
      code: 500,
      bizCode: 'quota',
      msg: `用户数已达上限 ${used?.n}，当前 ${used?.n}`,
    });
    await world.sql('update platform.sys_tenant set max_users = $1 where tenant_no = 1505', [limit?.max_users]);
  });

  it('are listed and counted in the seed’s shape', async () => {
    const list = await admin.get('sys/user/list?status=active&pageSize=5');
    expect(list.data[0]).toMatchObject({
      avatar: null,
      username: expect.any(String),
      organizationName: expect.any(String),
      sexName: expect.toSatisfy((name) => name === null || typeof name === 'string'),
      statusName: '启用',
      createTime: expect.any(String),
      locked: expect.any(Boolean),
      mfaEnabled: expect.any(Boolean),
    });
    const counts = await admin.get('sys/user/counts');
    const pending = await admin.get('sys/user/list?status=pending');
    expect(counts.data.pending).toBe(pending.total);
    expect((await admin.get('sys/user/list?locked=true')).total).toBe(counts.data.locked);
    expect((await admin.get('sys/user/list?unused=true')).total).toBe(counts.data.unused);
    const byRole = await admin.get(`sys/user/list?roleId=${ids.official_vet}&pageSize=100`);
    expectAll(byRole.data, (row: { roleIds: number[] }) => row.roleIds.includes(ids.official_vet as number));
    const unit = await unitOf('kzzq_station');
    const select = await admin.get(`sys/user/getUserSelectByPrincipalId?principalId=${unit}&roleCode=ant_worker`);
    expect(select.data.map((one: { username: string }) => one.username)).toContain('kzzq_worker1');
  });
});

describe('grants with an end', () => {
  const grantOf = (id: number) =>
    world.sql<{ until: Date | null }>(
      'select valid_until as until from platform.sys_user_role where user_id = $1 and role_id = $2',
      [id, ids.ant_worker],
    );

  it('end when they say, also where the role was held before; what ran out is not held and can be given again', async () => {
    const { data } = await admin.post('sys/user/add', await form());
    const { id } = data;
    const authorise = (version: number, more: object = {}) =>
      security.post('sys/user/transition', {
        id,
        version,
        name: 'authorise',
        form: { roleIds: [ids.ant_worker], ...more },
      });
    expect((await authorise(data.version)).code).toBe(200);
    expect(await grantOf(id)).toEqual([{ until: null }]);
    const [again] = await world.sql(
      "update platform.sys_user set status = 'pending', role_ids = to_jsonb(array[$2::bigint]) where id = $1 returning version",
      [id, ids.ant_worker],
    );
    const validUntil = new Date(Date.now() + 86_400_000).toISOString();
    expect((await authorise(again.version, { validUntil })).code).toBe(200);
    const [limited] = await grantOf(id);
    expect(limited?.until && new Date(limited.until).toISOString()).toBe(validUntil);

    await world.sql("update platform.sys_user_role set valid_until = now() - interval '1 day' where user_id = $1", [
      id,
    ]);
    const { data: row } = await security.get(`sys/user/${id}`);
    expect(row.roleIds).toEqual([]);
    const { nickname, realName, phone, principalId, version } = row;
    const given = await security.post('sys/user/edit', {
      ...{ id, version, nickname, realName, phone, principalId },
      roleIds: [ids.ant_worker],
    });
    expect(given, JSON.stringify(given)).toMatchObject({ code: 200 });
    expect(await grantOf(id)).toEqual([{ until: null }]);
  });
});
