import type { Client } from 'pg';
import { permissionsOf } from '#kit/contract/resource.ts';
import { allResources } from '#modules/index.contract.ts';
import { readDictionaries, readRolePermissions, readTsv, type TsvRow } from './reference-files.ts';
import { ownerOf, screenOf } from './screen-owner.ts';

/** A menu as the catalogue wants it; `parent` points at another entry by its key. */
interface Wanted {
  key: string;
  parent: string | null;
  type: 1 | 2 | 3 | 4;
  names: [zh: string, tw: string, en: string];
  system: number;
  order: number;
  path?: string;
  permission?: string;
  icon?: string;
  kind?: string;
  module?: string;
  visible?: 0 | 1;
  enabled?: boolean;
  owner?: string | null;
  servesAll?: boolean;
}

/**
 * Menus from the screen catalogue: a first-level menu per system, a directory per group, a page per line, an action per string.
 * Directories stand in the order of `menu-directories.tsv`, pages in that of their files.
 * A screen whose page is not built is loaded disabled, so that no menu leads nowhere.
 */
export async function loadMenus(db: Client, screenFiles: string[], built: Set<string>): Promise<number> {
  const { rows: known } = await db.query<{ path: string }>('select path from platform.sys_screen');
  const { rows: kept } = await db.query<{ path: string }>(
    "select path from platform.sys_menu where terminal = 'web' and menu_type = 3",
  );
  // A screen whose menu an operator took away does not come back by itself.
  const dropped = new Set(known.map((row) => row.path).filter((path) => !kept.some((row) => row.path === path)));
  const wanted = wantedMenus(screenFiles, built);
  const ids = new Map<string, number>();
  for (const one of wanted) {
    if (one.type === 3) await saveScreen(db, one);
    if (one.type === 3 ? dropped.has(one.path ?? '') : dropped.has(one.parent?.replace('page ', '') ?? '')) continue;
    ids.set(one.key, await upsert(db, one, one.parent ? (ids.get(one.parent) ?? null) : null));
  }
  await grantRoles(db);
  return wanted.length;
}

function wantedMenus(screenFiles: string[], built: Set<string>): Wanted[] {
  const systems = readTsv('systems.tsv');
  const labels = new Map(
    readDictionaries()
      .get('sys_system')
      ?.values.map((row) => [row.value, row]),
  );
  const directories = new Map(
    readTsv('menu-directories.tsv').map((row, at) => [row.zh_CN, { row, order: (at + 1) * 10 }]),
  );
  const names = (row: TsvRow | undefined): [string, string, string] => [
    row?.zh_CN ?? '',
    row?.zh_TW || (row?.zh_CN ?? ''),
    row?.en ?? '',
  ];
  const wanted: Wanted[] = systems.map((row) => ({
    key: `system ${row.systemId}`,
    parent: null,
    type: 1,
    names: names(labels.get(row.systemId ?? '')),
    system: Number(row.systemId),
    order: Number(row.systemId) * 10,
    icon: row.icon ?? '',
  }));
  const systemOf = (path: string) => {
    const first = path.split('/')[1] ?? '';
    return Number(systems.find((row) => row.prefixes?.split(',').includes(first))?.systemId ?? 12);
  };
  const seen = new Set<string>();
  const actions = new Set<string>();
  let order = 0;
  const files = screenFiles.map((file) => ({ module: file.replace(/^screens\/|\.tsv$/g, ''), rows: readTsv(file) }));
  const opening = new Set(files.flatMap(({ rows }) => rows.map((row) => row.permission)));
  const catalogue = files.flatMap(({ module, rows }) => rows.map((row) => screenOf(row, module)));
  const screens = new Map(catalogue.map((one) => [one.path, one]));
  for (const { module, rows } of files) {
    for (const row of rows) {
      const path = row.path ?? '';
      const screen = screens.get(path);
      const system = systemOf(path);
      order += 10;
      const directory = row.menu ? `directory ${system} ${row.menu}` : null;
      if (directory && !seen.has(directory)) {
        seen.add(directory);
        const label = directories.get(row.menu);
        if (!label) throw new Error(`menu-directories.tsv lacks ${row.menu}`);
        wanted.push({
          key: directory,
          parent: `system ${system}`,
          type: 2,
          names: names(label.row),
          system,
          order: label.order,
          icon: label.row.icon ?? '',
          servesAll: label.row.servesAll === '1',
        });
      }
      wanted.push({
        key: `page ${path}`,
        parent: directory ?? `system ${system}`,
        type: 3,
        names: names(row),
        system,
        order,
        path,
        kind: row.kind ?? '',
        module,
        ...(row.permission ? { permission: row.permission } : {}),
        visible: row.menu ? 1 : 0,
        enabled: built.has(path),
        owner: screen ? ownerOf(screen, catalogue) : null,
      });
      const ofResources = allResources
        .filter((one) => one.screen === path)
        .flatMap(permissionsOf)
        .filter((permission) => !opening.has(permission));
      for (const permission of new Set([...(row.actions?.split('|').filter(Boolean) ?? []), ...ofResources])) {
        if (actions.has(permission)) continue;
        actions.add(permission);
        const verb = permission.split(':').at(-1) ?? permission;
        wanted.push({
          key: `action ${permission}`,
          parent: `page ${path}`,
          type: 4,
          names: [verb, verb, verb],
          system,
          order: ++order,
          permission,
          module,
        });
      }
    }
  }
  return wanted;
}

