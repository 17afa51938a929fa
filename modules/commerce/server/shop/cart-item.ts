import type { Tx } from '#kit/server/db/database.ts';

export interface Owner {
  readonly userId: number;
  readonly principalId: number;
}
export const cartOf = (tx: Tx, { userId, principalId }: Owner) =>
  tx.query<{ productSkuId: number; qty: number }>(
    `select product_sku_id as "productSkuId", qty from commerce.cart_item
     where tenant_no = kit.tenant() and user_id = $1 and principal_id = $2 order by id`,
    [userId, principalId],
  );

export async function putInCart(
  tx: Tx,
  { userId, principalId }: Owner,
  { productSkuId, qty, mode }: { productSkuId: number; qty: number; mode: 'set' | 'add' },
): Promise<number> {
  const [row] = await tx.query<{ qty: number }>(
    `insert into commerce.cart_item as c (tenant_no, user_id, principal_id, product_sku_id, qty, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $1)
     on conflict (tenant_no, user_id, principal_id, product_sku_id) do update
       set qty = least(1000000, case when $5 = 'add' then c.qty else 0 end + excluded.qty) returning qty`,
    [userId, principalId, productSkuId, qty, mode],
  );
  return row?.qty ?? 0;
}

/** What is no longer sold is in nobody's cart. */
export const dropFromCarts = (all: Tx, productId: number): Promise<unknown> =>
  all.query(
    `delete from commerce.cart_item c using commerce.product_sku s
     where s.id = c.product_sku_id and s.parent_id = $1`,
    [productId],
  );

export async function dropFromCart(tx: Tx, { userId, principalId }: Owner, ids: readonly number[]): Promise<number> {
  const rows = await tx.query(
    `delete from commerce.cart_item where tenant_no = kit.tenant() and user_id = $1 and principal_id = $2
       and product_sku_id = any ($3) returning id`,
    [userId, principalId, ids],
  );
  return rows.length;
}
