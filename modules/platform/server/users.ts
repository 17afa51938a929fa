import { AppError, invalid, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { RowOf } from '#kit/contract/resource.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, type Move, moveRow } from '#kit/server/resource/write.ts';
import * as contract from '#modules/platform/contract/sys-user.ts';
import { directory } from './directory.ts';
import type { SessionDoorkeeper } from './doorkeeper.ts';
import {
  freshPassword,
  freshSlip,
  givenIn,
  initialHours,
  layReady,
  takeReady,
  validUntil,
} from './initial-password.ts';
import { notify } from './notify.ts';
import { requestApproval } from './sys-approval.ts';
import { markDisabled, raisePermVersion, setInitialPassword, unlock } from './sys-user.ts';
import { setRegions } from './sys-user-jurisdiction.ts';
import { setRoles } from './sys-user-role.ts';
import { closeTask, openTask } from './tasks.ts';
import { type Read, readForm, readRegions, type UserForm } from './user-form.ts';
import {
  isDelegate,
  mayGrant,
  type RoleRow,
  readOnlyRoles,
  refuseClash,
  refuseForeignRoles,
  refuseLast,
  refuseOverQuota,
  refuseOwn,
  rolesOf,
  superRoles,
} from './user-rules.ts';

const { sysUser } = contract;
type User = RowOf<typeof sysUser>;
const entity = 'platform.sysUser';
const waitingPage = '/system/userAuthorization';
/** Disabled longer than this, an account is authorised anew. */
const longDisabledDays = 180;

const held = (column: string, from: string) =>
  `case when t.status in ('pending', 'rejected') then coalesce(t.${column}, '[]') else coalesce((${from}), '[]') end`;

const expressions = () => ({
  organizationName: directory().nameSql('t.principal_id'),
  deptName: '(select d.dept_name from platform.sys_dept d where d.id = t.dept_id)',
  roleIds: held(
    'role_ids',
    'select jsonb_agg(ur.role_id order by ur.role_id) from platform.sys_user_role ur where ur.user_id = t.id',
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

/** Where the security administrators look for what waits for them. */
async function openAuthorisation(call: Call, id: number, name: string, principalId: number): Promise<void> {
  const desk = await securityDesk(call);
  await openTask(call.tx, {
    taskType: 'authorise',
    taskName: { key: 'platform.sysUser.taskAuthorise', args: { name } },
    entity,
    entityId: id,
    linkPath: `${waitingPage}?keyword=${encodeURIComponent(name)}`,
    permission: 'sys:user:authorise',
    regionCode: desk?.regionCode ?? 0,
    principalId: desk?.principalId ?? principalId,
  });
}

/** The organisation of the tenant's security administrator: tasks for that person stand there. */
export async function securityDesk(
  call: Pick<Call, 'tx' | 'database' | 'actor'>,
): Promise<{ principalId: number; regionCode: number } | null> {
  const [row] = await call.tx.query<{ principal_id: number }>(
    `select u.principal_id from platform.sys_user u join platform.sys_user_role ur on ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id
     where u.status = 'active' and r.role_code = 'security_admin' order by u.id limit 1`,
  );
  if (!row) return null;
  const reach = await directory().reach(call.database, call.actor.tenantNo, row.principal_id);
  return reach ? { principalId: row.principal_id, regionCode: reach.regionCode } : null;
}

const jobOf = (call: Call): number | null =>
  call.clientType === 'import' ? Number(call.traceId.replace('job-', '')) || null : null;

async function beforeAdd(call: Call, values: UserForm): Promise<Record<string, unknown>> {
  const [name] = await call.tx.query<{ taken: boolean }>('select platform.username_taken($1) as taken', [
    values.username,
  ]);
  if (name?.taken) throw invalid([{ field: 'username', key: 'platform.sysUser.taken' }]);
  await refuseOverQuota(call.tx);
  const read = await readForm(call, values);
  if (!read.roles?.length) throw invalid([{ field: 'roleIds', key: 'error.field.required' }]);
  await refuseClash(call.tx, read.roles);
  refuseForeignRoles(call.actor, read.roles, read.reach.type);
  values.regionCodes ??= [];
  const straight = isDelegate(call.actor);
  return { status: straight ? 'active' : 'pending', importJobId: jobOf(call) };
}

async function afterAdd(call: Call, id: number, values: UserForm): Promise<void> {
  if (!isDelegate(call.actor)) return openAuthorisation(call, id, values.username, values.principalId);
  await grant(call, id, values.roleIds as number[], values.regionCodes as number[]);
  const fresh = takeReady(call, id);
  if (fresh) await setInitialPassword(call.tx, id, fresh.hash, initialHours);
}

async function grant(
  call: Call,
  id: number,
  roleIds: readonly number[],
  regionCodes: readonly number[],
  until: string | null = null,
): Promise<void> {
  await setRoles(call.tx, id, roleIds, until);
  await setRegions(call.tx, id, regionCodes);
  await raisePermVersion(call.tx, { userIds: [id] });
}

const asSet = (list: unknown) => JSON.stringify([...((list as number[] | null) ?? [])].sort((a, b) => a - b));
/** What makes a person and an account, as against what it may do. */
const personal = [
  'nickname',
  'realName',
  'phone',
  'sex',
  'email',
  'principalId',
  'deptId',
  'postIds',
  'staffId',
  'remark',
] as const;

/** What an edit changes of somebody's rights; kept until the row is written. */
const changes = new WeakMap<object, { roleIds: number[]; regionCodes: number[] }>();

async function beforeEdit(call: Call, values: UserForm, row: User): Promise<Record<string, unknown> | undefined> {
  const { actor } = call;
  // The security administrator grants; who somebody is belongs to others.
  if (!actor.actions.has('sys:user:add'))
    Object.assign(values, Object.fromEntries(personal.map((one) => [one, row[one]])));
  const read = await readForm(call, values);
  const roleIds = (values.roleIds as number[] | null) ?? (row.roleIds as number[]);
  const regionCodes = (values.regionCodes as number[] | null) ?? (row.regionCodes as number[]);
  Object.assign(values, { roleIds, regionCodes });
  const isChanged = asSet(roleIds) !== asSet(row.roleIds) || asSet(regionCodes) !== asSet(row.regionCodes);
  if (!isChanged) {
    if (values.principalId !== row.principalId) refuseOwn(actor, row.id);
    return undefined;
  }
  refuseOwn(actor, row.id);
  const roles = read.roles ?? (await rolesOf(call.tx, roleIds));
  if (row.status === 'active' || row.status === 'disabled') await regrant(call, row, roles, roleIds, regionCodes);
  await refuseClash(call.tx, roles);
  refuseForeignRoles(actor, roles, read.reach.type);
  return undefined;
}

async function regrant(
  call: Call,
  row: User,
  roles: RoleRow[],
  roleIds: number[],
  regionCodes: number[],
): Promise<void> {
  if (!mayGrant(call.actor)) throw readOnlyRoles();
  await refuseClash(call.tx, roles);
  const before = row.roleIds as number[];
  const fresh = roles.filter((role) => !before.includes(role.id) && superRoles.includes(role.code));
  if (fresh.length > 0)
    throw refusal('user.needsApproval', 'platform.sysUser.needsApproval', { role: fresh[0]?.name ?? '' });
  await refuseLast(
    call.tx,
    row.id,
    roles.map((role) => role.code),
  );
  changes.set(call, { roleIds, regionCodes });
}

async function afterEdit(call: Call, id: number): Promise<void> {
  const change = changes.get(call);
  if (!change) return raiseOnly(call, id);
  await grant(call, id, change.roleIds, change.regionCodes);
}

/** Another organisation is another reach. */
const raiseOnly = async (call: Call, id: number): Promise<void> =>
  void (await raisePermVersion(call.tx, { userIds: [id] }));

interface Grant {
  roles: RoleRow[];
  regionCodes: number[];
  validUntil: string | null;
}
const grants = new WeakMap<object, Grant>();

async function beforeMove(call: Call, move: Move, row: User): Promise<Record<string, unknown> | undefined> {
  if (move.name !== 'resubmit') refuseOwn(call.actor, row.id);
  if (row.status === 'active' && (move.name === 'disable' || move.name === 'cancel')) await refuseLast(call.tx, row.id);
  if (move.name === 'enable') await refuseLongDisabled(call, row.id);
  if (move.name === 'resubmit') return { roleIds: row.roleIds, regionCodes: row.regionCodes };
  if (move.name !== 'authorise' || row.status !== 'pending') return undefined;
  const wished = await grantOf(call, move, row);
  if (wished.roles.some(({ code }) => superRoles.includes(code)))
    throw refusal('user.needsApproval', 'platform.sysUser.needsApproval', { role: wished.roles[0]?.name ?? '' });
  grants.set(move, wished);
  return { roleIds: wished.roles.map((role) => role.id), regionCodes: wished.regionCodes };
}

/** What an authorisation gives: what its form says, else what was wished for; checked either way. */
export async function grantOf(call: Call, move: Pick<Move, 'form'>, row: User): Promise<Grant> {
  const form = move.form as { roleIds?: number[]; regionCodes?: number[]; validUntil?: string } | undefined;
  const roles = await rolesOf(call.tx, form?.roleIds ?? (row.roleIds as number[]));
  if (roles.length === 0) throw invalid([{ field: 'form.roleIds', key: 'error.field.required' }]);
  await refuseClash(call.tx, roles);
  const reach = await directory().reach(call.database, call.actor.tenantNo, row.principalId);
  if (!reach) throw invalid([{ field: 'form.principalId', key: 'error.field.ref' }]);
  const regionCodes = (await readRegions(call, form?.regionCodes ?? (row.regionCodes as number[]), reach)) ?? [];
  return { roles, regionCodes, validUntil: form?.validUntil ?? null };
}

async function refuseLongDisabled(call: Call, id: number): Promise<void> {
  const long = await call.tx.query(
    'select 1 from platform.sys_user where id = $1 and disabled_at < now() - make_interval(days => $2)',
    [id, longDisabledDays],
  );
  if (long.length > 0) throw refusal('user.longDisabled', 'platform.sysUser.longDisabled', { n: longDisabledDays });
}

const afterMove =
  (doorkeeper: SessionDoorkeeper) =>
  async (call: Call, move: Move): Promise<void> => {
    const [row] = await call.tx.query<{
      username: string;
      principal_id: number;
      created_by: number | null;
      import_job_id: number | null;
    }>('select username, principal_id, created_by, import_job_id from platform.sys_user where id = $1', [move.id]);
    if (!row) return;
    const end = async () => {
      await call.tx.query('select platform.door_end_all($1, $2)', [move.id, 'accountDisabled']);
      call.tx.afterCommit(() => doorkeeper.forget(move.id));
    };
    switch (move.name) {
      case 'authorise': {
        const given = grants.get(move);
        if (given) await finishAuthorise(call, move.id, given, row.import_job_id);
        break;
      }
      case 'resubmit':
        await openAuthorisation(call, move.id, row.username, row.principal_id);
        await end();
        return;
      case 'disable':
        await markDisabled(call.tx, move.id, true);
        await end();
        return;
      case 'enable':
        await markDisabled(call.tx, move.id, false);
        return;
      case 'cancel':
        await setRoles(call.tx, move.id, []);
        await setRegions(call.tx, move.id, []);
        await end();
        await closeTask(call.tx, entity, move.id);
        return;
    }
    await closeTask(call.tx, entity, move.id);
    if (row.created_by === null || row.created_by === call.actor.userId) return;
    await notify(call.tx, {
      userIds: [row.created_by],
      type: 'notice',
      title: {
        key: `platform.sysUser.${move.name === 'authorise' ? 'noticeAuthorised' : 'noticeRejected'}`,
        args: { name: row.username },
      },
      content:
        move.name === 'authorise'
          ? { key: row.import_job_id ? 'platform.sysUser.noticeSlips' : 'platform.sysUser.noticeInUse', args: {} }
          : { key: 'platform.sysUser.noticeReason', args: { reason: move.remark ?? '-' } },
      linkPath: row.import_job_id ? '/system/user/import' : `/system/user?keyword=${encodeURIComponent(row.username)}`,
    });
  };

/** Roles, regions and a password; an imported account's comes with the importer's slips. */
export async function finishAuthorise(call: Call, id: number, given: Grant, importJobId: number | null): Promise<void> {
  await grant(
    call,
    id,
    given.roles.map((role) => role.id),
    given.regionCodes,
    given.validUntil,
  );
  const fresh = importJobId === null ? takeReady(call, id) : null;
  if (fresh) await setInitialPassword(call.tx, id, fresh.hash, initialHours);
}

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
          ...(given && { initialPassword: given.password, validUntil: validUntil() }),
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
        validUntil: validUntil(),
      }),
    };
  return { ...moved, ...(given[0] && { initialPassword: given[0].password, validUntil: validUntil() }) };
};

