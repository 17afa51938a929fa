import type { Tx } from '#kit/server/db/database.ts';

/** Exactly these regions from now on; none are those of the organisation. */
export async function setRegions(tx: Tx, userId: number, regionCodes: readonly number[]): Promise<void> {
  await tx.query(
    'delete from platform.sys_user_jurisdiction where user_id = $1 and not (region_code = any ($2::bigint[]))',
    [userId, regionCodes],
  );
  await tx.query(
    `insert into platform.sys_user_jurisdiction (tenant_no, user_id, region_code) select $1, $2, r from unnest($3::bigint[]) r
     on conflict do nothing`,
    [tx.scope.tenantNo, userId, regionCodes],
  );
}
