import type { Tx } from '#kit/server/db/database.ts';

export async function keepToken(tx: Tx, clientId: string, tokenHash: string, seconds: number): Promise<void> {
  await tx.query('delete from platform.sys_third_token where expires_at < now()');
  await tx.query(
    'insert into platform.sys_third_token (token_hash, tenant_no, client_id, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))',
    [tokenHash, tx.scope.tenantNo, clientId, seconds],
  );
}

/** After a new secret, what was opened with the old one is shut. */
export async function dropTokens(tx: Tx, clientId: string): Promise<void> {
  await tx.query('delete from platform.sys_third_token where client_id = $1', [clientId]);
}