/** An administrator is made by two people: the account waits on, and the other administrator is asked. */
async function askForAdministrator(call: Call, move: Move): Promise<object | null> {
  const row = await findRow(call, sysUser, move.id, true);
  if (row.status !== 'pending') return null;
  refuseOwn(call.actor, row.id);
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

export function userRoutes(doorkeeper: SessionDoorkeeper): Route[] {
  const routes = serveResource(sysUser)({
    table: 'platform.sys_user_seen',
    expressions: expressions(),
    before: { add: beforeAdd, edit: beforeEdit, transition: beforeMove },
    after: { add: afterAdd, edit: afterEdit, transition: afterMove(doorkeeper) },
    // Nobody's hand is on the own account, but for what makes the person.
    can: (row, verb, actor) => row.id !== actor.userId || verb === 'detail' || verb === 'edit',
  });
  const move = async (call: Call, wanted: Move) => {
    const row = await findRow(call, sysUser, wanted.id, true);
    const derived = await beforeMove(call, wanted, row);
    const moved = await moveRow(call, sysUser, wanted, derived);
    await afterMove(doorkeeper)(call, wanted);
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
    resetRoute(doorkeeper),
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
function resetRoute(doorkeeper: SessionDoorkeeper): Route {
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
    await resetTo(plain, doorkeeper, row, fresh.hash, call.body.reason);
    return { initialPassword: fresh.password, validUntil: validUntil() };
  });
  return { ...route, prepare: async (call) => layReady(call, [await freshPassword()]) };
}

export async function resetTo(
  call: Call,
  doorkeeper: SessionDoorkeeper,
  row: { id: number; username: string },
  hash: string,
  reason: string,
): Promise<void> {
  await setInitialPassword(call.tx, row.id, hash, initialHours);
  await call.tx.query('select platform.door_end_all($1, $2)', [row.id, 'passwordChanged']);
  call.tx.afterCommit(() => doorkeeper.forget(row.id));
  await audit(call.tx, call, {
    module: 'platform',
    entity: 'sysUser',
    entityId: row.id,
    entityName: row.username,
    action: 'edit',
    params: { what: 'resetPassword', reason },
  });
}

export type { Grant, Read, User };
