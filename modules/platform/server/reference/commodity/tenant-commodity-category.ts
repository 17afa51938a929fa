import type { Language } from '#kit/contract/envelope.ts';
import { invalid } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import {
  type CategoryLeaf,
  saveTenantCategories,
  tenantCategories,
} from '#modules/platform/contract/reference/commodity/tenant-commodity-category.ts';

const names: Record<Language, string> = {
  zh_CN: 'c.name',
  zh_TW: "coalesce(nullif(c.name_tw, ''), c.name)",
  en: "coalesce(nullif(c.name_en, ''), c.name)",
};

type Row = CategoryLeaf & { parentId: number | null };

/** Enabled categories with what the tenant made of them; a row nobody touched is shown as it is. */
const treeSql = (language: Language) => `
  select c.id as "categoryId", c.parent as "parentId", c.code, ${names[language]} as name, o.alias, coalesce(o.visible, true) as visible,
    coalesce(o.order_num, c.order_num) as "orderNum", c.commodities
  from (
    select id, null::bigint as parent, code, name, name_tw, name_en, order_num, status,
      (select count(*)::int from platform.tenant_commodity p join platform.sys_commodity_secondary s on s.id = p.category_id where s.parent_id = f.id) as commodities
    from platform.sys_commodity_category f
    union all
    select id, parent_id, code, name, name_tw, name_en, order_num, status,
      (select count(*)::int from platform.tenant_commodity p where p.category_id = s.id)
    from platform.sys_commodity_secondary s
  ) c left join platform.tenant_commodity_category o on o.category_id = c.id
  where c.status = 'enabled' order by coalesce(o.order_num, c.order_num), c.code`;

export const tenantCategoryRoutes = (): Route[] => [
  serve('platform', tenantCategories, async ({ database, actor, language }) => {
    const [rows] = await database.read<[Row]>(actor.scope, { text: treeSql(language), values: [] });
    const leaf = ({ parentId: _, ...one }: Row) => one;
    return rows
      .filter((row) => row.parentId === null)
      .map((row) => ({
        ...leaf(row),
        children: rows.filter((one) => one.parentId === row.categoryId).map(leaf),
      }));
  }),
  serve('platform', saveTenantCategories, async (call) => {
    const { items } = call.body;
    const known = await call.tx.query<{ id: number }>(
      'select id from platform.sys_commodity_category union all select id from platform.sys_commodity_secondary',
    );
    const ids = new Set(known.map((row) => row.id));
    if (items.some((one) => !ids.has(one.categoryId))) throw invalid([{ field: 'items', key: 'error.field.ref' }]);
    await call.tx.query(
      `insert into platform.tenant_commodity_category (tenant_no, category_id, alias, visible, order_num, updated_by)
       select $1, r."categoryId", nullif(r.alias, ''), r.visible, r."orderNum", $3
       from jsonb_to_recordset($2::jsonb) as r("categoryId" bigint, alias text, visible boolean, "orderNum" int)
       on conflict (tenant_no, category_id) do update
         set alias = excluded.alias, visible = excluded.visible, order_num = excluded.order_num, updated_by = excluded.updated_by, updated_at = now()`,
      [call.actor.tenantNo, JSON.stringify(items), call.actor.userId],
    );
    await audit(call.tx, call as unknown as Call, {
      module: 'platform',
      entity: 'tenantCommodityCategory',
      action: 'edit',
      after: { items },
    });
    call.answer.msg = call.say('ok.saved');
    return { saved: items.length };
  }),
];
