import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { refuseLast, superRoles } from './user-rules.ts';

const perEvent = 500;

/** The rights of these users, or of everybody of these principals, have changed: caches let go of them and open pages load them again. */
export async function raisePermVersion(
  tx: Tx,
  who: { readonly userIds: readonly number[] } | { readonly principalIds: readonly number[] },
): Promise<number> {
  const [column, ids] =
    'userIds' in who ? (['id', who.userIds] as const) : (['principal_id', who.principalIds] as const);
  const rows = await tx.query<{ id: number }>(
    `update platform.sys_user set perm_version = perm_version + 1 where ${column} = any ($1) returning id`,
    [ids],
  );
  for (let at = 0; at < rows.length; at += perEvent) {
    const userIds = rows.slice(at, at + perEvent).map((row) => row.id);
    await publish(tx, 'perm', { kind: 'changed', audience: { userIds } });
  }
  return rows.length;
}

export async function mfaOf(
  tx: Tx,
  userId: number,
): Promise<{ secret: string | null; pending: string | null; enabled: boolean }> {
  const [row] = await tx.query<{ secret: string | null; pending: string | null; enabled: boolean }>(
    'select mfa_secret as secret, mfa_pending as pending, mfa_enabled_at is not null as enabled from platform.sys_user where id = $1',
    [userId],
  );
  return row ?? { secret: null, pending: null, enabled: false };
}

export async function setMfaPending(tx: Tx, userId: number, sealed: string): Promise<void> {
  await tx.query('update platform.sys_user set mfa_pending = $2 where id = $1', [userId, sealed]);
}

export async function enableMfa(tx: Tx, userId: number, sealed: string, step: number): Promise<void> {
  await tx.query(
    'update platform.sys_user set mfa_secret = $2, mfa_pending = null, mfa_enabled_at = now(), mfa_last_step = $3 where id = $1',
    [userId, sealed, step],
  );
}

/** False when the code of this step, or of a later one, was used before. */
export async function takeMfaStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const used = await tx.query(
    'update platform.sys_user set mfa_last_step = $2 where id = $1 and mfa_last_step < $2 returning id',
    [userId, step],
  );
  return used.length > 0;
}

export async function clearMfa(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    'update platform.sys_user set mfa_secret = null, mfa_pending = null, mfa_enabled_at = null where id = $1',
    [userId],
  );
}

export interface ProfileInput {
  readonly nickname: string;
  readonly sex: string | null;
  readonly email: string | null;
  /** Left out: as it was. */
  readonly phone?: string | null;
}

export async function saveProfile(tx: Tx, userId: number, tenantNo: number, given: ProfileInput): Promise<void> {
  await tx.query(
    'update platform.sys_user set nickname = $2, sex = $3, email = $4, version = version + 1, updated_by = $1, updated_at = now() where id = $1',
    [userId, given.nickname, given.sex, given.email],
  );
  if (given.phone === undefined) return;
  const [enc, hash, mask] = piiColumns('phone', 'phone', given.phone, tenantNo).map(([, value]) => value);
  await tx.query('update platform.sys_user set phone_enc = $2, phone_hash = $3, phone_mask = $4 where id = $1', [
    userId,
    enc,
    hash,
    mask,
  ]);
}

export async function saveAvatar(tx: Tx, userId: number, fileId: number): Promise<void> {
  await tx.query('update platform.sys_user set avatar = $2, version = version + 1 where id = $1', [
    userId,
    String(fileId),
  ]);
}

export async function saveReminders(tx: Tx, userId: number, reminders: object): Promise<void> {
  await tx.query('update platform.sys_user set reminders = $2 where id = $1', [userId, JSON.stringify(reminders)]);
}

export interface UnusedUser {
  readonly id: number;
  readonly username: string;
  readonly principal_id: number;
  readonly is_warned: boolean;
  readonly is_due: boolean;
}

