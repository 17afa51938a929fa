import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { categoryRule, ruleImpact } from '#modules/commerce/contract/catalogue/category-rule.ts';
import { name } from '../common.ts';

const goods = (table: string, more = '') => `(select count(*)::int from commerce.${table} g
  where g.tenant_no = t.tenant_no and g.category_id = t.category_id${more})`;

export const categoryRuleRoutes = (): Route[] => [
  ...serveResource(categoryRule)({
    expressions: {
      parentName: '(select c.parent_name from commerce.category_seen c where c.id = t.category_id)',
      commodities: goods('commodity'),
      products: goods('product', ` and g.status = 'onShelf'`),
    },
  }),
  serve('commerce', ruleImpact, async (call) => {
    const docKinds = call.query.docKinds?.split(',').filter(Boolean) ?? [];
    const [counts, lacking] = await call.database.read<
      [{ commodities: number; products: number }, { supplierId: number; supplier: string; products: number }]
    >(
      call.actor.scope,
      {
        text: `select (select count(*)::int from commerce.commodity where tenant_no = kit.tenant() and category_id = $1)
            as commodities, (select count(*)::int from commerce.product where tenant_no = kit.tenant()
              and category_id = $1 and status = 'onShelf') as products`,
        values: [call.query.categoryId],
      },
      {
        text: `select p.supplier_id as "supplierId", ${name('p.supplier_id')} as supplier, count(*)::int as products
          from commerce.product p where p.tenant_no = kit.tenant() and p.category_id = $1 and p.status = 'onShelf'
            and exists (select 1 from unnest($2::text[]) k (kind) where not exists (
              select 1 from commerce.paper_seen d where d.principal_id = p.supplier_id and d.doc_kind = k.kind
                and d.status = 'valid' and (d.valid_to is null or d.valid_to >= $3::date)))
          group by 1 order by 3 desc, 1`,
        values: [call.query.categoryId, docKinds, today()],
      },
    );
    return { commodities: counts[0]?.commodities ?? 0, products: counts[0]?.products ?? 0, lacking };
  }),
];
