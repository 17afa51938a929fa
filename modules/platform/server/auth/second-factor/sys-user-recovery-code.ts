import { hashToken } from '#kit/server/auth/token.ts';
import type { Tx } from '#kit/server/db/database.ts';

/** Fifty random bits each: as they cannot be guessed, a plain hash keeps them. */
const codeHash = (code: string) => hashToken(code.replace(/[\s-]/g, '').toUpperCase());

export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, tenantNo }: { readonly userId: number; readonly tenantNo: number },
  codes: readonly string[],
): Promise<void> {
  await tx.query('delete from platform.sys_user_recovery_code where user_id = $1', [userId]);
  await tx.query(
    'insert into platform.sys_user_recovery_code (tenant_no, user_id, code_hash) select $1, $2, unnest($3::text[])',
    [tenantNo, userId, codes.map(codeHash)],
  );
}

export async function takeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const used = await tx.query(
    'update platform.sys_user_recovery_code set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null returning id',
    [userId, codeHash(code)],
  );
  return used.length > 0;
}
