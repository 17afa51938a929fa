import type { Tx } from '#kit/server/db/database.ts';

export interface SystemGrant {
  readonly systemId: number;
  readonly schemaId: number | null;
  readonly expireOn: string | null;
}

/** Exactly these from now on; none leaves the unit to what stands above it. */
export async function setSystems(
  tx: Tx,
  principalId: number,
  grants: readonly SystemGrant[],
  userId: number,
): Promise<void> {
  await tx.query(
    'delete from registry.principal_system where principal_id = $1 and not (system_id = any ($2::int[]))',
    [principalId, grants.map((one) => one.systemId)],
  );
  await tx.query(
    `insert into registry.principal_system (tenant_no, principal_id, system_id, schema_id, expire_on, created_by)
     select $1, $2, g."systemId", g."schemaId", g."expireOn", $4 from jsonb_to_recordset($3::jsonb) g("systemId" int, "schemaId" bigint, "expireOn" date)
     on conflict (tenant_no, principal_id, system_id) do update set schema_id = excluded.schema_id, expire_on = excluded.expire_on`,
    [tx.scope.tenantNo, principalId, JSON.stringify(grants), userId],
  );
}
