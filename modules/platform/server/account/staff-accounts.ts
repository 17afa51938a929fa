import { AppError, notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { type Fresh, freshPassword, freshSlip, initialHours, validUntil } from '../auth/password/initial-password.ts';
import { directory } from './directory.ts';
import { raisePermVersion, type SlipRow, setInitialPassword, setSlipPasswords, takeFirstSlips } from './sys-user.ts';
import { superRoles } from './user-rules.ts';

/**
 * Accounts of field staff in the hands of the module whose staff they are. It has proved that the person is theirs; what is an
 * administrator's stays with the administrators.
 */
export interface AccountSlip {
  readonly realName: string;
  readonly organizationName: string | null;
  readonly username: string;
  readonly password: string;
  readonly validUntil: string;
  readonly portal: string;
}

const slipOf = (row: SlipRow, made: Fresh | undefined, until: string): AccountSlip => ({
  realName: row.realName,
  organizationName: row.organizationName,
  username: row.username,
  password: made?.password ?? '',
  validUntil: until,
  portal: '/#/allLogin',
});

/** First passwords of accounts that were authorised and never used: made when they are printed, each account's once. */
export async function firstSlips(call: Call, userIds: readonly number[]): Promise<AccountSlip[]> {
  const due = await inTenant(call.tx, call.actor.tenantNo, 'accountSlips', (tx) =>
    takeFirstSlips(tx, userIds, directory().nameSql),
  );
  if (due.length === 0) throw notFound();
  const fresh = await Promise.all(due.map(freshSlip));
  const hours = await initialHours(call);
  await inTenant(call.tx, call.actor.tenantNo, 'accountSlips', (tx) =>
    setSlipPasswords(
      tx,
      due.map((one, at) => ({ id: one.id, hash: fresh[at]?.hash ?? '' })),
      hours,
    ),
  );
  await audit(call.tx, call, {
    module: 'platform',
    entity: 'sysUser',
    action: 'print',
    params: { accounts: due.map((one) => one.username) },
  });
  const until = await validUntil(call);
  return due.map((one, at) => slipOf(one, fresh[at], until)).sort((a, b) => a.username.localeCompare(b.username));
}

/** Another password in place of a forgotten one; who is in by the old one goes out. */
export async function renewPassword(call: Call, userId: number, reason: string): Promise<AccountSlip> {
  const fresh = await freshPassword();
  const hours = await initialHours(call);
  const row = await inTenant(call.tx, call.actor.tenantNo, 'accountReset', async (tx) => {
    const [found] = await tx.query<SlipRow & { status: string; isSuper: boolean }>(
      `select u.id, u.username, u.real_name as "realName", ${directory().nameSql('u.principal_id')} as "organizationName", u.status,
         exists (select 1 from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id where ur.user_id = u.id and r.role_code = any ($2)) as "isSuper"
       from platform.sys_user u where u.id = $1 for update of u`,
      [userId, superRoles],
    );
    if (!found || found.isSuper) throw notFound();
    if (found.status !== 'active') throw new AppError(409, 'platform.sysUser.notActive');
    await setInitialPassword(tx, userId, fresh.hash, hours);
    await tx.query('select platform.door_end_all($1, $2)', [userId, 'passwordChanged']);
    await raisePermVersion(tx, { userIds: [userId] });
    return found;
  });
  await audit(call.tx, call, {
    module: 'platform',
    entity: 'sysUser',
    entityId: userId,
    entityName: row.username,
    action: 'edit',
    params: { what: 'resetPassword', reason },
  });
  return slipOf(row, fresh, await validUntil(call));
}
