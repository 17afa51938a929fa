import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeScope } from '#kit/server/db/scope.ts';

/** Who can make an administrator, and how an administrator comes in. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const idOf = async (name: string) =>
  (await world.sql('select id::int from platform.sys_user where username = $1', [name]))[0].id as number;
const roleId = async (code: string) =>
  (await world.sql('select id::int from platform.sys_role where tenant_no = 0 and role_code = $1', [code]))[0]
    .id as number;
const form = async (username: string, roles: string[]) => {
  const [root] = await world.sql("select principal_id::int as id from platform.sys_user where username = 'tl_admin'");
  return {
    ...{
      username,
      nickname: '新',
      realName: '新人',
      phone: '13600000001',
      sex: null,
      email: null,
      principalId: root.id,
    },
    ...{ deptId: null, postIds: [], staffId: null, remark: null, roleIds: await Promise.all(roles.map(roleId)) },
    regionCodes: [],
  };
};
/** As the program's own database role, in the scope of a tenant. */
const asApp = (tenantNo: number, userId: number, text: string, values: unknown[]) =>
  world.database.transaction(makeScope({ tenantNo, userId, roles: ['security_admin'] }), (tx) =>
    tx.query(text, values),
  );

describe('the operator’s roles', () => {
  it('are neither offered nor given in a tenant', async () => {
    const admin = await world.as('tl_admin');
    const offered = (await admin.get('sys/user/roleChoices')).data as { roleCode: string }[];
    expect(offered.map((one) => one.roleCode)).not.toContain('platform_admin');
    const added = await admin.post('sys/user/add', await form('evil_op', ['platform_admin']));
    expect(added).toMatchObject({ code: 422, errors: [{ field: 'roleIds' }] });
    const guard = await world.as('tl_sec');
    const [leader] = (await guard.get('sys/user/list?keyword=tl_leader')).data;
    const edited = await guard.post('sys/user/edit', { ...leader, roleIds: [await roleId('platform_admin')] });
    expect(edited.code).toBe(422);
  });

  it('are refused by the database itself, under their own code too', async () => {
    const user = await idOf('tl_leader');
    const guard = await idOf('tl_sec');
    await expect(
      asApp(1505, guard, 'insert into platform.sys_user_role (tenant_no, user_id, role_id) values (1505, $1, $2)', [
        user,
        await roleId('platform_admin'),
      ]),
    ).rejects.toThrow(/operator/);
    await expect(
      asApp(
        1505,
        guard,
        "insert into platform.sys_role (tenant_no, role_code, role_name, data_scope) values (1505, $1, 'x', 'principalOnly')",
        ['Platform_Admin'],
      ),
    ).rejects.toThrow(/operator/);
  });
});

describe('the maker of an account', () => {
  it('does not approve it, neither by the rule nor past it', async () => {
    const admin = await world.as('tl_admin');
    const guard = await world.as('tl_sec');
    const added = await admin.post('sys/user/add', await form('second_admin', ['tenant_admin']));
    expect(added, JSON.stringify(added)).toMatchObject({ code: 200 });
    const authorise = { id: added.data.id, version: added.data.version, name: 'authorise' };
    // The one tenant administrator made it: there is nobody who could decide.
    expect(await guard.post('sys/user/transition', authorise)).toMatchObject({ bizCode: 'approval.nobody' });
    // A second tenant administrator, made by hand for this.
    await world.sql(
      `insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, id, $1 from platform.sys_user where username = 'tl_region'`,
      [await roleId('tenant_admin')],
    );
    const asked = await guard.post('sys/user/transition', authorise);
    expect(asked.data).toMatchObject({ approvalId: expect.any(Number) });
    const decide = { id: asked.data.approvalId, version: 0, decision: 'approve', opinion: '同意' };
    expect(await admin.post('sys/approval/decide', decide)).toMatchObject({ bizCode: 'approval.notYours' });
    await expect(
      asApp(
        1505,
        await idOf('tl_admin'),
        "update platform.sys_approval set status = 'executed', decided_by = $2 where id = $1",
        [asked.data.approvalId, await idOf('tl_admin')],
      ),
    ).rejects.toThrow(/made/);
    const other = await world.as('tl_region');
    expect(await other.post('sys/approval/decide', decide)).toMatchObject({ data: { status: 'executed' } });
  });

  it('does not authorise it, neither by the rule nor past it', async () => {
    const guard = await world.as('tl_sec');
    const admin = await world.as('tl_admin');
    const added = await admin.post('sys/user/add', await form('made_by_guard', ['leader']));
    expect(added.code).toBe(200);
    await world.sql('update platform.sys_user set created_by = $2 where id = $1', [
      added.data.id,
      await idOf('tl_sec'),
    ]);
    const move = { id: added.data.id, version: added.data.version, name: 'authorise' };
    expect(await guard.post('sys/user/transition', move)).toMatchObject({ bizCode: 'user.maker' });
    await expect(
      asApp(1505, await idOf('tl_sec'), "update platform.sys_user set status = 'active' where id = $1", [
        added.data.id,
      ]),
    ).rejects.toThrow(/made/);
  });
});

