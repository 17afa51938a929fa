import type { TextArgs } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { rxCovers } from '#modules/cure/server/index.ts';
import { documentsValid } from '#modules/registry/server/index.ts';
import type { Content } from '../catalogue/commodity.ts';
import { type Rule, ruleColumns, ruleJoin } from '../catalogue/papers.ts';
import { name } from '../common.ts';
import type { Buyer } from './buyer.ts';
import type { SumLine } from './order-calc.ts';

export interface Wanted {
  readonly productSkuId: number;
  readonly qty: number;
}
interface Facts extends Rule {
  readonly productSkuId: number;
  readonly productId: number;
  readonly skuId: number;
  readonly supplierId: number;
  readonly supplier: string;
  readonly title: string;
  readonly content: Content;
  readonly programme: string | null;
  readonly spec: string;
  readonly unit: string;
  readonly salePrice: number;
  readonly marketPrice: number | null;
  readonly subsidyPerUnit: number;
  readonly subsidyLeft: number;
  readonly isOffered: boolean;
  readonly inRegion: boolean;
  readonly productBuyers: readonly string[];
  readonly limit: number;
  readonly bought: number;
  readonly free: number;
  readonly minQty: number;
  readonly stepQty: number;
  readonly materialId: number | null;
  readonly factor: number | null;
  readonly hasExpiry: boolean;
}
export interface Fault {
  readonly bizCode: string;
  readonly args: TextArgs;
}
export interface Judged extends Facts {
  readonly qty: number;
  readonly subsidisedQty: number;
  readonly fault: Fault | null;
}

const factsSql = `select ps.id as "productSkuId", p.id as "productId", ps.sku_id as "skuId",
    p.supplier_id as "supplierId", ${name('p.supplier_id')} as supplier, p.title, p.content,
    p.subsidy_program as programme, ps.spec, ps.unit, ps.sale_price as "salePrice", ps.market_price as "marketPrice",
    ps.subsidy_per_unit as "subsidyPerUnit", ps.subsidy_quota - ps.subsidy_used as "subsidyLeft",
    p.status = 'onShelf' and (p.shelf_from is null or p.shelf_from <= $4::date)
      and (p.shelf_to is null or p.shelf_to >= $4::date) and s.is_on and g.status not in ('banned', 'stopped')
      and g.live_revision is not null as "isOffered",
    exists (select 1 from commerce.product_region w where w.parent_id = p.id
      and commerce.lies_in($3::bigint, w.region_code)) as "inRegion",
    p.buyer_types as "productBuyers", p.limit_per_buyer_year as "limit",
    (select coalesce(sum(l.qty - l.cancelled_qty - l.returned_qty), 0)::int from commerce.trade_order_line l
      join commerce.trade_order o on o.id = l.order_id
      where l.tenant_no = kit.tenant() and l.product_id = p.id and l.principal_id = $2
        and o.status not in ('cancelled', 'closed')
        and o.placed_at at time zone 'Asia/Shanghai' >= date_trunc('year', now() at time zone 'Asia/Shanghai')
    ) as bought,
    s.stock_qty - s.locked_qty as free, s.min_qty as "minQty", s.step_qty as "stepQty",
    k.material_id as "materialId", k.factor::float8 as factor,
    coalesce(m.has_expiry, (p.content ->> 'shelfLifeMonths') is not null) as "hasExpiry", ${ruleColumns}
  from commerce.product_sku ps join commerce.product p on p.id = ps.parent_id
  join commerce.commodity_sku s on s.id = ps.sku_id join commerce.commodity g on g.id = s.parent_id
  left join commerce.commodity_link k on k.sku_id = s.id and k.status <> 'open'
  left join commerce.material_seen m on m.id = k.material_id
  ${ruleJoin('p.category_id')}
  where ps.tenant_no = kit.tenant() and ps.id = any ($1) order by ps.id`;

interface Circumstances {
  readonly buyer: Buyer;
  /** Of all packs of the product together: a limit is the product's. */
  readonly wantedOf: ReadonlyMap<number, number>;
  readonly rx: ReadonlyMap<number, boolean>;
  readonly hasPapers: boolean;
}
/** R11, R12: what is in the way of a line, the first thing first. */
function faultOf(one: Facts, qty: number, { buyer, wantedOf, rx, hasPapers }: Circumstances): Fault | null {
  const fault = (bizCode: string, args: TextArgs = {}): Fault => ({ bizCode, args });
  const admits = (types: readonly string[]) => types.length === 0 || types.includes(buyer.type);
  if (!one.isOffered || !one.sellable || !hasPapers) return fault('offShelf');
  if (!admits(one.productBuyers) || !admits(one.buyerTypes)) return fault('buyerNotAllowed');
  if (one.buyerConfig && !buyer.configs.includes(one.buyerConfig)) return fault('buyerNotAllowed');
  if (!one.inRegion) return fault('outOfRegion');
  if (qty < one.minQty || qty % one.stepQty !== 0) return fault('step', { min: one.minQty, step: one.stepQty });
  if (one.limit > 0 && one.bought + (wantedOf.get(one.productId) ?? qty) > one.limit)
    return fault('limit', { n: Math.max(0, one.limit - one.bought) });
  if (qty > one.free) return fault('soldOut', { n: one.free });
  if (one.materialId !== null && rx.get(one.materialId) === false) return fault('needPrescription');
  return null;
}

