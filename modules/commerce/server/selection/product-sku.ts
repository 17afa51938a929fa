import type { Tx } from '#kit/server/db/database.ts';
import type { Content } from '../catalogue/commodity.ts';
import { tellOperators } from '../common.ts';

export interface Priced {
  readonly id: number;
  readonly skuId: number;
  readonly salePrice: number;
  readonly subsidyPerUnit: number;
  readonly left: number;
}
/** After the packs themselves and in the order of their ids. */
export const holdPrices = (all: Tx, ids: readonly number[]): Promise<Priced[]> =>
  all.query<Priced>(
    `select id, sku_id as "skuId", sale_price as "salePrice", subsidy_per_unit as "subsidyPerUnit",
       subsidy_quota - subsidy_used as left
     from commerce.product_sku where id = any ($1) order by id for update`,
    [ids],
  );

/** R15: units of a subsidy that are taken, or given back by less than nothing. */
export async function takeQuota(all: Tx, id: number, units: number): Promise<void> {
  if (units === 0) return;
  const [row] = await all.query<{ used: number; quota: number; title: string }>(
    `update commerce.product_sku s set subsidy_used = s.subsidy_used + $2 from commerce.product p
     where s.id = $1 and p.id = s.parent_id
     returning s.subsidy_used as used, s.subsidy_quota as quota, p.title || ' ' || s.spec as title`,
    [id, units],
  );
  const isScarce = (used: number, quota: number) => used * 10 > quota * 9;
  // Told once, by the order that passes the mark.
  if (row && isScarce(row.used, row.quota) && !isScarce(row.used - units, row.quota))
    await tellOperators(
      all,
      { key: 'commerce.product.told_quota', args: { title: row.title, n: row.quota - row.used } },
      `/selectionLib/productList/list?keyword=${encodeURIComponent(row.title.slice(0, 30))}`,
    );
}

/** What the supplier asks since the new content was approved; answers whether any of it changed. */
export async function followPrices(all: Tx, productId: number, content: Content): Promise<boolean> {
  const changed = await all.query(
    `update commerce.product_sku s set spec = n.spec, unit = n.unit, supply_price = n."supplyPrice",
       market_price = n."marketPrice"
     from jsonb_to_recordset($2::jsonb) n (id bigint, spec text, unit text, "supplyPrice" bigint, "marketPrice" bigint)
     where s.parent_id = $1 and s.sku_id = n.id and s.supply_price <> n."supplyPrice" returning s.id`,
    [productId, JSON.stringify(content.skus)],
  );
  await all.query(
    `update commerce.product_sku s set spec = n.spec, unit = n.unit, market_price = n."marketPrice"
     from jsonb_to_recordset($2::jsonb) n (id bigint, spec text, unit text, "marketPrice" bigint)
     where s.parent_id = $1 and s.sku_id = n.id
       and (s.spec, s.unit, s.market_price) is distinct from (n.spec, n.unit, n."marketPrice")`,
    [productId, JSON.stringify(content.skus)],
  );
  return changed.length > 0;
}
