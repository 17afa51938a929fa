import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Content } from '../catalogue/commodity.ts';
import { clock, type Doer, record } from '../catalogue/operating-record.ts';

export interface ProductRow {
  readonly id: number;
  readonly version: number;
  readonly productNo: string;
  readonly commodityId: number;
  readonly supplierId: number;
  readonly categoryId: number;
  readonly title: string;
  readonly approvedBy: number | null;
  readonly status: string;
}
const columns = `id, version, product_no as "productNo", commodity_id as "commodityId", supplier_id as "supplierId",
  category_id as "categoryId", title, approved_by as "approvedBy", status`;

export async function productOf(tx: Tx, id: number, lock = false): Promise<ProductRow> {
  const [row] = await tx.query<ProductRow>(
    `select ${columns} from commerce.product where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
export async function productFor(tx: Tx, commodityId: number): Promise<ProductRow | null> {
  const [row] = await tx.query<ProductRow>(
    `select ${columns} from commerce.product where tenant_no = kit.tenant() and commodity_id = $1
       and status <> 'retired' for update`,
    [commodityId],
  );
  return row ?? null;
}

/** R12: of products with a yearly limit one order at a time, whatever pack it is for. */
export const holdLimits = (all: Tx, productSkuIds: readonly number[]): Promise<unknown> =>
  all.query(
    `select p.id from commerce.product p where p.tenant_no = kit.tenant() and p.limit_per_buyer_year > 0
       and p.id in (select s.parent_id from commerce.product_sku s where s.id = any ($1))
     order by p.id for update of p`,
    [productSkuIds],
  );

/** R9: what buyers see follows what was approved. */
export async function followRevision(
  all: Tx,
  id: number,
  { content, revision, approvedBy }: { content: Content; revision: number; approvedBy: number },
): Promise<void> {
  await all.query(
    `update commerce.product set content = $2, commodity_revision = $3, title = $4, category_id = $5, approved_by = $6,
       version = version + 1, updated_at = now() where id = $1`,
    [id, JSON.stringify(content), revision, content.title, content.categoryId, approvedBy],
  );
}

/** Off the shelf with a reason: by the clock, by a ban, by a paper that ran out, by another price. */
export async function takeOff(
  all: Tx,
  productIds: readonly number[],
  { reason, by = clock, pricePending = false }: { reason: string; by?: Doer; pricePending?: boolean },
): Promise<ProductRow[]> {
  const rows = await all.query<ProductRow>(
    `update commerce.product set status = 'offShelf', off_reason = $2, price_pending = price_pending or $3,
       version = version + 1, updated_at = now()
     where id = any ($1) and status = 'onShelf' returning ${columns}`,
    [productIds, reason.slice(0, 200), pricePending],
  );
  for (const one of rows)
    await record(all, by, {
      objectType: 'product',
      objectId: one.id,
      objectName: one.title,
      supplierId: one.supplierId,
      action: 'unshelve',
      changes: { status: ['onShelf', 'offShelf'] },
      remark: reason,
    });
  return rows;
}
