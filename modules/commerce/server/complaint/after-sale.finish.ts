import type { Tx } from '#kit/server/db/database.ts';
import { type Doer, record } from '../catalogue/operating-record.ts';
import { linesOf, stepLine, subsidisedOf } from '../order/trade-order-line.ts';
import { addRefunded } from '../order/trade-order-money.ts';
import { takeQuota } from '../selection/product-sku.ts';
import { type AfterSaleRow, afterSaleOf, patchAfterSale } from './after-sale.ts';
import { complaintLines, setAided } from './after-sale-line.ts';

const atFault = new Set(['damaged', 'short', 'wrong', 'quality', 'nearExpiry']);

/** R24: refunded units give their subsidy back, and the order knows what was refunded. */
export async function giveBack(all: Tx, row: AfterSaleRow): Promise<void> {
  const lines = await linesOf(all, row.orderId, true);
  for (const one of await complaintLines(all, row.id)) {
    const line = lines.find((own) => own.id === one.orderLineId);
    if (!line) continue;
    const aided = subsidisedOf(line, one.qty);
    await takeQuota(all, line.productSkuId, -aided);
    await stepLine(all, line.id, { returned: one.qty, unsubsidised: aided });
    await setAided(all, one.id, aided);
  }
  await addRefunded(all, row.orderId, row.agreedAmount ?? 0);
  await patchAfterSale(all, row.id, { finishedAt: new Date().toISOString(), atFault: atFault.has(row.reason) });
}

/** What was sent for it is there: nothing is refunded. */
export async function finishReshipped(all: Tx, id: number, shipmentId: number, by: Doer): Promise<void> {
  const row = await afterSaleOf(all, id, true);
  await patchAfterSale(all, id, {
    status: 'finished',
    replacementShipmentId: shipmentId,
    finishedAt: new Date().toISOString(),
    atFault: atFault.has(row.reason),
  });
  await record(all, by, {
    objectType: 'afterSale',
    objectId: id,
    objectName: row.docNo,
    principalId: row.principalId,
    supplierId: row.supplierId,
    regionCode: row.regionCode,
    action: 'finish',
    changes: { status: [row.status, 'finished'] },
  });
}
