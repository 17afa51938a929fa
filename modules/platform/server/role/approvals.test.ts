import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { lapseApprovals } from '#modules/platform/server/role/sys-approval.ts';

let world: World;
let admin: Person;
let security: Person;
let auditor: Person;
const ids: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld();
  [admin, security, auditor] = (await Promise.all(
    ['tl_admin', 'tl_sec', 'tl_audit'].map(async (name) => world.person(await openSession(world, name))),
  )) as [Person, Person, Person];
  for (const row of await world.sql("select username, id from platform.sys_user where username like 'tl\\_%'"))
    ids[row.username] = Number(row.id);
  for (const row of await world.sql('select role_code, id from platform.sys_role where tenant_no = 0'))
    ids[row.role_code] = Number(row.id);
});
afterAll(() => world.close());

const ask = async () => {
  const answer = await admin.post('sys/user/resetPassword', { id: ids.tl_audit, reason: '本人忘记密码' });
  expect(answer).toMatchObject({ code: 200, data: { approvalId: expect.any(Number) } });
  const { data } = await security.get(`sys/approval/${answer.data.approvalId}`);
  return data as { id: number; version: number; title: string; status: string };
};
const decide = (who: Person, row: { id: number; version: number }, decision = 'approve') =>
  who.post('sys/approval/decide', { id: row.id, version: row.version, decision, opinion: '同意' });
const hashOf = async (name: string) =>
  (await world.sql('select password_hash from platform.sys_user where username = $1', [name]))[0]?.password_hash;

describe('R97: decisions of two people', () => {
  it('reset an administrator only after the other one agreed, never the asker or the auditor', async () => {
    const before = await hashOf('tl_audit');
    const row = await ask();
    expect(row).toMatchObject({ status: 'pending', title: '重置管理员 tl_audit 的密码' });
    expect(await hashOf('tl_audit')).toBe(before);
    expect((await admin.get(`sys/approval/words/${row.id}`)).data).toMatchObject({
      mayDecide: false,
      whyNot: '不能审批自己提出的申请',
    });
    expect((await decide(admin, row)).bizCode).toBe('approval.notYours');
    expect((await decide(auditor, row)).code).toBe(403);
    const tasks = await security.post('sys/task/info/list', { page: 1, pageSize: 100, tab: 'mine' });
    expect(JSON.stringify(tasks.data)).toContain('重置管理员 tl_audit 的密码');
    const words = await security.get(`sys/approval/words/${row.id}`, { 'accept-language': 'en' });
    expect(words.data.lines).toContainEqual({ label: 'Username', value: 'tl_audit' });
    expect(words.data.mayDecide).toBe(true);

    const twice = await admin.post('sys/user/resetPassword', { id: ids.tl_audit, reason: '再问一次' });
    expect(twice.bizCode).toBe('approval.twice');
    const done = await decide(security, row);
    expect(done.data).toMatchObject({
      status: 'executed',
      username: 'tl_audit',
      initialPassword: expect.stringMatching(/^.{12}$/),
    });
    expect(await hashOf('tl_audit')).not.toBe(before);
    expect((await decide(security, row)).code).toBe(409);
    expect(JSON.stringify(await world.sql('select * from platform.sys_approval'))).not.toContain(
      done.data.initialPassword,
    );
    const again = await auditor.get('sys/user/getUserInfo');
    expect(again.code).toBe(401);
    const log = await world.sql(
      "select username from kit.oper_log where entity = 'sysApproval' and entity_id = $1 and result = 'ok'",
      [row.id],
    );
    expect(log.map((one) => one.username)).toEqual(['tl_sec']);
  });

  it('leave everything as it was when they are rejected, and tell the asker', async () => {
    const before = await hashOf('tl_audit');
    const row = await ask();
    expect((await decide(security, row, 'reject')).data).toEqual({ status: 'rejected' });
    expect(await hashOf('tl_audit')).toBe(before);
    const told = await world.sql(
      'select 1 from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id where r.user_id = $1 and n.link_path like $2',
      [ids.tl_admin, `%detail:${row.id}`],
    );
    expect(told).toHaveLength(1);
  });

  it('lapse after 72 hours: nobody decides them then', async () => {
    const row = await ask();
    await world.sql("update platform.sys_approval set expires_at = now() - interval '1 minute' where id = $1", [
      row.id,
    ]);
    expect((await decide(security, row)).code).toBe(409);
    expect(await lapseApprovals(world.database)).toBe(1);
    expect(await lapseApprovals(world.database)).toBe(0);
    expect((await security.get(`sys/approval/${row.id}`)).data.status).toBe('lapsed');
    const open = await world.sql(
      "select 1 from platform.sys_task where entity = 'platform.sysApproval' and entity_id = $1 and status = 'open'",
      [row.id],
    );
    expect(open).toEqual([]);
  });

  it('make an administrator: the account waits until the other one agreed', async () => {
    const [unit] = await world.sql("select principal_id from platform.sys_user where username = 'tl_admin'");
    const added = await admin.post('sys/user/add', {
      username: 'tl_audit2',
      nickname: '审计二',
      realName: '审计二',
      phone: '13847512398',
      principalId: Number(unit?.principal_id),
      roleIds: [ids.audit_admin],
    });
    expect(added.code).toBe(200);
    const { id, version } = added.data;
    // Made by somebody else than the one administrator who can decide.
    await world.sql('update platform.sys_user set created_by = $2 where id = $1', [id, ids.tl_leader]);
    const asked = await security.post('sys/user/transition', { id, version, name: 'authorise' });
    expect(asked).toMatchObject({ code: 200, data: { status: 'pending', approvalId: expect.any(Number) } });
    expect((await world.sql('select status from platform.sys_user where id = $1', [id]))[0]?.status).toBe('pending');
    const row = (await admin.get(`sys/approval/${asked.data.approvalId}`)).data;
    expect((await decide(security, row)).bizCode).toBe('approval.notYours');
    const done = await decide(admin, row);
    expect(done.data).toMatchObject({ status: 'executed', initialPassword: expect.any(String) });
    expect((await world.sql('select status from platform.sys_user where id = $1', [id]))[0]?.status).toBe('active');
    const first = await world.login('tl_audit2', done.data.initialPassword);
    expect(first.data.step).toBe('changePassword');
    // By an edit it goes the same way; what can no longer be done fails, and says so.
    const leader = (await security.get(`sys/user/${ids.tl_leader}`)).data;
    const edit = await security.post('sys/user/edit', {
      id: leader.id,
      version: leader.version,
      nickname: leader.nickname,
      realName: leader.realName,
      phone: leader.phone ?? '13800000000',
      principalId: leader.principalId,
      roleIds: [ids.tenant_admin],
    });
    expect(edit.data).toMatchObject({ approvalId: expect.any(Number) });
    const late = (await admin.get(`sys/approval/${edit.data.approvalId}`)).data;
    await world.sql("update platform.sys_role set status = 'disabled' where id = $1", [ids.tenant_admin]);
    const token = await openSession(world, 'tl_admin');
    await world.sql("update platform.sys_role set status = 'enabled' where id = $1", [ids.tenant_admin]);
    await world.sql("update platform.sys_user set status = 'cancelled' where username = 'tl_leader'");
    const failed = await decide(world.person(token), late);
    expect(failed.data.status).toMatch(/executed|failed/);
  });

  it('are not the business of another tenant', async () => {
    const row = await ask();
    const other = world.person(await openSession(world, 'op_sec'));
    expect((await other.get(`sys/approval/${row.id}`)).code).toBe(404);
    expect((await decide(other, row)).code).toBe(404);
  });
});