async function saveScreen(db: Client, one: Wanted): Promise<void> {
  await db.query(
    `insert into platform.sys_screen (path, screen_name, screen_name_tw, screen_name_en, kind, permission, module, system_id, built, owner_path)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (path) do update set owner_path = excluded.owner_path, screen_name = excluded.screen_name, screen_name_tw = excluded.screen_name_tw,
       screen_name_en = excluded.screen_name_en, kind = excluded.kind, permission = excluded.permission, built = excluded.built`,
    [
      one.path,
      ...one.names,
      one.kind || null,
      one.permission ?? null,
      one.module,
      one.system,
      one.enabled === true,
      one.owner ?? null,
    ],
  );
}

async function upsert(db: Client, one: Wanted, parentId: number | null): Promise<number> {
  const target = {
    1: '(terminal, system_id, menu_type, menu_name) where menu_type in (1, 2)',
    2: '(terminal, system_id, menu_type, menu_name) where menu_type in (1, 2)',
    3: '(terminal, path) where menu_type = 3',
    4: '(terminal, permission) where menu_type = 4',
  }[one.type];
  const keepAlive = one.kind !== 'detail';
  const { rows } = await db.query(
    `insert into platform.sys_menu as m (menu_name, menu_name_tw, menu_name_en, menu_type, visible, order_num, parent_id, path, permission, icon, kind, module, system_id, link_type, keep_alive, status, serves_all)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     on conflict ${target} do update set serves_all = excluded.serves_all,
       -- An order somebody dragged into place stays.
       order_num = case when m.updated_by is null then excluded.order_num else m.order_num end, permission = excluded.permission, kind = excluded.kind, module = excluded.module, status = excluded.status,
       menu_name_tw = excluded.menu_name_tw, menu_name_en = excluded.menu_name_en
     returning id`,
    [
      ...one.names,
      one.type,
      one.visible ?? 1,
      one.order,
      parentId,
      one.path ?? null,
      one.permission ?? null,
      one.icon || null,
      one.kind || null,
      one.module ?? null,
      one.system,
      one.kind === 'screen' ? 1 : 0,
      keepAlive,
      one.enabled === false ? 'disabled' : 'enabled',
      one.servesAll === true,
    ],
  );
  return Number(rows[0].id);
}

async function grantRoles(db: Client): Promise<void> {
  const given = readRolePermissions();
  const everyone = given.get('*') ?? [];
  for (const { roleCode = '' } of readTsv('roles.tsv')) {
    const patterns = [...everyone, ...(given.get(roleCode) ?? [])].map((one) => one.replace('*', '%'));
    await db.query(
      `insert into platform.sys_role_menu (tenant_no, role_id, menu_id)
       select 0, r.id, m.id from platform.sys_role r join platform.sys_menu m on m.menu_type in (3, 4) and m.permission like any ($2)
       where r.tenant_no = 0 and r.role_code = $1 on conflict do nothing`,
      [roleCode, patterns],
    );
  }
}
