import type { Tx } from '#kit/server/db/database.ts';

export async function giveRegion(tx: Tx, principalId: number, regionCode: number): Promise<void> {
  await tx.query(
    'insert into registry.principal_jurisdiction (tenant_no, principal_id, region_code, created_by) values ($1, $2, $3, $4)',
    [tx.scope.tenantNo, principalId, regionCode, tx.scope.userId],
  );
}

/** Exactly these from now on. */
export async function setPrincipalRegions(
  tx: Tx,
  principalId: number,
  regionCodes: readonly number[],
  userId: number,
): Promise<void> {
  await tx.query(
    'delete from registry.principal_jurisdiction where principal_id = $1 and not (region_code = any ($2::bigint[]))',
    [principalId, regionCodes],
  );
  await tx.query(
    `insert into registry.principal_jurisdiction (tenant_no, principal_id, region_code, created_by)
     select $1, $2, r, $4 from unnest($3::bigint[]) r on conflict do nothing`,
    [tx.scope.tenantNo, principalId, regionCodes, userId],
  );
}
