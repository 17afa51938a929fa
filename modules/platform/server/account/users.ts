import { AppError, staleVersion } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, type Move, moveRow } from '#kit/server/resource/write.ts';
import * as contract from '#modules/platform/contract/account/sys-user.ts';
import type { SessionAuthenticator } from '../auth/authenticator.ts';
import {
  freshPassword,
  freshSlip,
  givenIn,
  initialHours,
  layReady,
  takeReady,
  validUntil,
} from '../auth/password/initial-password.ts';
import { requestApproval } from '../role/sys-approval.ts';
import { directory } from './directory.ts';
import { setInitialPassword, unlock } from './sys-user.ts';
import { grantOf } from './user-grants.ts';
import { afterAdd, afterEdit, afterMove, beforeAdd, beforeEdit, beforeMove } from './user-hooks.ts';
import { isDelegate, mayGrant, refuseClash, refuseMaker, refuseOwn, rolesOf, superRoles } from './user-rules.ts';

const { sysUser } = contract;

const held = (column: string, from: string) =>
  `case when t.status in ('pending', 'rejected') then coalesce(t.${column}, '[]') else coalesce((${from}), '[]') end`;

const expressions = () => ({
  organizationName: directory().nameSql('t.principal_id'),
  deptName: '(select d.dept_name from platform.sys_dept d where d.id = t.dept_id)',
  roleIds: held(
    'role_ids',
    'select jsonb_agg(ur.role_id order by ur.role_id) from platform.sys_user_role ur where ur.user_id = t.id and (ur.valid_until is null or ur.valid_until > now())',
  ),
  regionCodes: held(
    'region_codes',
    'select jsonb_agg(j.region_code order by j.region_code) from platform.sys_user_jurisdiction j where j.user_id = t.id',
  ),
  roles: `(select jsonb_agg(jsonb_build_object('roleId', r.id, 'roleCode', r.role_code, 'roleName', r.role_name, 'roleNameTw', r.role_name_tw,
      'roleNameEn', r.role_name_en, 'validUntil', ur.valid_until) order by r.order_num)
    from platform.sys_role r left join platform.sys_user_role ur on ur.role_id = r.id and ur.user_id = t.id
    where ur.user_id is not null or (t.status in ('pending', 'rejected') and coalesce(t.role_ids, '[]') @> to_jsonb(r.id)))`,
  roleId: 'array(select ur.role_id::text from platform.sys_user_role ur where ur.user_id = t.id)',
  locked: 'coalesce(t.locked_until > now(), false)',
  mfaEnabled: '(select m.mfa_enabled_at is not null from platform.sys_user m where m.id = t.id)',
  unused: `(t.status = 'active' and greatest(t.last_login_time, t.created_at) < now() - interval '90 days')`,
  createTime: 't.created_at',
  createdByName: '(select c.nickname from platform.sys_user c where c.id = t.created_by)',
});
/** The seed's own shapes around the engine's calls: an answer may carry a password once, and is never kept for a repetition. */
function withPasswords(route: Route): Route {
  const { path } = route.endpoint;
  if (path === 'sys/user/add') {
    return {
      ...route,
      prepare: async (call) => layReady(call, isDelegate(call.actor) ? [await freshPassword()] : []),
      handle: async (call, prepared) => {
        const saved = (await route.handle(call, prepared)) as { id: number; version: number };
        const [given] = givenIn(call);
        return {
          ...saved,
          status: isDelegate(call.actor) ? 'active' : 'pending',
          ...(given && { initialPassword: given.password, validUntil: await validUntil(call) }),
        };
      },
    };
  }
  if (path === 'sys/user/transition') {
    return {
      ...route,
      prepare: async (call) => {
        const { name, items } = call.body as { name: string; items?: unknown[] };
        if (name !== 'authorise') return layReady(call, []);
        layReady(call, await Promise.all(items ? items.map(freshSlip) : [freshPassword()]));
      },
      handle: transition(route),
    };
  }
  if (path === 'sys/user/edit') return { ...route, handle: editOrAsk(route) };
  return route;
}

const transition = (route: Route) => async (call: Call, prepared: unknown) => {
  const body = call.body as Move & { items?: unknown[] };
  if (!body.items && body.name === 'authorise' && call.actor.actions.has('sys:user:authorise')) {
    const asked = await askForAdministrator(call, body);
    if (asked) return asked;
  }
  const moved = (await route.handle(call, prepared)) as object;
  const given = givenIn(call);
  if (body.items)
    return {
      ...moved,
      ...(given.length > 0 && {
        passwords: given.map(({ id, password }) => ({ id, initialPassword: password })),
        validUntil: await validUntil(call),
      }),
    };
  return { ...moved, ...(given[0] && { initialPassword: given[0].password, validUntil: await validUntil(call) }) };
};

/** An administrator is made by two people: the account waits on, and the other administrator is asked. */
async function askForAdministrator(call: Call, move: Move): Promise<object | null> {
  const row = await findRow(call, sysUser, move.id, true);
  if (row.status !== 'pending') return null;
  refuseOwn(call.actor, row.id);
  await refuseMaker(call, row.id);
  const given = await grantOf(call, move, row);
  if (!given.roles.some(({ code }) => superRoles.includes(code))) return null;
  if (row.version !== move.version) throw staleVersion();
  const approvalId = await requestApproval(
    call.tx,
    'grantAdmin',
    {
      userId: row.id,
      username: row.username,
      realName: row.realName,
      organizationName: row.organizationName,
      roleIds: given.roles.map((role) => role.id),
      regionCodes: given.regionCodes,
      validUntil: given.validUntil,
      authorise: true,
    },
    move.remark ?? call.say('platform.sysUser.reasonAuthorise'),
  );
  call.answer.msg = call.say('platform.sysApproval.asked');
  return { status: row.status, version: row.version, approvalId };
}

