import { invalid } from '#kit/contract/errors.ts';
import type { RowOf } from '#kit/contract/resource.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Move } from '#kit/server/resource/write.ts';
import type { sysUser } from '#modules/platform/contract/account/sys-user.ts';
import { initialHours, takeReady } from '../auth/password/initial-password.ts';
import { oncePerTx } from '../common/once-per-tx.ts';
import { openTask } from '../task/tasks.ts';
import { directory } from './directory.ts';
import { raisePermVersion, setInitialPassword } from './sys-user.ts';
import { setRegions } from './sys-user-jurisdiction.ts';
import { setRoles } from './sys-user-role.ts';
import { reachIn, readRegions } from './user-form.ts';
import { type RoleRow, refuseClash, rolesOf } from './user-rules.ts';

export type User = RowOf<typeof sysUser>;
export const entity = 'platform.sysUser';
const waitingPage = '/system/userAuthorization';

/** Where the security administrators look for what waits for them. */
export async function openAuthorisation(call: Call, id: number, name: string, principalId: number): Promise<void> {
  const unit = await oncePerTx(call.tx, 'securityUnit', () => securityUnit(call));
  await openTask(call.tx, {
    taskType: 'authorise',
    taskName: { key: 'platform.sysUser.taskAuthorise', args: { name } },
    entity,
    entityId: id,
    linkPath: `${waitingPage}?keyword=${encodeURIComponent(name)}`,
    permission: 'sys:user:authorise',
    regionCode: unit?.regionCode ?? 0,
    principalId: unit?.principalId ?? principalId,
  });
}

/** The organisation of the tenant's security administrator: tasks for that person stand there. */
export async function securityUnit(
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
export async function grant(
  call: Call,
  id: number,
  roleIds: readonly number[],
  regionCodes: readonly number[],
  authorised?: { until: string | null },
): Promise<void> {
  await setRoles(call.tx, id, roleIds, authorised?.until ?? null, authorised !== undefined);
  await setRegions(call.tx, id, regionCodes);
  await raisePermVersion(call.tx, { userIds: [id] });
}
export interface Grant {
  roles: RoleRow[];
  regionCodes: number[];
  validUntil: string | null;
}
/** What an authorisation gives: what its form says, else what was wished for; checked either way. */
export async function grantOf(call: Call, move: Pick<Move, 'form'>, row: User): Promise<Grant> {
  const form = move.form as { roleIds?: number[]; regionCodes?: number[]; validUntil?: string } | undefined;
  const roles = await rolesOf(call.tx, form?.roleIds ?? (row.roleIds as number[]));
  if (roles.length === 0) throw invalid([{ field: 'form.roleIds', key: 'error.field.required' }]);
  await refuseClash(call.tx, roles);
  const reach = await reachIn(call, row.principalId);
  if (!reach) throw invalid([{ field: 'form.principalId', key: 'error.field.ref' }]);
  const regionCodes = (await readRegions(call, form?.regionCodes ?? (row.regionCodes as number[]), reach)) ?? [];
  return { roles, regionCodes, validUntil: form?.validUntil ?? null };
}
/** Roles, regions and a password; an imported account's comes with the importer's slips. */
export async function finishAuthorise(call: Call, id: number, given: Grant, importJobId: number | null): Promise<void> {
  await grant(
    call,
    id,
    given.roles.map((role) => role.id),
    given.regionCodes,
    { until: given.validUntil },
  );
  const fresh = importJobId === null ? takeReady(call, id) : null;
  if (fresh) await setInitialPassword(call.tx, id, fresh.hash, await initialHours(call));
}
