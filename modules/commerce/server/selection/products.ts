import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { type Pricing, pricing, product } from '#modules/commerce/contract/selection/product.ts';
import { type CommodityRow, type Content, commodityOf } from '../catalogue/commodity.ts';
import { revisionOf } from '../catalogue/commodity-revision.ts';
import { changesOf, doerOf, record } from '../catalogue/operating-record.ts';
import { checkPapers, ruleOf } from '../catalogue/papers.ts';
import { asTenant, name, tellUnit } from '../common.ts';
import { type ProductRow, productOf } from './product.ts';

const packs = (what: string) => `(select ${what} from commerce.product_sku s where s.parent_id = t.id)`;
const expressions = {
  priceFrom: packs('min(s.sale_price)'),
  priceTo: packs('max(s.sale_price)'),
  supplyFrom: packs('min(s.supply_price)'),
  advantage: packs('round(100 - 100.0 * sum(s.sale_price) / nullif(sum(s.market_price), 0), 1)::float8'),
  subsidyQuota: packs('coalesce(sum(s.subsidy_quota), 0)::int'),
  subsidyUsed: packs('coalesce(sum(s.subsidy_used), 0)::int'),
  subsidised: 'exists (select 1 from commerce.product_sku s where s.parent_id = t.id and s.subsidy_per_unit > 0)',
  sold30: 'commerce.sold_units(t.id, 30)',
  rating: 'commerce.rating_of(t.id)::float8',
  complaints: 'commerce.complaints_of(t.id)',
};

interface Live {
  readonly row: CommodityRow;
  readonly content: Content;
  readonly approvedBy: number | null;
}
async function liveOf(all: Tx, commodityId: number): Promise<Live> {
  const row = await commodityOf(all, commodityId);
  const content = row.liveRevision === null ? null : await revisionOf(all, commodityId, row.liveRevision);
  if (!content || ['stopped', 'banned'].includes(row.status)) throw refusal('notLive', 'commerce.refusal.notLive');
  const [by] = await all.query<{ id: number | null }>(
    'select reviewer_id as id from commerce.commodity_revision where commodity_id = $1 and revision = $2',
    [commodityId, row.liveRevision],
  );
  return { row, content, approvedBy: by?.id ?? null };
}

type Asked = Pick<FormOf<typeof product>['skus'][number], 'skuId' | 'salePrice' | 'subsidyPerUnit' | 'subsidyQuota'>;
/** R5, line by line; answers the lines with what was approved of them. */
function pricedLines<L extends Asked>(lines: readonly L[], content: Content) {
  return lines.map((line, at) => {
    const sku = content.skus.find((one) => one.id === line.skuId);
    const wrong = (field: string, key: string) => invalid([{ field: `skus.${at}.${field}`, key }]);
    if (!sku) throw wrong('skuId', 'error.field.ref');
    if (line.salePrice < sku.supplyPrice) throw wrong('salePrice', 'commerce.product.belowSupply');
    if (sku.marketPrice !== null && line.salePrice > sku.marketPrice)
      throw wrong('salePrice', 'commerce.product.aboveMarket');
    if (line.subsidyPerUnit > line.salePrice) throw wrong('subsidyPerUnit', 'commerce.product.aboveSale');
    if (line.subsidyPerUnit > 0 && line.subsidyQuota === 0) throw wrong('subsidyQuota', 'error.field.required');
    const { spec, unit, supplyPrice, marketPrice } = sku;
    return { ...line, spec, unit, supplyPrice, marketPrice };
  });
}
function checkRegions(regions: readonly { regionCode: number }[], content: Content): void {
  const outside = regions.findIndex(({ regionCode }) => !content.regions.some((one) => within(regionCode, one)));
  if (outside >= 0) throw invalid([{ field: `regions.${outside}.regionCode`, key: 'commerce.product.notDelivered' }]);
}
const refuseOwn = (call: Call, supplierId: number) => {
  if (call.actor.scope.principals.includes(supplierId)) throw refusal('samePerson', 'commerce.refusal.samePerson');
};

const taken = (call: Call, row: ProductRow, action: string, more: Partial<Parameters<typeof record>[2]> = {}) =>
  record(call.tx, doerOf(call), {
    objectType: 'product',
    objectId: row.id,
    objectName: row.title,
    supplierId: row.supplierId,
    action,
    ...more,
  });

async function beforeMove(call: Call, move: Move) {
  const row = await productOf(call.tx, move.id);
  refuseOwn(call, row.supplierId);
  if (move.name !== 'shelve') return { offReason: move.remark?.slice(0, 200) ?? null };
  return asTenant(call, 'shelve', async (all) => {
    const { content } = await liveOf(all, row.commodityId);
    const rule = await ruleOf(all, row.categoryId);
    if (!rule?.sellable) throw refusal('notSellable', 'commerce.refusal.notSellable');
    // R7: four eyes, where the category asks for them.
    if (rule.twoOperators && row.approvedBy === call.actor.userId)
      throw refusal('samePerson', 'commerce.refusal.samePerson');
    await checkPapers(all, call, row.supplierId, rule.docKinds);
    const packs = await all.query<Asked & { isOn: boolean; checked: boolean }>(
      `select s.sku_id as "skuId", s.sale_price as "salePrice", s.subsidy_per_unit as "subsidyPerUnit",
         s.subsidy_quota as "subsidyQuota", k.is_on as "isOn", l.status = 'checked' as checked
       from commerce.product_sku s join commerce.commodity_sku k on k.id = s.sku_id
       left join commerce.commodity_link l on l.sku_id = s.sku_id where s.parent_id = $1 order by s.line_no`,
      [row.id],
    );
    pricedLines(packs, content);
    const regions = await all.query<{ regionCode: number }>(
      'select region_code as "regionCode" from commerce.product_region where parent_id = $1 order by line_no',
      [row.id],
    );
    checkRegions(regions, content);
    if (!packs.some((one) => one.isOn)) throw refusal('noPack', 'commerce.refusal.noPack');
    // R12a: by its link a drug is known as one that needs a prescription.
    if (rule.materialKind === 'drug' && packs.some((one) => one.isOn && !one.checked))
      throw refusal('notLinked', 'commerce.refusal.notLinked');
    return { offReason: null, pricePending: false };
  });
}