describe('the second factor of administrators', () => {
  const nobody = () => world.person('');
  const loginStep = async (name: string, portalId = 'all') =>
    (await world.login(name, undefined, { portalId }, { 'x-forwarded-for': '10.22.0.9' })).data.step;

  beforeAll(async () => {
    // The demo leaves it out, so that its accounts can be clicked through; this is how the roles are delivered.
    await world.sql(
      "update platform.sys_role set mfa_required = true where role_code in ('platform_admin', 'tenant_admin', 'security_admin', 'audit_admin')",
    );
  });

  it('is asked at every portal that lets them in', async () => {
    const portals = await world.sql("select portal_id from platform.sys_portal where status = 'enabled'");
    const told = [];
    for (const name of ['tl_admin', 'op_admin'])
      for (const { portal_id } of portals) told.push(await loginStep(name, portal_id));
    // A portal that is not theirs refuses them after the password; none lets them straight in.
    expect(new Set(told)).toEqual(new Set([undefined, 'enrol']));
    expect(await loginStep('tl_admin')).toBe('enrol');
    expect(await loginStep('tl_audit')).toBe('mfa');
  });

  it('is asked after a password was reset, before anything is open', async () => {
    await world.sql(
      "update platform.sys_user set must_change_password = true where username in ('qh_sec', 'tl_audit')",
    );
    const reset = await world.login('qh_sec');
    expect(reset.data.step).toBe('changePassword');
    const fresh = { newPassword: 'Quite-other-91', repeatNewPassword: 'Quite-other-91' };
    const changed = await nobody().post('sys/auth/changeExpired', { stepTicket: reset.data.stepTicket, ...fresh });
    expect(changed.data.step).toBe('enrol');
    expect((await world.login('tl_audit')).data.step).toBe('mfa');
  });

  it('ends the sessions of somebody who is made an administrator without having shown one', async () => {
    const person = await world.as('kzzq_mgr');
    expect((await person.get('sys/user/getUserInfo')).code).toBe(200);
    await world.sql(
      `insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, id, $1 from platform.sys_user where username = 'kzzq_mgr'`,
      [await roleId('audit_admin')],
    );
    const [row] = await world.sql(
      "select s.end_reason from platform.sys_session s join platform.sys_user u on u.id = s.user_id where u.username = 'kzzq_mgr' order by s.id desc limit 1",
    );
    expect(row.end_reason).toBe('secondFactor');
  });

  it('is asked of whoever comes by a ticket of a session that did not show one', async () => {
    const audit = await world.login('tl_leader', undefined, {}, { 'x-forwarded-for': '10.22.0.10' });
    const { data } = await world.person(audit.data.token).post('sys/auth/ticket/issue', {});
    await world.sql(
      "update platform.sys_user set mfa_enabled_at = now(), mfa_secret = 'x' where username = 'tl_leader'",
    );
    expect(await nobody().post('sys/auth/ticket/check', { ticket: data.ticket })).toMatchObject({
      bizCode: 'auth.ticket',
    });
  });

  it('cannot be taken off an administrator’s role', async () => {
    const operator = world.person(await openSession(world, 'op_sec'));
    const [role] = (await operator.get('sys/role/list?keyword=audit_admin')).data;
    const { data: whole } = await operator.get(`sys/role/${role.id}`);
    const edit = (more: object) =>
      operator.post('sys/role/edit', {
        ...Object.fromEntries(
          [
            'id',
            'version',
            'roleName',
            'roleNameTw',
            'roleNameEn',
            'groupId',
            'dataScope',
            'delegable',
            'mfaRequired',
          ].map((name) => [name, whole[name]]),
        ),
        ...{ status: whole.status, orderNum: whole.orderNum, remark: whole.remark },
        ...more,
      });
    expect(await edit({ mfaRequired: false })).toMatchObject({ code: 422, errors: [{ field: 'mfaRequired' }] });
    expect((await edit({})).code).toBe(200);
  });
});
