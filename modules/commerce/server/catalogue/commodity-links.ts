import { invalid, refusal } from '#kit/contract/errors.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { commodityLink, suggestLink } from '#modules/commerce/contract/catalogue/commodity-link.ts';
import { asTenant } from '../common.ts';
import { doerOf, record } from './operating-record.ts';

const sku = (column: string) => `(select s.${column} from commerce.commodity_sku s where s.id = t.sku_id)`;

export const commodityLinkRoutes = (): Route[] => [
  ...serveResource(commodityLink)({
    expressions: {
      title: '(select c.title from commerce.commodity c where c.id = t.commodity_id)',
      spec: sku('spec'),
      unit: sku('unit'),
      skuNo: sku('sku_no'),
      words: `(select '1 = ' || trim(trailing '.' from trim(trailing '0' from t.factor::text)) || ' ' || m.base_unit
        from commerce.material_seen m where m.id = t.material_id)`,
      checkedBy: '(select u.name from commerce.user_seen u where u.id = t.checked_by)',
    },
    can: (row, verb, actor) =>
      verb === 'detail' || actor.scope.principals.includes(row.supplierId) === (verb !== 'check'),
    before: {
      // The row says by itself that it is linked: a material without the state would be refused.
      edit: async (_call, values) => {
        const missing = (['materialId', 'factor'] as const).filter((name) => !values[name]);
        if (missing.length > 0) throw invalid(missing.map((field) => ({ field, key: 'error.field.required' })));
        return { checkedBy: null, checkedAt: null, status: 'linked' };
      },
      transition: async (call, move, row) => {
        if (move.name === 'check') return { checkedBy: call.actor.userId, checkedAt: new Date().toISOString() };
        // What is on its way would come into no stock.
        const [open] = await asTenant(call, 'unlink', (all) =>
          all.query<{ n: number }>(
            `select count(distinct o.id)::int as n from commerce.commodity_link k
             join commerce.trade_order_line l on l.sku_id = k.sku_id join commerce.trade_order o on o.id = l.order_id
             where k.id = $1 and o.status not in ('completed', 'cancelled', 'closed', 'received')`,
            [row.id],
          ),
        );
        if ((open?.n ?? 0) > 0) throw refusal('openOrders', 'commerce.refusal.openOrders', { n: open?.n ?? 0 });
        return { materialId: null, factor: null, checkedBy: null, checkedAt: null };
      },
    },
    after: {
      edit: async (call, id) => {
        const [row] = await call.tx.query<{ skuId: number; supplierId: number; title: string }>(
          `select k.sku_id as "skuId", k.supplier_id as "supplierId", c.title from commerce.commodity_link k
           join commerce.commodity c on c.id = k.commodity_id where k.id = $1`,
          [id],
        );
        if (row)
          await record(call.tx, doerOf(call), {
            objectType: 'sku',
            objectId: row.skuId,
            objectName: row.title,
            supplierId: row.supplierId,
            action: 'link',
          });
      },
    },
  }),
  serve('commerce', suggestLink, async (call) => {
    const [rows] = await call.database.read<
      [{ materialId: number; name: string; spec: string; baseUnit: string; score: number }]
    >(call.actor.scope, {
      text: `select m.id as "materialId", m.name, m.spec, m.base_unit as "baseUnit",
          (case when m.barcode = s.barcode then 60 else 0 end
            + case when m.approval_no = c.approval_no then 30 else 0 end
            + case when c.title ilike '%' || m.name || '%' then 10 else 0 end) as score
        from commerce.commodity_link k join commerce.commodity c on c.id = k.commodity_id
        join commerce.commodity_sku s on s.id = k.sku_id
        join commerce.material_seen m on m.tenant_no = k.tenant_no and m.principal_id is null and m.status = 'active'
          and (m.barcode = s.barcode or m.approval_no = c.approval_no or c.title ilike '%' || m.name || '%')
        where k.id = $1 order by 5 desc, 1 limit 8`,
      values: [call.query.id],
    });
    return rows;
  }),
];