/** Who has not come in for so many days and was warned, from an id on; accounts that were never used count from the day they were made. */
export async function unusedSince(tx: Tx, days: number, afterId: number): Promise<UnusedUser[]> {
  return tx.query<UnusedUser>(
    `select id, username, principal_id, unused_warned_at is not null as is_warned,
       greatest(last_login_time, created_at) < now() - make_interval(days => $1) as is_due
     from platform.sys_user u
     where id > $2 and status = 'active' and greatest(last_login_time, created_at) < now() - make_interval(days => $1 - 7)
       -- The last one who can let others in again stays.
       and not exists (
         select 1 from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
         where ur.user_id = u.id and r.role_code in ('platform_admin', 'tenant_admin', 'security_admin', 'audit_admin')
           and not exists (select 1 from platform.sys_user_role o join platform.sys_user p on p.id = o.user_id
                           where o.role_id = ur.role_id and o.user_id <> u.id and p.status = 'active'))
     order by id limit 1000`,
    [days, afterId],
  );
}

export async function markWarned(tx: Tx, userId: number): Promise<void> {
  await tx.query('update platform.sys_user set unused_warned_at = now() where id = $1', [userId]);
}

export async function disableUser(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    "update platform.sys_user set status = 'disabled', disabled_at = now(), version = version + 1, updated_at = now() where id = $1",
    [userId],
  );
}

/** Its owner has left: nobody comes in by it any more, and who is in goes out with the next request. */
export async function stopAccount(tx: Tx, userId: number): Promise<void> {
  await refuseLast(tx, userId);
  await disableUser(tx, userId);
  await raisePermVersion(tx, { userIds: [userId] });
}

/** A password that somebody else made: good for a while, and only to be changed. */
export async function setInitialPassword(tx: Tx, userId: number, hash: string, hours: number): Promise<void> {
  await tx.query(
    `update platform.sys_user set password_hash = $2, password_changed_at = now(), must_change_password = true,
       initial_valid_until = now() + make_interval(hours => $3) where id = $1`,
    [userId, hash, hours],
  );
  await unlock(tx, userId);
}

export async function unlock(tx: Tx, userId: number): Promise<void> {
  await tx.query('select platform.door_unlock($1)', [userId]);
}

export async function markDisabled(tx: Tx, userId: number, isDisabled: boolean): Promise<void> {
  await tx.query('update platform.sys_user set disabled_at = case when $2 then now() end where id = $1', [
    userId,
    isDisabled,
  ]);
}

export interface SlipRow {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
  readonly organizationName: string | null;
}

/** Accounts of an import that may have their slip now; locked, so that nobody takes one twice. */
export async function takeSlips(
  tx: Tx,
  jobId: number,
  makerId: number,
  nameSql: (id: string) => string,
): Promise<SlipRow[]> {
  return tx.query<SlipRow>(
    `with due as (
       select id from platform.sys_user where import_job_id = $1 and created_by = $2 and status = 'active' and slip_taken_at is null for update
     )
     update platform.sys_user u set slip_taken_at = now() from due where u.id = due.id
     returning u.id, u.username, u.real_name as "realName", ${nameSql('u.principal_id')} as "organizationName"`,
    [jobId, makerId],
  );
}

/** Accounts in use that nobody has come in by yet, and whose slip nobody took; locked, so that nobody takes one twice. */
export async function takeFirstSlips(
  tx: Tx,
  userIds: readonly number[],
  nameSql: (id: string) => string,
): Promise<SlipRow[]> {
  return tx.query<SlipRow>(
    `with due as (
       select id from platform.sys_user where id = any ($1) and status = 'active' and slip_taken_at is null and last_login_time is null for update
     )
     update platform.sys_user u set slip_taken_at = now() from due where u.id = due.id
     returning u.id, u.username, u.real_name as "realName", ${nameSql('u.principal_id')} as "organizationName"`,
    [userIds],
  );
}

