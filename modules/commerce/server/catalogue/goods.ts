import type { DataOf } from '#kit/contract/endpoint.ts';
import { forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/commerce/contract/catalogue/commodity.ts';
import { asTenant, name } from '../common.ts';
import { pictureOf } from '../shop/shop.ts';
import { commodityOf, contentOf, patchCommodity } from './commodity.ts';
import { revisionOf } from './commodity-revision.ts';
import { setStockQty } from './commodity-sku.ts';
import { doerOf, record } from './operating-record.ts';
import { papersOf, paperTrouble, ruleOf } from './papers.ts';

type Content = contract.CommodityContent;
type Entry = Omit<DataOf<typeof contract.fromLibrary>, 'shelfLifeMonths'>;
const similarSql = `select p.title, s.spec, s.sale_price as "salePrice" from commerce.product p
  join commerce.product_sku s on s.parent_id = p.id
  where p.tenant_no = kit.tenant() and p.category_id = $1 and p.commodity_id <> $2 and p.status = 'onShelf'
  order by s.sale_price limit 8`;

async function content(call: Call<typeof contract.commodityContent>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const row = await commodityOf(tx, call.query.id);
    const isOwn = call.actor.scope.principals.includes(row.supplierId);
    // Rivals that see the tenant by region are no operators.
    if (!isOwn && !call.actor.actions.has('selection:commodity:review')) throw notFound();
    return inTenant(tx, call.actor.tenantNo, 'commodityContent', async (all) => {
      const now = await contentOf(all, row.id);
      const live = row.liveRevision === null ? null : await revisionOf(all, row.id, row.liveRevision);
      const rule = await ruleOf(all, row.categoryId);
      const differences = live
        ? Object.keys(now).flatMap((field) => {
            const [approved, submitted] = [live[field as never] as unknown, now[field as never] as unknown];
            return JSON.stringify(approved) === JSON.stringify(submitted) ? [] : [{ field, approved, submitted }];
          })
        : [];
      const revisions = await all.query<Content['revisions'][number]>(
        `select r.revision, r.state, r.submitted_at as "submittedAt", r.decided_at as "decidedAt", u.name as reviewer,
           r.note from commerce.commodity_revision r left join commerce.user_seen u on u.id = r.reviewer_id
         where r.commodity_id = $1 order by r.revision desc limit 20`,
        [row.id],
      );
      const skus = await all.query<Content['skus'][number]>(
        `select s.id, s.sku_no as "skuNo", s.spec, s.unit, s.supply_price as "supplyPrice",
           s.market_price as "marketPrice", s.stock_qty as "stockQty", s.locked_qty as "lockedQty", s.is_on as "isOn",
           m.name as material, k.factor::float8 as factor
         from commerce.commodity_sku s left join commerce.commodity_link k on k.sku_id = s.id
         left join commerce.material_seen m on m.id = k.material_id where s.parent_id = $1 order by s.line_no`,
        [row.id],
      );
      const weeks = await all.query<Content['weeks'][number]>(
        `select to_char(w.day, 'YYYY-MM-DD') as "from", coalesce((select sum(l.qty - l.cancelled_qty)
             from commerce.trade_order_line l join commerce.trade_order o on o.id = l.order_id
             join commerce.commodity_sku s on s.id = l.sku_id
             where s.parent_id = $1 and o.status not in ('cancelled', 'closed')
               and o.placed_at >= w.day and o.placed_at < w.day + interval '7 days'), 0)::int as qty
         from generate_series(current_date - 83, current_date, interval '7 days') w (day) order by w.day`,
        [row.id],
      );
      const prices = await all.query<Content['prices'][number]>(
        `select s.spec, s.sale_price as "salePrice", s.subsidy_per_unit as "subsidyPerUnit"
         from commerce.product p join commerce.product_sku s on s.parent_id = p.id
         where p.tenant_no = kit.tenant() and p.commodity_id = $1 and p.status <> 'retired' order by s.line_no`,
        [row.id],
      );
      return {
        differences,
        reasons: row.reasons,
        papers: await papersOf(all, call, row.supplierId, rule?.docKinds ?? []),
        revisions,
        skus,
        regions: [...now.regions],
        similar: await all.query<Content['similar'][number]>(similarSql, [row.categoryId, row.id]),
        weeks,
        prices,
      };
    });
  });
}

/** R8: the clerk counts too. */
async function stock(call: Call<typeof contract.setStock>) {
  const { skuId, mode, qty } = call.body;
  const [sku] = await call.tx.query<{ commodityId: number; spec: string; stockQty: number }>(
    `select parent_id as "commodityId", spec, stock_qty as "stockQty" from commerce.commodity_sku where id = $1`,
    [skuId],
  );
  if (!sku) throw notFound();
  const row = await commodityOf(call.tx, sku.commodityId);
  if (!call.actor.scope.principals.includes(row.supplierId)) throw forbidden();
  return asTenant(call, 'stock', async (all) => {
    const after = await setStockQty(all, call.actor.userId, skuId, mode, qty);
    await record(all, doerOf(call), {
      objectType: 'sku',
      objectId: skuId,
      objectName: `${row.title} ${sku.spec}`,
      supplierId: row.supplierId,
      action: 'stock',
      changes: { stockQty: [sku.stockQty, after.stockQty] },
    });
    return { stockQty: after.stockQty, lockedQty: after.lockedQty };
  });
}

