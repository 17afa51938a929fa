import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { logStock, type StockKind } from './sku-stock-log.ts';

export interface SkuStock {
  readonly id: number;
  readonly commodityId: number;
  readonly stockQty: number;
  readonly lockedQty: number;
}
const columns = 'id, parent_id as "commodityId", stock_qty as "stockQty", locked_qty as "lockedQty"';

/** In the order of their ids, whoever takes several: nobody waits for whom the other waits for. */
export const holdSkus = (all: Tx, ids: readonly number[]): Promise<SkuStock[]> =>
  all.query<SkuStock>(`select ${columns} from commerce.commodity_sku where id = any ($1) order by id for update`, [
    ids,
  ]);

export interface StockMove {
  readonly skuId: number;
  /** Added to what is there, and to what of it is promised. */
  readonly stock: number;
  readonly locked: number;
  readonly kind: StockKind;
  readonly orderId?: number | null;
}
/** One step of a pack's stock; below nothing, or with more promised than there is, the database refuses. */
export async function moveStock(all: Tx, by: number | null, { skuId, stock, locked, kind, orderId }: StockMove) {
  const [row] = await all.query<SkuStock>(
    `update commerce.commodity_sku set stock_qty = stock_qty + $2, locked_qty = locked_qty + $3
     where id = $1 and stock_qty + $2 >= locked_qty + $3 and locked_qty + $3 >= 0 returning ${columns}`,
    [skuId, stock, locked],
  );
  if (!row) {
    const [now] = await holdSkus(all, [skuId]);
    if (!now) throw notFound();
    throw refusal('soldOut', 'commerce.refusal.soldOut', { n: now.stockQty - now.lockedQty });
  }
  await logStock(all, by, {
    ...row,
    skuId,
    change: kind === 'lock' || kind === 'unlock' ? locked : stock,
    kind,
    orderId: orderId ?? null,
  });
  return row;
}

/** What the supplier counted, or brought; never less than what is promised already. */
export async function setStockQty(all: Tx, by: number | null, skuId: number, mode: 'set' | 'add', qty: number) {
  const [now] = await holdSkus(all, [skuId]);
  if (!now) throw notFound();
  const next = mode === 'set' ? qty : now.stockQty + qty;
  if (next < now.lockedQty) throw refusal('belowLocked', 'commerce.refusal.belowLocked', { n: now.lockedQty });
  return moveStock(all, by, { skuId, stock: next - now.stockQty, locked: 0, kind: mode });
}
