import type { Tx } from '#kit/server/db/database.ts';

/** A holding to be looked at; whoever is in the list already stays as it is. Answers how many are new. */
export async function insertPoints(
  tx: Tx,
  actionId: number,
  role: string,
  principalIds: readonly number[],
  actor: number | null,
): Promise<number> {
  const made = await tx.query(
    `insert into prevention.investigation_info (tenant_no, action_id, principal_id, region_code, role, stock_then, longitude, latitude, created_by, updated_by)
     select $1, $2, p.id, p.region_code, $3,
       (select coalesce(sum(s.tagged + s.untagged), 0)::int from prevention.holder_stock s where s.tenant_no = p.tenant_no and s.principal_id = p.id), p.longitude, p.latitude, $5, $5
     from registry.principal p where p.tenant_no = $1 and p.id = any ($4) on conflict (tenant_no, action_id, principal_id) do nothing returning 1`,
    [tx.scope.tenantNo, actionId, role, principalIds, actor],
  );
  return made.length;
}
