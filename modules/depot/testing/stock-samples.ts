import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { postMoves } from '#modules/depot/server/stock/ledger/post.ts';
import { dayFromNow, inStock, makeDepot, makeLot, makeMaterial } from '#modules/depot/testing/fixtures.ts';

/** Some goods in a new store of the county: one balance, one line of the ledger. */
async function received(world: World, table: string): Promise<{ id: number; version: number }> {
  const depotId = await makeDepot(world, 'depot1');
  const materialId = await makeMaterial(world);
  const lotId = await makeLot(world, materialId);
  await inStock(world, (tx) =>
    postMoves(tx, [
      {
        moveKind: 'in',
        materialId,
        lotId,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: depotId },
        qty: 100,
        bizDate: dayFromNow(0),
        docType: 'purchaseIn',
        docNo: `DI-${depotId}`,
      },
    ]),
  );
  const [row] = await world.sql<{ id: number; version: number }>(
    `select id as id, version from ${table} where lot_id = $1`,
    [lotId],
  );
  return row as { id: number; version: number };
}

export const samples: Record<string, Sample> = {
  'depot.stockBalance': {
    keeper: 'depot1',
    stranger: 'house1',
    form: async () => ({}),
    make: (world) => received(world, 'depot.stock_balance'),
    wrong: {},
  },
  'depot.stockMove': {
    keeper: 'depot1',
    stranger: 'house1',
    form: async () => ({}),
    make: (world) => received(world, 'depot.stock_move'),
    wrong: {},
  },
};
