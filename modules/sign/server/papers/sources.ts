import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Receiving } from './rows/sign-receiving.ts';
import { markStockOut } from './rows/sign-stock-out.ts';
import { markShipment } from './rows/tag-shipment.ts';

/** The paper that set numbers on their way follows the one that ends it. */
export async function sourceMoved(tx: Tx, row: Receiving, status: string): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    if (row.sourceType === 'stockOut') await markStockOut(all, row.sourceId, status);
    if (row.sourceType === 'shipment') await markShipment(all, row.sourceId, status);
  });
}
