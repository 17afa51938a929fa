import { AppError, invalid } from '#kit/contract/errors.ts';
import type { Database } from '#kit/server/db/database.ts';
import type { Scope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as contract from '#modules/platform/contract/role/sys-function.ts';
import { dictRow, labelOf } from '../../reference/dictionaries.ts';
import { raiseTenants } from '../../tenant/sys-tenant.ts';
import { idsIn, nameIn } from './item-rules.ts';

const { sysFunctionGroup, sysFunctionItem } = contract;

export interface TreeRow {
  id: number;
  code: string;
  zh: string;
  tw: string | null;
  en: string | null;
  groupId: number;
  groupCode: string;
  groupZh: string;
  groupTw: string | null;
  groupEn: string | null;
  systemId: number;
  required: boolean;
  dependsOn: number[];
  menuIds: number[];
  actions: string[];
}

/** Items that can be sold, with the permissions they open. */
export async function treeRows(database: Database, scope: Scope, tenantNo: number | null): Promise<TreeRow[]> {
  const [rows] = await database.read<[TreeRow]>(scope, {
    text: `select i.id, i.item_code as code, i.item_name as zh, i.item_name_tw as tw, i.item_name_en as en, f.id as "groupId", f.group_code as "groupCode",
             f.group_name as "groupZh", f.group_name_tw as "groupTw", f.group_name_en as "groupEn", f.system_id::int as "systemId", i.required,
             i.depends_on as "dependsOn", i.menu_ids as "menuIds",
             array(select distinct m.permission from platform.sys_menu m where m.id in (select x::bigint from jsonb_array_elements_text(i.menu_ids) x) and m.permission is not null order by 1) as actions
           from platform.sys_function_item i join platform.sys_function_group f on f.id = i.group_id
           where i.status = 'enabled' and f.status = 'enabled' and not i.operator_only and ($1::int is null or i.id in (select platform.tenant_items($1)))
           order by f.system_id::int, f.order_num, f.id, i.order_num, i.id`,
    values: [tenantNo],
  });
  return rows;
}

export const systemName = (systemId: number, language: Call['language']): string => {
  const row = dictRow('sys_system', String(systemId), 0);
  return row ? labelOf(row, language) : String(systemId);
};

/** Rows of one system, by group; `order` is the schema's own. */
export function groupsOf(
  rows: readonly TreeRow[],
  language: Call['language'],
  order?: readonly number[],
): contract.FunctionGroupNode[] {
  const place = new Map(order?.map((id, index) => [id, index]));
  const chosen = order
    ? rows
        .filter((row) => place.has(row.id))
        .sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    : rows;
  const groups = new Map<number, contract.FunctionGroupNode>();
  for (const row of chosen) {
    const group = groups.get(row.groupId) ?? {
      groupId: row.groupId,
      groupCode: row.groupCode,
      groupName: nameIn({ zh: row.groupZh, tw: row.groupTw, en: row.groupEn }, language),
      items: [],
    };
    group.items.push({
      itemId: row.id,
      itemCode: row.code,
      itemName: nameIn(row, language),
      required: row.required,
      dependsOn: row.dependsOn,
      menuIds: row.menuIds,
      actions: row.actions,
    });
    groups.set(row.groupId, group);
  }
  return [...groups.values()];
}

/** Menus and other items an item names are there. */
async function checkItem(
  call: Call,
  values: { menuIds: unknown; dependsOn: unknown },
  id: number | null,
): Promise<undefined> {
  const menuIds = idsIn(values.menuIds, 'menuIds', 1);
  const dependsOn = idsIn(values.dependsOn, 'dependsOn');
  const [found] = await call.tx.query<{ menus: number; items: number }>(
    `select (select count(*)::int from platform.sys_menu where id = any ($1) and menu_type in (3, 4)) as menus,
       (select count(*)::int from platform.sys_function_item where id = any ($2)) as items`,
    [menuIds, dependsOn],
  );
  if (found?.menus !== menuIds.length) throw invalid([{ field: 'menuIds', key: 'error.field.ref' }]);
  if (found.items !== dependsOn.length || (id !== null && dependsOn.includes(id)))
    throw invalid([{ field: 'dependsOn', key: 'error.field.ref' }]);
  return undefined;
}

const has = (column: string) => `x.${column} @> to_jsonb(t.id)`;

export const functionRoutes = (): Route[] => [
  ...serveResource(sysFunctionGroup)({
    expressions: { itemCount: '(select count(*)::int from platform.sys_function_item i where i.group_id = t.id)' },
    after: { edit: (call) => raiseTenants(call.tx, 'all') },
  }),
  ...serveResource(sysFunctionItem)({
    expressions: {
      systemId: '(select f.system_id from platform.sys_function_group f where f.id = t.group_id)',
      pageCount:
        '(select count(*)::int from platform.sys_menu m where m.menu_type = 3 and m.id in (select x::bigint from jsonb_array_elements_text(t.menu_ids) x))',
      actionCount:
        '(select count(*)::int from platform.sys_menu m where m.menu_type = 4 and m.id in (select x::bigint from jsonb_array_elements_text(t.menu_ids) x))',
      dependNames:
        "(select string_agg(o.item_name, '、' order by o.order_num) from platform.sys_function_item o where o.id in (select x::bigint from jsonb_array_elements_text(t.depends_on) x))",
      tenantCount: `(select count(*)::int from platform.sys_tenant x left join platform.sys_tenant_package p on p.id = x.package_id
        where x.tenant_no <> 0 and x.status <> 'closed' and not t.operator_only and not ${has('removed_item_ids')} and (p.item_ids @> to_jsonb(t.id) or ${has('extra_item_ids')}))`,
    },
    before: {
      add: (call, values) => checkItem(call, values, null),
      edit: (call, values, row) => checkItem(call, values, row.id),
      remove: async (call, row) => {
        const users = await call.tx.query<{ name: string }>(
          `select package_name as name from platform.sys_tenant_package where item_ids @> to_jsonb($1::bigint)
           union all select item_name from platform.sys_function_item where depends_on @> to_jsonb($1::bigint)
           union all select schema_name from platform.sys_function_schema where not is_default and status <> 'retired' and item_ids @> to_jsonb($1::bigint) limit 5`,
          [row.id],
        );
        if (users.length > 0)
          throw new AppError(409, 'platform.sysFunctionItem.inUse', {
            args: { names: users.map((one) => one.name).join('、') },
          });
      },
    },
    after: {
      add: (call) => raiseTenants(call.tx, 'all'),
      edit: (call) => raiseTenants(call.tx, 'all'),
      remove: (call) => raiseTenants(call.tx, 'all'),
    },
  }),
  serve('platform', contract.functionTree, async (call) => {
    const rows = await treeRows(call.database, call.actor.scope, null);
    return [...new Set(rows.map((row) => row.systemId))].map((systemId) => ({
      systemId,
      systemName: systemName(systemId, call.language),
      groups: groupsOf(
        rows.filter((row) => row.systemId === systemId),
        call.language,
      ),
    }));
  }),
];
