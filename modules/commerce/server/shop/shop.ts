import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/commerce/contract/shop/shop.ts';
import { rxCovers } from '#modules/cure/server/index.ts';
import { linkTo } from '#modules/platform/server/index.ts';
import type { Content } from '../catalogue/commodity.ts';
import { name } from '../common.ts';
import { buyerOf, offered, offerValues } from './buyer.ts';

const labels = { zh_CN: 'name', zh_TW: 'name_tw', en: 'name_en' } as const;
const label = (alias: string, { language }: Pick<Call, 'language'>, prefix = '') =>
  `coalesce(${alias}.${prefix}${labels[language]}, ${alias}.${prefix}name)`;

/** Whoever may see the goods may see what they look like, though the file is the supplier's. */
export const pictureOf = ({ actor }: Pick<Call, 'actor'>, fileId: number | null): string | null =>
  fileId === null ? null : linkTo(actor, fileId, true);

/** The shop reads goods of all suppliers: what of them is told is written out here, column by column. */
const inShop = <T>(call: Call, work: (all: Tx) => Promise<T>): Promise<T> =>
  call.database.transaction(call.actor.scope, (tx) => inTenant(tx, call.actor.tenantNo, 'shop', work));

const from = `from commerce.product p join commerce.category_seen c on c.id = p.category_id
  left join commerce.category_rule r on r.tenant_no = p.tenant_no and r.category_id = p.category_id
  join lateral (
    select min(s.sale_price) as "priceFrom", min(s.sale_price - case when s.subsidy_used < s.subsidy_quota
        then s.subsidy_per_unit else 0 end) as "payFrom",
      bool_or(s.subsidy_per_unit > 0 and s.subsidy_used < s.subsidy_quota) as subsidised,
      bool_or(k.is_on and k.stock_qty - k.locked_qty >= k.min_qty) as "inStock"
    from commerce.product_sku s join commerce.commodity_sku k on k.id = s.sku_id where s.parent_id = p.id) w on true`;

async function list(call: Call<typeof contract.shopList>) {
  const { query } = call;
  return inShop(call as unknown as Call, async (all) => {
    const buyer = await buyerOf(all, call);
    const values = [
      ...offerValues(buyer, today()),
      query.keyword ? `%${query.keyword.replace(/[\\%_]/g, '\\$&')}%` : null,
      query.categoryId ?? null,
      query.supplierId ?? null,
      query.subsidised ?? null,
      query.inStock ?? null,
      query.priceTo ?? null,
      query.again ? buyer.id : null,
    ];
    const where = `where ${offered} and ($5::text is null or p.title ilike $5 or p.content ->> 'manufacturer' ilike $5
        or p.content ->> 'brand' ilike $5)
      and ($6::bigint is null or p.category_id = $6 or c.parent_id = $6) and ($7::bigint is null or p.supplier_id = $7)
      and ($8::boolean is null or w.subsidised = $8) and ($9::boolean is null or w."inStock" = $9)
      and ($10::bigint is null or w."payFrom" <= $10)
      and ($11::bigint is null or exists (select 1 from commerce.trade_order_line l where l.principal_id = $11
        and l.product_id = p.id))`;
    const [count] = await all.query<{ n: number }>(`select count(*)::int as n ${from} ${where}`, values);
    call.answer.total = count?.n ?? 0;
    const cards = await all.query<Omit<contract.ShopCard, 'photo'> & { photo: number | null }>(
      `select p.id as "productId", p.title, ${name('p.supplier_id')} as supplier, p.supplier_id as "supplierId",
         ${label('c', call)} as category, p.category_id as "categoryId", (p.content -> 'photos' ->> 0)::bigint as photo,
         w."priceFrom", w."payFrom", w.subsidised, w."inStock", p.recommended,
         commerce.rating_of(p.id)::float8 as rating, commerce.sold_units(p.id, 30) as sold30
       ${from} ${where} order by p.recommended desc, p.order_num, p.id
       limit ${query.pageSize} offset ${(query.pageNum - 1) * query.pageSize}`,
      values,
    );
    return cards.map((card) => ({ ...card, photo: pictureOf(call, card.photo) }));
  });
}

async function categories(call: Call<typeof contract.shopCategories>) {
  return inShop(call as unknown as Call, async (all) => {
    const buyer = await buyerOf(all, call);
    const rows = await all.query<{ id: number; name: string; n: number; parentId: number; parent: string }>(
      `select c.id, ${label('c', call)} as name, c.parent_id as "parentId", ${label('c', call, 'parent_')} as parent,
         count(*)::int as n
       from commerce.product p join commerce.category_seen c on c.id = p.category_id
       left join commerce.category_rule r on r.tenant_no = p.tenant_no and r.category_id = p.category_id
       where ${offered} group by 1, 2, 3, 4, c.parent_order, c.order_num order by c.parent_order, c.order_num`,
      offerValues(buyer, today()),
    );
    return [...Map.groupBy(rows, (one) => one.parentId)].map(([id, children]) => ({
      id,
      name: children[0]?.parent ?? '',
      n: children.reduce((sum, one) => sum + one.n, 0),
      children: children.map((one) => ({ id: one.id, name: one.name, n: one.n })),
    }));
  });
}

