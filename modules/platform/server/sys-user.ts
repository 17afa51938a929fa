import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';

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

/** A password that somebody else made: good for a while, and only to be changed. */
export async function setInitialPassword(tx: Tx, userId: number, hash: string, hours: number): Promise<void> {
  await tx.query(
    `update platform.sys_user set password_hash = $2, password_changed_at = now(), must_change_password = true,
       initial_valid_until = now() + make_interval(hours => $3), fail_count = 0, first_fail_at = null, locked_until = null where id = $1`,
    [userId, hash, hours],
  );
}

export async function unlock(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    'update platform.sys_user set locked_until = null, fail_count = 0, first_fail_at = null where id = $1',
    [userId],
  );
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
