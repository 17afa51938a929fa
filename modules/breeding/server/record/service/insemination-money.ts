import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** What the holder pays the technician's unit, seen by these two alone. */
export const insertFee = (
  tx: Tx,
  serviceId: number,
  fee: { holderId: number; employerId: number; cents: number },
): Promise<unknown> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.fee', (sys) =>
    sys.query(
      `insert into breeding.insemination_money (tenant_no, insemination_id, principal_id, employer_id, fee_cents,
         created_by) values ($1, $2, $3, $4, $5, $6)`,
      [tx.scope.tenantNo, serviceId, fee.holderId, fee.employerId, fee.cents, tx.scope.userId],
    ),
  );