export async function setSlipPasswords(
  tx: Tx,
  made: readonly { id: number; hash: string }[],
  hours: number,
): Promise<void> {
  await tx.query(
    `update platform.sys_user u set password_hash = m.hash, password_changed_at = now(), must_change_password = true,
       initial_valid_until = now() + make_interval(hours => $3)
     from unnest($1::bigint[], $2::text[]) m(id, hash) where u.id = m.id`,
    [made.map((one) => one.id), made.map((one) => one.hash), hours],
  );
}

export interface NewAccount {
  readonly username: string;
  readonly realName: string;
  readonly phone: string;
  readonly principalId: number;
  readonly passwordHash: string;
  readonly initialHours: number;
}

/** An account in use from now, with a password somebody else made. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<number> {
  const { tenantNo } = tx.scope;
  const [enc, hash, mask] = piiColumns('phone', 'phone', account.phone, tenantNo).map(([, value]) => value);
  const [row] = await tx.query<{ id: number }>(
    `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, status, password_hash, password_changed_at, must_change_password,
       initial_valid_until, phone_enc, phone_hash, phone_mask)
     values ($1, $2, $3, $3, $4, 'active', $5, now(), true, now() + make_interval(hours => $6), $7, $8, $9) returning id`,
    [
      tenantNo,
      account.username,
      account.realName,
      account.principalId,
      account.passwordHash,
      account.initialHours,
      enc,
      hash,
      mask,
    ],
  );
  return row?.id ?? 0;
}

/** Accounts of an organisation that closed; each is taken into use again by hand, if ever. */
export async function stopUsersOf(tx: Tx, principalId: number): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `update platform.sys_user set status = 'disabled', disabled_at = now(), version = version + 1, perm_version = perm_version + 1
     where principal_id = $1 and status = 'active' returning id`,
    [principalId],
  );
  const ids = rows.map((row) => row.id);
  // All of them are out by now, so that two who hold the last role do not stand in for each other.
  for (const id of await administratorsAmong(tx, ids)) await refuseLast(tx, id);
  if (ids.length > 0) await publish(tx, 'perm', { kind: 'changed', audience: { userIds: ids } });
  return ids.length;
}

async function administratorsAmong(tx: Tx, userIds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select distinct ur.user_id as id from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
     where ur.user_id = any ($1::bigint[]) and r.role_code = any ($2) order by 1`,
    [userIds, superRoles],
  );
  return rows.map((row) => row.id);
}

export interface PendingAccount {
  readonly staffId: number;
  readonly username: string;
  readonly realName: string;
  readonly principalId: number;
  readonly phone: { readonly enc: string | null; readonly hash: string | null; readonly mask: string | null };
  readonly roleIds: readonly number[];
}

/** An account that is only asked for: no password, no role, nobody comes in by it. */
export async function insertPending(tx: Tx, one: PendingAccount): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, staff_id, status, phone_enc, phone_hash, phone_mask, role_ids, region_codes, created_by, updated_by)
     values ($1, $2, $3, $3, $4, $5, 'pending', $6, $7, $8, $9, '[]', $10, $10) returning id`,
    [
      tx.scope.tenantNo,
      one.username,
      one.realName,
      one.principalId,
      one.staffId,
      one.phone.enc,
      one.phone.hash,
      one.phone.mask,
      JSON.stringify(one.roleIds),
      tx.scope.userId,
    ],
  );
  if (!row) throw new Error('the account was not written');
  return row.id;
}

/** Accounts of an organisation that turned out to be another one go on there, with what that one may see. */
export async function moveUsersOf(tx: Tx, principalId: number, toId: number): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    'update platform.sys_user set principal_id = $2, dept_id = null, version = version + 1, perm_version = perm_version + 1 where principal_id = $1 returning id',
    [principalId, toId],
  );
  if (rows.length > 0) await publish(tx, 'perm', { kind: 'changed', audience: { userIds: rows.map((row) => row.id) } });
  return rows.length;
}
