import type { Tx } from '#kit/server/db/database.ts';

/** Opens a month's make-up plan and closes those before it; answers whether it was new. */
export async function openMonth(tx: Tx, month: string): Promise<boolean> {
  await tx.query(
    'update prevention.routine_month set closed_at = now() where tenant_no = $1 and month < $2 and closed_at is null',
    [tx.scope.tenantNo, month],
  );
  const rows = await tx.query(
    'insert into prevention.routine_month (tenant_no, month) values ($1, $2) on conflict (tenant_no, month) do nothing returning 1',
    [tx.scope.tenantNo, month],
  );
  return rows.length === 1;
}
