import type { Tx } from '#kit/server/db/database.ts';

export type StockKind = 'set' | 'add' | 'lock' | 'unlock' | 'ship' | 'returnIn';
export interface StockChange {
  readonly skuId: number;
  readonly commodityId: number;
  readonly change: number;
  readonly kind: StockKind;
  readonly orderId?: number | null;
  readonly stockQty: number;
  readonly lockedQty: number;
}
export async function logStock(tx: Tx, by: number | null, one: StockChange): Promise<void> {
  await tx.query(
    `insert into commerce.sku_stock_log (tenant_no, commodity_id, sku_id, change, kind, order_id, stock_after,
       locked_after, by_id) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8)`,
    [one.commodityId, one.skuId, one.change, one.kind, one.orderId ?? null, one.stockQty, one.lockedQty, by],
  );
}
