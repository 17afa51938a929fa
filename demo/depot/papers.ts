import type { Tx } from '#kit/server/db/database.ts';
import { postDoc } from '#modules/depot/server/index.ts';
import type { DepotWorld } from './stores.ts';

/** Papers beside the flow of goods: opening stock, a gift, something found, and drafts that wait for their keeper. */
export async function saveStockPapers(tx: Tx, world: DepotWorld, today: string): Promise<void> {
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const depot = (no: string) => world.depots.get(no) ?? 0;
  const material = (no: string) => world.materials.get(no) ?? 0;
  const keeper = (no: string) => world.keepers.get(no)?.userId ?? null;
  const other = (
    store: string,
    reason: string,
    days: number,
    no: string,
    unit: string,
    unitQty: number,
    remark: string,
  ) =>
    postDoc(
      tx,
      {
        docType: 'otherIn',
        reason,
        depotId: depot(store),
        bizDate: day(days),
        remark,
        lines: [{ materialId: material(no), unit, unitQty }],
      },
      keeper(store),
    );
  await other('KZ-CK', 'opening', -90, 'HC-002', 'box', 40, '启用系统时的库存');
  await other('KZ-CK', 'opening', -90, 'HC-003', 'carton', 6, '启用系统时的库存');
  await other('KZ-CK', 'donated', -20, 'HC-003', 'carton', 2, '企业捐赠防护服');
  await other('KZ-CK', 'found', -8, 'HC-002', 'box', 1, '货架后找到一盒');
  // One issue is being written, one lies ready on the counter.
  const issue = (until: 'draft' | 'picked', unitQty: number) =>
    postDoc(
      tx,
      {
        docType: 'issueOut',
        depotId: depot('KZ-LK'),
        toDepotId: depot('SBT-BX'),
        purpose: 'daily',
        bizDate: day(0),
        until,
        lines: [{ materialId: material('YM-001'), unit: 'bottle', unitQty }],
      },
      keeper('KZ-LK'),
    );
  await issue('draft', 2);
  await issue('picked', 1);
}
