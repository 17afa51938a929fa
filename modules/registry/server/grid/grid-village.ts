import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** R23: a village lies in one grid of a level at most. A stopped grid holds none. */
export async function placeVillages(
  tx: Tx,
  gridId: number,
  gridLevel: string,
  villages: readonly number[],
): Promise<void> {
  const [taken] = await inTenant(tx, tx.scope.tenantNo, 'gridVillages', (whole) =>
    whole.query<{ name: string }>(
      `select g.name from registry.grid_village v join registry.grid g on g.id = v.grid_id
     where v.tenant_no = kit.tenant() and v.grid_level = $1 and v.village_code = any ($2) and v.grid_id <> $3 limit 1`,
      [gridLevel, villages, gridId],
    ),
  );
  if (taken) throw refusal('villageTaken', 'registry.grid.villageTaken', { name: taken.name });
  await tx.query('delete from registry.grid_village where grid_id = $1', [gridId]);
  await tx.query(
    `insert into registry.grid_village (tenant_no, grid_id, grid_level, village_code, created_by) select $1, $2, $3, v, $5 from unnest($4::bigint[]) v`,
    [tx.scope.tenantNo, gridId, gridLevel, villages, tx.scope.userId],
  );
}
