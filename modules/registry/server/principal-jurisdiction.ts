import type { Tx } from '#kit/server/db/database.ts';

export async function giveRegion(tx: Tx, principalId: number, regionCode: number): Promise<void> {
  await tx.query(
    'insert into registry.principal_jurisdiction (tenant_no, principal_id, region_code, created_by) values ($1, $2, $3, $4)',
    [tx.scope.tenantNo, principalId, regionCode, tx.scope.userId],
  );
}