interface Head {
  readonly productId: number;
  readonly productNo: string;
  readonly title: string;
  readonly supplier: string;
  readonly category: string;
  readonly content: Content;
  readonly coldChain: boolean;
  readonly afterSaleDays: number;
  readonly serviceNote: string | null;
  readonly subsidyProgram: string | null;
  readonly limitPerBuyerYear: number;
  readonly boughtThisYear: number;
  readonly isOnShelf: boolean;
  readonly rating: number | null;
}

async function one(call: Call<typeof contract.shopProduct>) {
  const { productId } = call.params;
  return inShop(call as unknown as Call, async (all) => {
    const buyer = await buyerOf(all, call);
    // Whoever bought it finds it again, off the shelf too.
    const [head] = await all.query<Head>(
      `select p.id as "productId", p.product_no as "productNo", p.title, ${name('p.supplier_id')} as supplier,
         ${label('c', call)} as category, p.content, coalesce(r.cold_chain, false) as "coldChain",
         coalesce(r.after_sale_days, 7) as "afterSaleDays", r.service_note as "serviceNote",
         p.subsidy_program as "subsidyProgram", p.limit_per_buyer_year as "limitPerBuyerYear",
         (select coalesce(sum(l.qty - l.cancelled_qty - l.returned_qty), 0)::int from commerce.trade_order_line l
           join commerce.trade_order o on o.id = l.order_id where l.product_id = p.id and l.principal_id = $6
             and o.status not in ('cancelled', 'closed')
             and o.placed_at at time zone 'Asia/Shanghai' >= date_trunc('year', now() at time zone 'Asia/Shanghai')
         ) as "boughtThisYear",
         (${offered}) as "isOnShelf", commerce.rating_of(p.id)::float8 as rating
       from commerce.product p join commerce.category_seen c on c.id = p.category_id
       left join commerce.category_rule r on r.tenant_no = p.tenant_no and r.category_id = p.category_id
       where p.tenant_no = kit.tenant() and p.id = $5 and ((${offered})
         or exists (select 1 from commerce.trade_order_line l where l.product_id = p.id and l.principal_id = $6)
         or $7::boolean)`,
      [...offerValues(buyer, today()), productId, buyer.id, call.actor.actions.has('selection:product:list')],
    );
    if (!head) throw notFound();
    const packs = await all.query<contract.ShopPack & { materialId: number | null; factor: number | null }>(
      `select s.id as "productSkuId", s.spec, s.unit, s.sale_price as "salePrice", s.market_price as "marketPrice",
         s.subsidy_per_unit as "subsidyPerUnit", s.subsidy_quota - s.subsidy_used as "subsidyLeft",
         f.min_qty as "minQty", f.step_qty as "stepQty", case when f.is_on then f.free else 0 end as available,
         f.material_id as "materialId", f.factor::float8 as factor
       from commerce.product_sku s join lateral commerce.pack_facts(array[s.sku_id]) f on true
       where s.parent_id = $1 order by s.line_no`,
      [productId],
    );
    const linked = packs.flatMap(({ materialId, factor }) =>
      materialId && factor ? [{ materialId, qty: factor, pack: factor }] : [],
    );
    const covers = await rxCovers(all, buyer.id, linked);
    const [days] = await all.query<{ n: number | null }>(
      'select max(withdrawal_days) as n from commerce.material_seen where id = any ($1)',
      [linked.map((pack) => pack.materialId)],
    );
    const ratings = await all.query<{
      rating: number;
      words: string | null;
      by: string | null;
      region: number;
      on: string;
    }>(`select rating, words, by_name as by, region, on_day as on from commerce.ratings_of($1)`, [productId]);
    const { content, ...rest } = head;
    const { regions: _r, skus: _s, title: _t, categoryId: _c, ...told } = content;
    return {
      ...rest,
      ...told,
      photos: content.photos.map((id) => linkTo(call.actor, id)),
      rxOnly: covers.some((cover) => cover.rxOnly),
      withdrawalDays: days?.n ?? null,
      packs: packs.map(({ materialId: _m, factor: _f, ...pack }) => pack),
      ratings: ratings.map(({ rating, words, by, region, on }) => ({
        rating,
        text: words,
        by: by ?? lookups().regionName(region, call.language) ?? '',
        on,
      })),
    };
  });
}

export const shopRoutes = (): Route[] => [
  serve('commerce', contract.shopList, list),
  serve('commerce', contract.shopCategories, categories),
  serve('commerce', contract.shopProduct, one),
];
