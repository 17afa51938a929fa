import type { Tx } from '#kit/server/db/database.ts';
import type { Random } from '../random.ts';
import { dayBefore, newIds, numbering, saveRows } from './bulk.ts';
import { contentOf, type Goods, userId } from './goods.ts';

export interface Offer {
  readonly productId: number;
  readonly productSkuId: number;
  readonly goods: Goods;
  readonly skuId: number;
  readonly spec: string;
  readonly unit: string;
  readonly salePrice: number;
  readonly marketPrice: number;
  readonly subsidyPerUnit: number;
  readonly quota: number;
  readonly status: string;
}
const programmes = ['冬春保畜饲料补贴', '防疫消杀物资补贴'] as const;
const paperEnded = '证照到期';

/** What operators selected: four products of the supplier whose licence ended are off the shelf with that reason. */
export async function saveProducts(
  tx: Tx,
  goods: readonly Goods[],
  { today, random }: { today: string; random: Random },
): Promise<Offer[]> {
  // One in six is still in the pool, of every supplier.
  const selected = goods
    .filter((one) => ['approved', 'changed'].includes(one.status))
    .filter((_, at) => at % 6 !== 5)
    .slice(0, 140);
  const operator = await userId(tx, 'sel1');
  const ids = await newIds(tx, 'commerce.product', selected.length);
  const numbers = numbering('MP');
  let ended = 0;
  const offers: Offer[] = [];
  const rows = selected.map((one, at) => {
    const isEnded = one.supplier.left !== undefined && one.supplier.left < 0;
    if (isEnded) ended += 1;
    const isPending = one.status === 'changed';
    const status = isEnded
      ? ended <= 4
        ? 'offShelf'
        : 'retired'
      : isPending
        ? 'offShelf'
        : at % 11 === 4
          ? 'draft'
          : at % 23 === 9
            ? 'offShelf'
            : 'onShelf';
    const isFeed = one.code.startsWith('FED') || one.code.startsWith('ADD');
    const isAided = at % 5 === 1 && (isFeed || one.code.startsWith('DIS'));
    const made = dayBefore(today, 330 - (at % 90));
    return {
      row: {
        id: ids[at] as number,
        product_no: numbers(made),
        commodity_id: one.id,
        supplier_id: one.supplierId,
        commodity_revision: 1,
        title: one.title,
        category_id: one.categoryId,
        content: contentOf(one),
        approved_by: operator,
        buyer_types: [],
        limit_per_buyer_year: at % 9 === 2 ? 200 : 0,
        recommended: at % 8 === 0,
        order_num: at,
        shelf_from: made,
        shelf_to: at % 10 === 4 ? dayBefore(today, -(at % 40) - 5) : null,
        subsidy_program: isAided ? programmes[isFeed ? 0 : 1] : null,
        off_reason: isEnded
          ? paperEnded
          : isPending
            ? '供货价变动，待运营确认'
            : status === 'offShelf'
              ? '运营下架'
              : null,
        price_pending: isPending,
        status,
        version: 0,
        created_by: operator,
        created_at: `${made}T10:00:00+08:00`,
        updated_at: `${made}T10:00:00+08:00`,
      },
      one,
      isAided,
      status,
    };
  });
  await saveRows(
    tx,
    'commerce.product',
    rows.map(({ row }) => row),
  );
  const packs: Record<string, unknown>[] = [];
  for (const { row, one, isAided, status } of rows) {
    const skuIds = await newIds(tx, 'commerce.product_sku', one.packs.length);
    for (const [no, pack] of one.packs.entries()) {
      const salePrice = Math.min(pack.marketPrice, Math.round((pack.supplyPrice * random.int(104, 114)) / 100));
      const subsidyPerUnit = isAided ? 1000 + random.int(0, 10) * 100 : 0;
      const quota = isAided ? 4000 : 0;
      const offer: Offer = {
        productId: row.id,
        productSkuId: skuIds[no] as number,
        goods: one,
        skuId: pack.skuId,
        spec: pack.spec,
        unit: pack.unit,
        salePrice,
        marketPrice: pack.marketPrice,
        subsidyPerUnit,
        quota,
        status,
      };
      offers.push(offer);
      packs.push({
        id: offer.productSkuId,
        parent_id: row.id,
        line_no: no + 1,
        sku_id: pack.skuId,
        spec: pack.spec,
        unit: pack.unit,
        supply_price: pack.supplyPrice,
        market_price: pack.marketPrice,
        sale_price: salePrice,
        subsidy_per_unit: subsidyPerUnit,
        subsidy_quota: quota,
        subsidy_used: 0,
      });
    }
  }
  await saveRows(tx, 'commerce.product_sku', packs);
  await saveRows(
    tx,
    'commerce.product_region',
    rows.flatMap(({ row }, at) =>
      (at % 7 === 3 ? [150521000000, 150502000000] : [150500000000]).map((region_code, no) => ({
        parent_id: row.id,
        line_no: no + 1,
        region_code,
      })),
    ),
  );
  await saveRows(
    tx,
    'commerce.operating_record',
    rows.map(({ row, status }, at) => ({
      region_code: 150500000000,
      supplier_id: row.supplier_id,
      object_type: 'product',
      object_id: row.id,
      object_name: row.title,
      action: status === 'draft' ? 'select' : status === 'offShelf' ? 'unshelve' : at % 6 === 2 ? 'edit' : 'shelve',
      changes: at % 6 === 2 ? { skus: [[[1, 9000]], [[1, 9200]]] } : { status: ['draft', status] },
      price_changed: at % 6 === 2,
      remark: row.off_reason,
      by_name: '娜仁花',
      at: row.updated_at,
    })),
  );
  return offers;
}