/** An edit that would make an administrator becomes a question to the other one; nothing else of it is written. */
const editOrAsk = (route: Route) => async (call: Call, prepared: unknown) => {
  const body = call.body as { id: number; version: number; roleIds: number[] | null; regionCodes: number[] | null };
  if (body.roleIds && mayGrant(call.actor) && !isDelegate(call.actor)) {
    const row = await findRow(call, sysUser, body.id, true);
    const roles = await rolesOf(call.tx, body.roleIds);
    const fresh = roles.filter(({ id, code }) => superRoles.includes(code) && !(row.roleIds as number[]).includes(id));
    if (fresh.length > 0 && (row.status === 'active' || row.status === 'disabled')) {
      refuseOwn(call.actor, row.id);
      await refuseClash(call.tx, roles);
      if (row.version !== body.version) throw staleVersion();
      const approvalId = await requestApproval(
        call.tx,
        'grantAdmin',
        {
          userId: row.id,
          username: row.username,
          realName: row.realName,
          organizationName: row.organizationName,
          roleIds: body.roleIds,
          regionCodes: body.regionCodes ?? row.regionCodes,
          validUntil: null,
          authorise: false,
        },
        call.say('platform.sysUser.reasonEdit'),
      );
      call.answer.msg = call.say('platform.sysApproval.asked');
      return { id: row.id, version: row.version, approvalId };
    }
  }
  return route.handle(call, prepared);
};

const isSuper = async (call: Call, id: number): Promise<boolean> => {
  const found = await call.tx.query(
    'select 1 from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id where ur.user_id = $1 and r.role_code = any ($2)',
    [id, superRoles],
  );
  return found.length > 0;
};

export function userRoutes(authenticator: SessionAuthenticator): Route[] {
  const routes = serveResource(sysUser)({
    table: 'platform.sys_user_seen',
    expressions: expressions(),
    before: { add: beforeAdd, edit: beforeEdit, transition: beforeMove },
    after: { add: afterAdd, edit: afterEdit, transition: afterMove(authenticator) },
    // Nobody's hand is on the own account, but for what makes the person.
    can: (row, verb, actor) => row.id !== actor.userId || verb === 'detail' || verb === 'edit',
  });
  const move = async (call: Call, wanted: Move) => {
    const moved = await moveRow(call, sysUser, wanted, (row) => beforeMove(call, wanted, row));
    await afterMove(authenticator)(call, wanted);
    return moved;
  };
  return [
    ...routes.map(withPasswords),
    serve('platform', contract.changeStatus, async (call) => {
      const { id, status, version, reason } = call.body;
      const name = status === 'active' ? 'enable' : 'disable';
      call.answer.msg = call.say('ok.done');
      return move(call as unknown as Call, { id, version, name, remark: reason });
    }),
    serve('platform', contract.cancelUser, async (call) => {
      const row = await findRow(call as unknown as Call, sysUser, call.params.id, true);
      await move(call as unknown as Call, { id: row.id, version: row.version, name: 'cancel' });
      call.answer.msg = call.say('ok.removed');
      return { removed: 1 as const };
    }),
    resetRoute(authenticator),
    serve('platform', contract.unlockUser, async (call) => {
      const plain = call as unknown as Call;
      const row = await findRow(plain, sysUser, call.body.id, true);
      refuseOwn(call.actor, row.id);
      await unlock(call.tx, row.id);
      await audit(call.tx, plain, {
        module: 'platform',
        entity: 'sysUser',
        entityId: row.id,
        entityName: row.username,
        action: 'edit',
        params: { reason: call.body.reason },
        before: { lockedUntil: row.lockedUntil },
        after: { lockedUntil: null },
      });
      call.answer.msg = call.say('ok.done');
      return null;
    }),
  ];
}

/** An administrator's password is another administrator's decision; everybody else's is made at once and shown once. */
function resetRoute(authenticator: SessionAuthenticator): Route {
  const route = serve('platform', contract.resetPassword, async (call) => {
    const plain = call as unknown as Call;
    const row = await findRow(plain, sysUser, call.body.id, true);
    refuseOwn(call.actor, row.id);
    if (row.status !== 'active') throw new AppError(409, 'platform.sysUser.notActive');
    if (await isSuper(plain, row.id)) {
      const payload = {
        userId: row.id,
        username: row.username,
        realName: row.realName,
        organizationName: row.organizationName,
      };
      const approvalId = await requestApproval(call.tx, 'resetAdmin', payload, call.body.reason);
      call.answer.msg = call.say('platform.sysApproval.asked');
      return { approvalId };
    }
    const fresh = takeReady(plain, row.id);
    if (!fresh) throw new Error('no password lies ready');
    await resetTo(plain, authenticator, row, fresh.hash, call.body.reason);
    return { initialPassword: fresh.password, validUntil: await validUntil(plain) };
  });
  return { ...route, prepare: async (call) => layReady(call, [await freshPassword()]) };
}

export async function resetTo(
  call: Call,
  authenticator: SessionAuthenticator,
  row: { id: number; username: string },
  hash: string,
  reason: string,
): Promise<void> {
  await setInitialPassword(call.tx, row.id, hash, await initialHours(call));
  await call.tx.query('select platform.door_end_all($1, $2)', [row.id, 'passwordChanged']);
  call.tx.afterCommit(() => authenticator.forget(row.id));
  await audit(call.tx, call, {
    module: 'platform',
    entity: 'sysUser',
    entityId: row.id,
    entityName: row.username,
    action: 'edit',
    params: { what: 'resetPassword', reason },
  });
}
