import type { Tx } from '#kit/server/db/database.ts';
import { followRevision, productFor, takeOff } from '../selection/product.ts';
import { followPrices } from '../selection/product-sku.ts';
import type { CommodityRow, Content } from './commodity.ts';

interface Approved {
  readonly content: Content;
  readonly revision: number;
  readonly approvedBy: number;
  /** In the words of whoever approves, for who reads why it left the shelf. */
  readonly reason: string;
}
/** R9: the product follows what was approved; asked another price for, it waits for the operator. */
export async function approveContent(all: Tx, row: CommodityRow, approved: Approved): Promise<void> {
  const live = await productFor(all, row.id);
  if (!live) return;
  await followRevision(all, live.id, approved);
  if (await followPrices(all, live.id, approved.content))
    await takeOff(all, [live.id], { reason: approved.reason, pricePending: true });
}
