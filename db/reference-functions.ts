import type { Client } from 'pg';
import { readFunctionItems, readTsv } from './reference-files.ts';

interface MenuRow {
  id: number;
  menu_type: number;
  parent_id: number | null;
  path: string | null;
  permission: string | null;
  menu_name: string;
  menu_name_tw: string;
  menu_name_en: string;
  system_id: number;
  order_num: number;
  visible: number;
  module: string | null;
}

interface Item {
  code: string;
  page: MenuRow;
  menus: MenuRow[];
  isOperators: boolean;
}

/**
 * What can be sold, made from the screens: each directory of a system a group, each page with its actions an item. A page outside the menu
 * goes with the page that shares its permission, or with the one before it. What an operator changed by hand stays.
 */
export async function loadFunctions(db: Client): Promise<number> {
  const { rows: menus } = await db.query<MenuRow>(
    `select id::int, menu_type, parent_id::int, path, permission, menu_name, menu_name_tw, menu_name_en, system_id, order_num, visible, module
     from platform.sys_menu where terminal = 'web' order by order_num, id`,
  );
  const groups = await saveGroups(db, menus);
  const rules = readFunctionItems();
  const items = itemsOf(menus, rules);
  const made: number[] = [];
  for (const [index, item] of items.entries()) {
    const groupId = groups.get(item.page.parent_id ?? 0);
    if (!groupId) throw new Error(`${item.page.path} stands in no directory`);
    const { rows } = await db.query<{ id: number; fresh: boolean }>(
      `insert into platform.sys_function_item as i (item_code, item_name, item_name_tw, item_name_en, group_id, menu_ids, required, operator_only, order_num)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (item_code) do update set required = excluded.required, operator_only = excluded.operator_only,
         menu_ids = (select jsonb_agg(distinct x) from jsonb_array_elements(i.menu_ids || excluded.menu_ids) x)
       returning id::int, xmax = 0 as fresh`,
      [
        item.code,
        ...namesOf(item),
        groupId,
        JSON.stringify(item.menus.map((menu) => menu.id)),
        rules.get(item.page.path ?? '')?.required === '1',
        item.isOperators,
        (index + 1) * 10,
      ],
    );
    if (rows[0]?.fresh) made.push(rows[0].id);
  }
  await linkItems(db, rules);
  await saveWhole(db, made);
  return items.length;
}

const namesOf = ({ page, isOperators, code }: Item): [string, string, string] =>
  isOperators && code.endsWith('#operator')
    ? [
        `${page.menu_name}（运营方维护）`,
        `${page.menu_name_tw}（運營方維護）`,
        `${page.menu_name_en} (operator's upkeep)`,
      ]
    : [page.menu_name, page.menu_name_tw, page.menu_name_en];

async function saveGroups(db: Client, menus: readonly MenuRow[]): Promise<Map<number, number>> {
  const prefixes = new Map(readTsv('systems.tsv').map((row) => [Number(row.systemId), row.prefixes?.split(',')[0]]));
  const groups = new Map<number, number>();
  for (const menu of menus.filter((one) => one.menu_type === 2)) {
    const word = menu.menu_name_en.toLowerCase().replace(/[^a-z]+/g, '-');
    const { rows } = await db.query<{ id: number }>(
      `insert into platform.sys_function_group as g (group_code, group_name, group_name_tw, group_name_en, system_id, order_num) values ($1, $2, $3, $4, $5, $6)
       on conflict (group_code) do update set system_id = excluded.system_id,
         order_num = case when g.updated_by is null then excluded.order_num else g.order_num end
       returning id::int`,
      [
        `${prefixes.get(menu.system_id)}.${word}`,
        menu.menu_name,
        menu.menu_name_tw,
        menu.menu_name_en,
        String(menu.system_id),
        menu.order_num,
      ],
    );
    groups.set(menu.id, rows[0]?.id ?? 0);
  }
  return groups;
}

