import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { openTask } from '../task/tasks.ts';
import { refuseOverQuota } from '../tenant/quota.ts';
import { directory } from './directory.ts';
import { insertPending } from './sys-user.ts';
import { refuseClash, superRoles } from './user-rules.ts';

export interface NewAccount {
  readonly staffId: number;
  readonly username: string;
  readonly realName: string;
  readonly principalId: number;
  readonly phone: { readonly enc: string | null; readonly hash: string | null; readonly mask: string | null };
  readonly roleCodes: readonly string[];
}

/**
 * An account for a member of staff, waiting until the security administrator says yes (R92); the roles are wished for, not given.
 *
 * @example
 * const userId = await openAccount(tx, { staffId, username: 's81', realName, principalId, phone, roleCodes: ['ant_worker'] });
 */
export async function openAccount(tx: Tx, account: NewAccount): Promise<number> {
  const [name] = await tx.query<{ taken: boolean }>('select platform.username_taken($1) as taken', [account.username]);
  if (name?.taken) throw invalid([{ field: 'username', key: 'platform.sysUser.taken' }]);
  await refuseOverQuota(tx, 'users');
  const roles = await tx.query<{ id: number; code: string; name: string }>(
    `select id, role_code as code, role_name as name from platform.sys_role_seen where role_code = any ($1) and status = 'enabled' and tenant_no in (0, $2)`,
    [account.roleCodes, tx.scope.tenantNo],
  );
  const isWrong = roles.length === 0 || roles.some(({ code }) => superRoles.includes(code));
  if (isWrong) throw invalid([{ field: 'roleCodes', key: 'error.field.ref' }]);
  await refuseClash(tx, roles as never);
  const userId = await insertPending(tx, { ...account, roleIds: roles.map((role) => role.id) });
  const [found] = await tx.query<{ unit: number }>(
    `select u.principal_id as unit from platform.sys_user u join platform.sys_user_role ur on ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id
     where u.tenant_no = $1 and u.status = 'active' and r.role_code = 'security_admin' order by u.id limit 1`,
    [tx.scope.tenantNo],
  );
  const unit = found?.unit ?? account.principalId;
  const [place] = await directory().places(tx, { ids: [unit], whole: true });
  await openTask(tx, {
    taskType: 'authorise',
    taskName: { key: 'platform.sysUser.taskAuthorise', args: { name: account.username } },
    entity: 'platform.sysUser',
    entityId: userId,
    linkPath: `/system/userAuthorization?keyword=${encodeURIComponent(account.username)}`,
    permission: 'sys:user:authorise',
    regionCode: place?.regionCode ?? 0,
    principalId: unit,
  });
  return userId;
}
