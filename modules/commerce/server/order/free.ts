import type { Tx } from '#kit/server/db/database.ts';
import { dropDue, setDue } from '#kit/server/due/due.ts';
import { moveStock } from '../catalogue/commodity-sku.ts';
import { takeQuota } from '../selection/product-sku.ts';
import { linesOf, stepLine, subsidisedOf } from './trade-order-line.ts';

export const clocks = [
  'acceptRemind',
  'acceptEnds',
  'payEnds',
  'signEnds',
  'completeAt',
  'approveEnds',
  'shipLate',
] as const;
export const dueOf = (name: (typeof clocks)[number]) => `commerce.${name}`;
export async function stopClocks(all: Tx, orderId: number): Promise<void> {
  for (const one of clocks) await dropDue(all, dueOf(one), String(orderId));
}

/** R16: fifteen days after all of it was sent. */
export const signLater = (all: Tx, orderId: number): Promise<void> =>
  setDue(all, dueOf('signEnds'), String(orderId), new Date(Date.now() + 15 * 86_400_000));

/** R13, R15: what was promised and not sent is free again, and so is the subsidy it had. */
export async function freeRest(all: Tx, orderId: number, by: number | null): Promise<void> {
  for (const line of await linesOf(all, orderId, true)) {
    const open = line.qty - line.shippedQty - line.cancelledQty;
    if (open === 0) continue;
    const aided = subsidisedOf(line, open);
    await moveStock(all, by, { skuId: line.skuId, stock: 0, locked: -open, kind: 'unlock', orderId });
    await takeQuota(all, line.productSkuId, -aided);
    await stepLine(all, line.id, { cancelled: open, unsubsidised: aided });
  }
}