async function stockMany(call: Call<typeof contract.importStock>) {
  const { items, mode } = call.body;
  const skus = await call.tx.query<{ id: number; skuNo: string; supplierId: number }>(
    `select s.id, s.sku_no as "skuNo", c.supplier_id as "supplierId" from commerce.commodity_sku s
     join commerce.commodity c on c.id = s.parent_id where s.sku_no = any ($1)`,
    [items.map((one) => one.skuNo)],
  );
  const known = new Map(
    skus.filter((one) => call.actor.scope.principals.includes(one.supplierId)).map((one) => [one.skuNo, one.id]),
  );
  const missing = items.find((one) => !known.has(one.skuNo));
  if (missing) throw refusal('noSuchSku', 'commerce.refusal.noSuchSku', { no: missing.skuNo });
  return asTenant(call, 'stock', async (all) => {
    const sorted = items.toSorted((a, b) => (known.get(a.skuNo) ?? 0) - (known.get(b.skuNo) ?? 0));
    for (const { skuNo, qty } of sorted) await setStockQty(all, call.actor.userId, known.get(skuNo) ?? 0, mode, qty);
    return { done: items.length };
  });
}

async function poolRows(call: Call<typeof contract.pool>) {
  const [rows] = await call.database.read<[Omit<contract.PoolRow, 'photo'> & { photo: number | null }]>(
    call.actor.scope,
    {
      text: `select t.id, t.version, t.commodity_no as "commodityNo", t.title, ${name('t.supplier_id')} as supplier,
        g.name as category, t.manufacturer, (select min(s.supply_price) from commerce.commodity_sku s
          where s.parent_id = t.id) as "priceFrom",
        (select max(s.supply_price) from commerce.commodity_sku s where s.parent_id = t.id) as "priceTo",
        (select min(s.market_price) from commerce.commodity_sku s where s.parent_id = t.id) as "marketFrom",
        (select min(s.sale_price) from commerce.product p join commerce.product_sku s on s.parent_id = p.id
          where p.tenant_no = t.tenant_no and p.category_id = t.category_id and p.status = 'onShelf') as "similarFrom",
        ${paperTrouble} as "paperTrouble", t.photos[1] as photo
      from commerce.commodity t join commerce.category_seen g on g.id = t.category_id
      where t.tenant_no = kit.tenant() and t.live_revision is not null
        and t.status in ('approved', 'changed', 'rejected')
        and t.ignored_reason is null and ($1::text is null or t.title ilike '%' || $1 || '%')
        and not exists (select 1 from commerce.product p where p.tenant_no = t.tenant_no and p.commodity_id = t.id
          and p.status <> 'retired')
      order by t.id desc limit 200`,
      values: [call.query.keyword?.replace(/[\\%_]/g, '\\$&') ?? null],
    },
  );
  return rows.map((one) => ({ ...one, photo: pictureOf(call, one.photo) }));
}

export const goodsRoutes = (): Route[] => [
  serve('commerce', contract.commodityContent, content),
  serve('commerce', contract.requirements, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const rule = await ruleOf(tx, call.query.categoryId);
      if (!rule) throw notFound();
      return {
        sellable: rule.sellable,
        approvalNo: rule.licenceKind !== 'none',
        coldChain: rule.coldChain,
        papers: await papersOf(tx, call, call.actor.principalId, rule.docKinds),
        serviceNote: rule.serviceNote,
      };
    }),
  ),
  serve('commerce', contract.setStock, stock),
  serve('commerce', contract.importStock, stockMany),
  serve('commerce', contract.fromLibrary, async (call) => {
    const [[row]] = await call.database.read<[Entry & { restricted: boolean; days: number | null }]>(call.actor.scope, {
      text: `select commodity_name as title, category_id as "categoryId", brand, manufacturer,
          licence_no as "approvalNo", detail as intro, shelf_life_days as days, spec, unit, restricted
        from commerce.library_seen where tenant_no = kit.tenant() and id = $1 and status = 'onShelf'`,
      values: [call.query.libraryId],
    });
    if (!row) throw notFound();
    const { restricted, days, ...entry } = row;
    if (restricted) throw refusal('restricted', 'commerce.refusal.restricted');
    return { ...entry, shelfLifeMonths: days ? Math.max(1, Math.round(days / 30)) : null };
  }),
  serve('commerce', contract.pool, poolRows),
  serve('commerce', contract.ignoreCommodity, async (call) => {
    const row = await commodityOf(call.tx, call.body.id, true);
    await patchCommodity(call.tx, row.id, { ignoredReason: call.body.reason });
    await record(call.tx, doerOf(call), {
      objectType: 'commodity',
      objectId: row.id,
      objectName: row.title,
      supplierId: row.supplierId,
      action: 'ignore',
      remark: call.body.reason,
    });
    return null;
  }),
];