function itemsOf(menus: readonly MenuRow[], rules: ReadonlyMap<string, Record<string, string>>): Item[] {
  const pages = menus.filter((menu) => menu.menu_type === 3 && menu.permission !== null && menu.module !== null);
  const items = new Map<string, Item>();
  const open = (code: string, page: MenuRow, isOperators: boolean): Item => {
    const item = items.get(code) ?? { code, page, menus: [], isOperators };
    items.set(code, item);
    return item;
  };
  const shown = pages.filter((page) => page.visible === 1);
  const homeOf = (page: MenuRow): MenuRow | undefined =>
    page.visible === 1
      ? page
      : (shown.find((one) => one.permission === page.permission && one.module === page.module) ??
        shown.findLast((one) => one.module === page.module && one.order_num < page.order_num) ??
        shown.find((one) => one.module === page.module));
  for (const page of pages) {
    const home = homeOf(page);
    if (!home) continue;
    const rule = rules.get(home.path ?? '')?.operator ?? '';
    const reserved = new Set(rule.split('|').filter(Boolean));
    const code = (home.path ?? '').slice(1);
    const whole = open(code, home, rule === '*');
    for (const menu of [page, ...menus.filter((one) => one.menu_type === 4 && one.parent_id === page.id)]) {
      const isOperators = rule !== '*' && reserved.has(menu.permission ?? '');
      (isOperators ? open(`${code}#operator`, home, true) : whole).menus.push(menu);
    }
  }
  return [...items.values()];
}

async function linkItems(db: Client, rules: ReadonlyMap<string, Record<string, string>>): Promise<void> {
  for (const [path, rule] of rules) {
    const wanted = rule.dependsOn ? rule.dependsOn.split(',').map((one) => one.slice(1)) : [];
    if (wanted.length === 0) continue;
    await db.query(
      `update platform.sys_function_item i set depends_on = (
         select jsonb_agg(distinct x) from (
           select jsonb_array_elements(i.depends_on) as x union select to_jsonb(o.id) from platform.sys_function_item o where o.item_code = any ($2)) a)
       where i.item_code = $1`,
      [path.slice(1), wanted],
    );
  }
}

/** Each system's default schema holds everything; so does the whole package, of which a tenant may have less. */
async function saveWhole(db: Client, made: readonly number[]): Promise<void> {
  await db.query(
    `insert into platform.sys_function_schema (schema_code, schema_name, schema_name_tw, schema_name_en, system_id, is_default, item_ids, status, published_at)
     select 'default' || f.system_id, d.label_zh_cn || '（全部功能）', d.label_zh_tw || '（全部功能）', d.label_en || ' (all functions)', f.system_id::int, true,
       jsonb_agg(i.id order by i.order_num), 'published', now()
     from platform.sys_function_group f join platform.sys_function_item i on i.group_id = f.id
     join platform.sys_dict_data d on d.tenant_no = 0 and d.dict_code = 'sys_system' and d.dict_value = f.system_id
     group by f.system_id, d.label_zh_cn, d.label_zh_tw, d.label_en
     on conflict (schema_code, schema_version) do update set item_ids = excluded.item_ids`,
  );
  await db.query(
    `insert into platform.sys_tenant_package as p (package_code, package_name, system_ids, item_ids, max_users, max_principals, max_animals, storage_gb, term_months, status)
     select 'whole', '全产业链版', (select jsonb_agg(distinct f.system_id::int order by f.system_id::int) from platform.sys_function_group f where exists (
         select 1 from platform.sys_function_item i where i.group_id = f.id and not i.operator_only)),
       (select jsonb_agg(i.id order by i.id) from platform.sys_function_item i where not i.operator_only), 70000, 350000, 5000000, 5000, 36, 'onSale'
     on conflict (package_code) do update set item_ids = (
       select jsonb_agg(distinct x) from (
         select jsonb_array_elements(p.item_ids) as x union select to_jsonb(i.id) from platform.sys_function_item i where i.id = any ($1) and not i.operator_only) a)`,
    [made],
  );
  // Tenants of the time before there were packages had everything.
  await db.query(
    "update platform.sys_tenant set package_id = (select id from platform.sys_tenant_package where package_code = 'whole') where package_id is null and tenant_no <> 0",
  );
}