/** So much under each key, added up. */
function added<T>(rows: readonly T[], keyOf: (row: T) => number, of: (row: T) => number): Map<number, number> {
  const sums = new Map<number, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + of(row));
  return sums;
}

/** R12: what is ordered already and not here yet was covered by the same sheets. */
const orderedSql = `select k.material_id as "materialId", sum((l.qty - l.cancelled_qty) * k.factor)::float8 as qty
  from commerce.trade_order o join commerce.trade_order_line l on l.order_id = o.id
  join commerce.commodity_link k on k.sku_id = l.sku_id and k.status <> 'open'
  where o.tenant_no = kit.tenant() and o.principal_id = $1
    and k.material_id is not null and k.material_id = any ($2)
    and o.status not in ('received', 'completed', 'cancelled', 'closed') group by 1`;

async function coversOf(all: Tx, buyer: Buyer, facts: readonly Facts[], qtyOf: ReadonlyMap<number, number>) {
  const linked = facts.filter((one) => one.materialId !== null && one.factor !== null);
  if (linked.length === 0) return new Map<number, boolean>();
  const materialOf = (one: Facts) => one.materialId ?? 0;
  const needed = added(linked, materialOf, (one) => (qtyOf.get(one.productSkuId) ?? 0) * (one.factor ?? 0));
  const ordered = await all.query<{ materialId: number; qty: number }>(orderedSql, [buyer.id, [...needed.keys()]]);
  for (const { materialId, qty } of ordered) needed.set(materialId, (needed.get(materialId) ?? 0) + qty);
  const items = [...needed].map(([materialId, qty]) => ({
    materialId,
    qty,
    pack: Math.max(...linked.filter((one) => materialOf(one) === materialId).map((one) => one.factor ?? 0)),
  }));
  const covers = await rxCovers(all, buyer.id, items);
  return new Map(covers.filter((one) => one.rxOnly).map((one) => [one.materialId, one.covered]));
}

/** Every line with what it would come to and what is in its way, brought to a region; under the tenant's own sight. */
export async function judge(
  all: Tx,
  buyer: Buyer,
  wanted: readonly Wanted[],
  regionCode = buyer.regionCode,
): Promise<Judged[]> {
  const ids = wanted.map((one) => one.productSkuId);
  const facts = await all.query<Facts>(factsSql, [ids, buyer.id, regionCode, today()]);
  const qtyOf = new Map(wanted.map((one) => [one.productSkuId, one.qty]));
  const rx = await coversOf(all, buyer, facts, qtyOf);
  const wantedOf = added(
    facts,
    (one) => one.productId,
    (one) => qtyOf.get(one.productSkuId) ?? 0,
  );
  const papers = new Map<string, boolean>();
  for (const one of facts) {
    const key = `${one.supplierId} ${one.docKinds.join()}`;
    if (!papers.has(key))
      papers.set(key, (await documentsValid(all, one.supplierId, one.docKinds, today())).length === 0);
  }
  return facts.map((one) => {
    const qty = qtyOf.get(one.productSkuId) ?? 0;
    const hasPapers = papers.get(`${one.supplierId} ${one.docKinds.join()}`) ?? false;
    const subsidisedQty = one.subsidyPerUnit > 0 ? Math.max(0, Math.min(qty, one.subsidyLeft)) : 0;
    return { ...one, qty, subsidisedQty, fault: faultOf(one, qty, { buyer, wantedOf, rx, hasPapers }) };
  });
}

export const sumLineOf = (one: Judged): SumLine => ({
  title: `${one.title} ${one.spec}`,
  qty: one.qty,
  salePriceCents: one.salePrice,
  subsidisedQty: one.subsidisedQty,
  subsidyPerUnitCents: one.subsidyPerUnit,
  freightMode: one.content.freightMode,
  freightCents: one.content.freight,
  freeAboveCents: one.content.freeAbove,
});

/** R12: one order for each supplier. */
export const bySupplier = (lines: readonly Judged[]): Judged[][] => [
  ...Map.groupBy(lines, (one) => one.supplierId).values(),
];
