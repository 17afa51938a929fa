import type { Tx } from '#kit/server/db/database.ts';

export interface Limit {
  readonly depotId: number;
  readonly materialId: number;
  readonly minQty: number | null;
  readonly maxQty: number | null;
}

/** Sets how little and how much a store should have; without either there is no limit, and the one that was is answered. */
export async function saveLimit(tx: Tx, { depotId, materialId, minQty, maxQty }: Limit): Promise<number | null> {
  if (minQty === null && maxQty === null) {
    const [gone] = await tx.query<{ id: number }>(
      'delete from depot.depot_limit where depot_id = $1 and material_id = $2 returning id',
      [depotId, materialId],
    );
    return gone?.id ?? null;
  }
  await tx.query(
    `insert into depot.depot_limit (tenant_no, region_code, principal_id, depot_id, material_id, min_qty, max_qty, created_by, updated_by)
     select d.tenant_no, d.region_code, d.principal_id, d.id, $2, $3, $4, $5, $5 from depot.depot d where d.id = $1
     on conflict (tenant_no, depot_id, material_id) do update set min_qty = excluded.min_qty, max_qty = excluded.max_qty, version = depot_limit.version + 1,
       updated_by = excluded.updated_by, updated_at = now()`,
    [depotId, materialId, minQty, maxQty, tx.scope.userId],
  );
  return null;
}

export async function reassignLimits(tx: Tx, depotId: number, principalId: number, regionCode: number): Promise<void> {
  await tx.query(
    'update depot.depot_limit set principal_id = $2, region_code = $3, updated_at = now() where depot_id = $1',
    [depotId, principalId, regionCode],
  );
}
