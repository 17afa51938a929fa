import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** The caller's own row among the staff, the oldest where he has several; null for an account that belongs to nobody's staff. */
export async function ownStaff(tx: Tx): Promise<number | null> {
  const { userId, tenantNo } = tx.scope;
  const [row] = await inTenant(tx, tenantNo, 'ownStaff', (all) =>
    all.query<{ id: number }>(
      `select id from registry.staff where tenant_no = $1 and user_id = $2 and status = 'active' order by id limit 1`,
      [tenantNo, userId],
    ),
  );
  return row?.id ?? null;
}
