import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** The depot asks nobody whether they may: a store that is not of one of these units is none for the caller. */
export async function refuseForeignStore(tx: Tx, depotId: number, units: readonly (number | null)[]): Promise<void> {
  const [own] = await inTenant(tx, tx.scope.tenantNo, 'store', (all) =>
    all.query(
      `select 1 from cure.lot_seen where tenant_no = kit.tenant() and depot_id = $1 and depot_kind <> 'box'
         and principal_id = any ($2) limit 1`,
      [depotId, units.filter((unit) => unit !== null)],
    ),
  );
  if (!own) throw notFound();
}
