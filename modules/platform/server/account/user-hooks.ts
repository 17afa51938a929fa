import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Move } from '#kit/server/resource/write.ts';
import type { SessionAuthenticator } from '../auth/authenticator.ts';
import { initialHours, takeReady } from '../auth/password/initial-password.ts';
import { notify } from '../notice/notify.ts';
import { closeTask } from '../task/tasks.ts';
import { refuseOverQuota } from '../tenant/quota.ts';
import { markDisabled, raisePermVersion, setInitialPassword } from './sys-user.ts';
import { setRegions } from './sys-user-jurisdiction.ts';
import { setRoles } from './sys-user-role.ts';
import { readForm, type UserForm } from './user-form.ts';
import { entity, finishAuthorise, type Grant, grant, grantOf, openAuthorisation, type User } from './user-grants.ts';
import {
  isDelegate,
  mayGrant,
  type RoleRow,
  readOnlyRoles,
  refuseClash,
  refuseForeignRoles,
  refuseLast,
  refuseMaker,
  refuseOwn,
  rolesOf,
  superRoles,
} from './user-rules.ts';

/** What happens around the engine's writes of an account: before it is checked what may be, after it what follows is done. */

/** Disabled longer than this, an account is authorised anew. */
const longDisabledDays = 180;

const jobOf = (call: Call): number | null =>
  call.clientType === 'import' ? Number(call.traceId.replace('job-', '')) || null : null;

export async function beforeAdd(call: Call, values: UserForm): Promise<Record<string, unknown>> {
  const [name] = await call.tx.query<{ taken: boolean }>('select platform.username_taken($1) as taken', [
    values.username,
  ]);
  if (name?.taken) throw invalid([{ field: 'username', key: 'platform.sysUser.taken' }]);
  await refuseOverQuota(call.tx, 'users');
  const read = await readForm(call, values);
  if (!read.roles?.length) throw invalid([{ field: 'roleIds', key: 'error.field.required' }]);
  await refuseClash(call.tx, read.roles);
  refuseForeignRoles(call.actor, read.roles, read.reach.type);
  values.regionCodes ??= [];
  const straight = isDelegate(call.actor);
  return { status: straight ? 'active' : 'pending', importJobId: jobOf(call) };
}

export async function afterAdd(call: Call, id: number, values: UserForm): Promise<void> {
  if (!isDelegate(call.actor)) return openAuthorisation(call, id, values.username, values.principalId);
  await grant(call, id, values.roleIds as number[], values.regionCodes as number[]);
  const fresh = takeReady(call, id);
  if (fresh) await setInitialPassword(call.tx, id, fresh.hash, await initialHours(call));
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

export async function beforeEdit(
  call: Call,
  values: UserForm,
  row: User,
): Promise<Record<string, unknown> | undefined> {
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

export async function afterEdit(call: Call, id: number): Promise<void> {
  const change = changes.get(call);
  if (!change) return raiseOnly(call, id);
  await grant(call, id, change.roleIds, change.regionCodes);
}

/** Another organisation is another reach. */
const raiseOnly = async (call: Call, id: number): Promise<void> =>
  void (await raisePermVersion(call.tx, { userIds: [id] }));
const grants = new WeakMap<object, Grant>();

export async function beforeMove(call: Call, move: Move, row: User): Promise<Record<string, unknown> | undefined> {
  if (move.name !== 'resubmit') refuseOwn(call.actor, row.id);
  if (row.status === 'active' && (move.name === 'disable' || move.name === 'cancel')) await refuseLast(call.tx, row.id);
  if (move.name === 'enable') await refuseLongDisabled(call, row.id);
  if (move.name === 'resubmit') return { roleIds: row.roleIds, regionCodes: row.regionCodes };
  if (move.name !== 'authorise' || row.status !== 'pending') return undefined;
  await refuseMaker(call, row.id);
  const wished = await grantOf(call, move, row);
  if (wished.roles.some(({ code }) => superRoles.includes(code)))
    throw refusal('user.needsApproval', 'platform.sysUser.needsApproval', { role: wished.roles[0]?.name ?? '' });
  grants.set(move, wished);
  return { roleIds: wished.roles.map((role) => role.id), regionCodes: wished.regionCodes };
}
async function refuseLongDisabled(call: Call, id: number): Promise<void> {
  const long = await call.tx.query(
    'select 1 from platform.sys_user where id = $1 and disabled_at < now() - make_interval(days => $2)',
    [id, longDisabledDays],
  );
  if (long.length > 0) throw refusal('user.longDisabled', 'platform.sysUser.longDisabled', { n: longDisabledDays });
}

export const afterMove =
  (authenticator: SessionAuthenticator) =>
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
      call.tx.afterCommit(() => authenticator.forget(move.id));
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