export const productRoutes = (): Route[] => [
  ...serveResource(product)({
    expressions,
    before: {
      add: async (call, values) => {
        const { row, content, approvedBy } = await liveOf(call.tx, values.commodityId);
        refuseOwn(call, row.supplierId);
        checkRegions(values.regions, content);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('MP') as no`);
        return {
          productNo: no?.no,
          supplierId: row.supplierId,
          commodityRevision: row.liveRevision,
          title: content.title,
          categoryId: content.categoryId,
          content: JSON.stringify(content),
          approvedBy,
          skus: pricedLines(values.skus, content),
        };
      },
      edit: async (call, values, row) => {
        const { content } = await liveOf(call.tx, row.commodityId);
        refuseOwn(call, row.supplierId);
        checkRegions(values.regions, content);
        const used = new Map(row.skus.map((one) => [one.id, one.subsidyUsed ?? 0]));
        // A pack whose subsidy was drawn stays: named anew it would be subsidised from the start.
        const kept = new Set(values.skus.map((one) => one.id));
        const gone = row.skus.find((one) => (one.subsidyUsed ?? 0) > 0 && !kept.has(one.id));
        if (gone) throw refusal('skuInUse', 'commerce.refusal.skuInUse', { spec: gone.spec ?? '' });
        const low = values.skus.findIndex((one) => one.subsidyQuota < (used.get(one.id) ?? 0));
        if (low >= 0) throw invalid([{ field: `skus.${low}.subsidyQuota`, key: 'commerce.product.quotaUsed' }]);
        const priceOf = (lines: readonly Asked[]) =>
          lines.map(({ skuId, salePrice, subsidyPerUnit, subsidyQuota }) => [
            skuId,
            salePrice,
            subsidyPerUnit,
            subsidyQuota,
          ]);
        const { regions: _r, ...changes } = changesOf(
          { ...row, skus: priceOf(row.skus) },
          { ...values, skus: priceOf(values.skus) },
        );
        await taken(call, await productOf(call.tx, row.id), 'edit', { changes, priceChanged: 'skus' in changes });
        return { skus: pricedLines(values.skus, content) };
      },
      remove: async (call, row) => {
        if (row.status !== 'draft') throw refusal('notDraft', 'commerce.refusal.notDraft');
        refuseOwn(call, row.supplierId);
      },
      transition: beforeMove,
    },
    after: {
      add: async (call, id) => taken(call, await productOf(call.tx, id), 'select'),
      transition: async (call, move, status) => {
        const row = await productOf(call.tx, move.id);
        await taken(call, row, move.name, { changes: { status: [null, status] }, remark: move.remark });
        if (move.name === 'shelve' || move.name === 'unshelve')
          await asTenant(call, 'shelf', (all) =>
            tellUnit(
              all,
              row.supplierId,
              { key: `commerce.product.told_${move.name}`, args: { title: row.title } },
              `/suppliers/commodity/detail?id=${row.commodityId}`,
              move.remark ?? '',
            ),
          );
      },
    },
  }),
  serve('commerce', pricing, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { row, content } = await liveOf(tx, call.query.commodityId);
      const [head] = await tx.query<{ supplier: string }>(`select ${name('$1::bigint')} as supplier`, [row.supplierId]);
      if (!head) throw notFound();
      const skus = await tx.query<Pricing['skus'][number]>(
        `select s.id as "skuId", n.spec, n.unit, n."supplyPrice", n."marketPrice",
           s.stock_qty - s.locked_qty as "stockQty"
         from jsonb_to_recordset($2::jsonb)
           n (id bigint, spec text, unit text, "supplyPrice" bigint, "marketPrice" bigint)
         join commerce.commodity_sku s on s.id = n.id where s.parent_id = $1 order by s.line_no`,
        [row.id, JSON.stringify(content.skus)],
      );
      const similar = await tx.query<Pricing['similar'][number]>(
        `select p.title, s.spec, s.sale_price as "salePrice" from commerce.product p
         join commerce.product_sku s on s.parent_id = p.id
         where p.tenant_no = kit.tenant() and p.category_id = $1 and p.commodity_id <> $2 and p.status = 'onShelf'
         order by s.sale_price limit 8`,
        [content.categoryId, row.id],
      );
      return { title: content.title, supplier: head.supplier, regions: [...content.regions], skus, similar };
    }),
  ),
];
