import type { Tx } from '#kit/server/db/database.ts';
import { clipTo } from '../reference/region/region-sets.ts';

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

/**
 * Takes from the people of an organisation what it no longer has. Nobody's last regions are taken, for none at all means those of the
 * organisation: what stays beside the name is worth nothing, since the door cuts it to the organisation's.
 */
export async function clipUserRegions(tx: Tx, principalId: number, held: readonly number[]): Promise<void> {
  const users = await tx.query<{ id: number; regions: number[] }>(
    `select u.id, array_agg(j.region_code) as regions from platform.sys_user u join platform.sys_user_jurisdiction j on j.user_id = u.id
     where u.principal_id = $1 group by u.id`,
    [principalId],
  );
  for (const { id, regions } of users) {
    const left = clipTo(regions, held);
    if (left.length > 0 && left.join() !== [...regions].sort((a, b) => a - b).join()) await setRegions(tx, id, left);
  }
}
