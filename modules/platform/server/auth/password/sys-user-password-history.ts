import { invalid } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import { earlierPasswords, faultsOf, hashPassword, policyOf } from './password.ts';

/** Sets a password the policy allows, remembers it, and ends every session of its owner. */
export async function replacePassword(
  database: Database,
  tx: Tx,
  account: { userId: number; tenantNo: number; username: string },
  password: string,
): Promise<void> {
  const policy = await policyOf(database, account.tenantNo);
  const [own] = await tx.query<{ phone_enc: string | null }>('select phone_enc from platform.sys_user where id = $1', [
    account.userId,
  ]);
  const phone = own?.phone_enc ? unseal(own.phone_enc, account.tenantNo) : '';
  // A password that was never set through here has left no row: it must not come back either.
  await tx.query(
    `insert into platform.sys_user_password_history (tenant_no, user_id, password_hash)
     select tenant_no, id, password_hash from platform.sys_user u where id = $1 and password_hash is not null
       and not exists (select 1 from platform.sys_user_password_history h where h.user_id = u.id and h.password_hash = u.password_hash)`,
    [account.userId],
  );
  const faults = await faultsOf(
    policy,
    password,
    [account.username, phone],
    await earlierPasswords(tx, account.userId, policy.history),
  );
  if (faults.length > 0) throw invalid(faults);
  const stored = await hashPassword(password);
  await tx.query(
    'insert into platform.sys_user_password_history (tenant_no, user_id, password_hash) values ($1, $2, $3)',
    [account.tenantNo, account.userId, stored],
  );
  await tx.query('select platform.door_set_password($1, $2)', [account.userId, stored]);
  await tx.query('select platform.door_end_all($1, $2)', [account.userId, 'passwordChanged']);
}
