import type { Tx } from '#kit/server/db/database.ts';

/** False when it was used before. Older than the clocks may differ, it is forgotten: its time alone refuses it. */
export async function takeNonce(tx: Tx, clientId: string, nonce: string): Promise<boolean> {
  await tx.query("delete from platform.sys_third_nonce where used_at < now() - interval '20 minutes'");
  const taken = await tx.query(
    'insert into platform.sys_third_nonce (tenant_no, client_id, nonce) values ($1, $2, $3) on conflict do nothing returning nonce',
    [tx.scope.tenantNo, clientId, nonce],
  );
  return taken.length > 0;
}
