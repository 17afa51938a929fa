import { invalid } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { earlierPasswords, faultsOf, hashPassword, policyOf } from './password.ts';

/** Sets a password the policy allows, remembers it, and ends every session of its owner. */
export async function replacePassword(
  database: Database,
  tx: Tx,
  account: { userId: number; tenantNo: number; username: string },
  password: string,
): Promise<void> {
  const policy = await policyOf(database, account.tenantNo);
  const faults = await faultsOf(
    policy,
    password,
    account.username,
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
