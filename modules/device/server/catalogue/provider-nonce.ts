import type { Tx } from '#kit/server/db/database.ts';

/** Whether it is the first time, which it is once. */
export async function useNonce(tx: Tx, providerId: number, nonce: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into device.provider_nonce (tenant_no, provider_id, nonce) values ($1, $2, $3)
      on conflict do nothing returning 1`,
    [tx.scope.tenantNo, providerId, nonce],
  );
  return rows.length === 1;
}

export const forgetNonces = (tx: Tx): Promise<unknown[]> =>
  tx.query("delete from device.provider_nonce where tenant_no = $1 and seen_at < now() - interval '1 day'", [
    tx.scope.tenantNo,
  ]);
