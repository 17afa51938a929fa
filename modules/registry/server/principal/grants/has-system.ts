import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** The systems by the first word of their paths. */
export const systemIds = {
  ant: 1,
  improve: 2,
  insuranceMgt: 3,
  bank: 4,
  cure: 5,
  pri: 6,
  sign: 7,
  selectionLib: 8,
  suppliers: 9,
  traceability: 10,
  anm: 11,
  system: 12,
  tenant: 13,
} as const;

/**
 * Whether a unit works with a system: it is in the tenant's package, and given to the unit or to the nearest one above it that was given any.
 *
 * @example
 * if (await hasSystem(tx, principalId, 'anm')) await openFarmBook(tx, principalId);
 */
export async function hasSystem(tx: Tx, principalId: number, system: keyof typeof systemIds): Promise<boolean> {
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'hasSystem', (all) =>
    all.query<{ has: boolean }>(
      `with given as materialized (select system_id from platform.principal_schemas(kit.tenant(), $1))
       select (not exists (select 1 from given) or $2::int in (select system_id from given))
         and $2::int in (select platform.tenant_systems(kit.tenant())) as has`,
      [principalId, systemIds[system]],
    ),
  );
  return row?.has ?? false;
}
