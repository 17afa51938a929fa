import { levelOf } from '#kit/contract/region.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { onForget } from '#kit/server/forget.ts';
import { hasPassed } from '#kit/server/has-passed.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/auth/session.ts';
import { nobody } from '../auth/authenticator.ts';
import { portalById } from '../auth/login/sys-portal.ts';
import { policyOf } from '../auth/password/password.ts';
import { linkTo } from '../file/file-links.ts';
import { paramOf, wordOf } from '../reference/params.ts';
import { regionName } from '../reference/region/regions.ts';
import { nameIn } from '../role/menu/item-rules.ts';
import { effectiveConfig } from '../tenant/config-routes.ts';
import { directory } from './directory.ts';

interface MenuRow {
  id: number;
  menu_name: string;
  menu_name_tw: string;
  menu_name_en: string;
  menu_type: 1 | 2 | 3 | 4;
  visible: 0 | 1;
  order_num: number;
  parent_id: number | null;
  path: string | null;
  permission: string | null;
  icon: string | null;
  kind: string | null;
  system_id: number;
  link_type: 0 | 1 | 2;
  keep_alive: boolean;
  /** A directory of pages that serve all systems: messages, tasks, alarms. */
  serves_all: boolean;
  owner_path: string | null;
}

let menus: { at: number; rows: MenuRow[] } = { at: 0, rows: [] };
onForget(() => {
  menus = { at: 0, rows: [] };
});

/** Menus change rarely and are the same for everybody; what differs is who may open which. */
async function allMenus(database: Database): Promise<MenuRow[]> {
  if (hasPassed(menus.at, 5_000)) {
    const [rows] = await database.read<[MenuRow]>(nobody, {
      text: `select m.*, s.owner_path from platform.sys_menu m left join platform.sys_screen s on s.path = m.path and m.menu_type = 3
             where m.terminal = 'web' and m.status = 'enabled' and m.published order by m.order_num, m.id`,
      values: [],
    });
    menus = { at: Date.now(), rows };
  }
  return menus.rows;
}

/** Some pages open with any of several: `screen:cattle|screen:sheep`. */
const opens = (permission: string | null, actions: ReadonlySet<string>): boolean =>
  permission?.split('|').some((one) => actions.has(one)) ?? false;

/** Pages and actions the caller holds, and the branches that lead to visible pages. */
function granted(rows: readonly MenuRow[], actions: ReadonlySet<string>, allowed: ReadonlySet<number>): MenuRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const leaves = rows.filter((row) => row.menu_type >= 3 && opens(row.permission, actions) && allowed.has(row.id));
  const branches = new Set<number>();
  for (const leaf of leaves) {
    if (leaf.menu_type !== 3 || leaf.visible === 0) continue;
    for (let at = leaf.parent_id; at !== null; at = byId.get(at)?.parent_id ?? null) branches.add(at);
  }
  return rows.filter((row) => branches.has(row.id) || leaves.includes(row));
}

/** The row and everything above it. */
function lineOf(rows: ReadonlyMap<number, MenuRow>, row: MenuRow): MenuRow[] {
  const above = row.parent_id === null ? undefined : rows.get(row.parent_id);
  return above ? [row, ...lineOf(rows, above)] : [row];
}

/** First-level menus with work of their own for the caller: pages that serve all systems do not count, the bell leads to them. */
function offered(rows: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const own = rows
    .filter((row) => row.menu_type === 3 && row.visible === 1)
    .map((row) => lineOf(byId, row))
    .filter((line) => !line.some((one) => one.serves_all));
  const firsts = new Set(own.map((line) => line.at(-1)?.id));
  return rows.filter((row) => row.menu_type === 1 && firsts.has(row.id));
}

const item = (row: MenuRow): contract.MenuItem => ({
  id: row.id,
  menuName: row.menu_name,
  menuNameTw: row.menu_name_tw,
  menuNameEn: row.menu_name_en,
  visible: row.visible,
  menuType: row.menu_type,
  orderNum: row.order_num,
  parentId: row.parent_id,
  path: row.path,
  icon: row.icon,
  permission: row.permission,
  linkType: row.link_type,
  keepAlive: row.keep_alive,
  kind: row.kind,
  systemId: row.system_id,
  ownerPath: row.owner_path,
});

/** What stands below a first-level menu; for those who have none, the pages that serve all systems. */
function below(rows: readonly MenuRow[], first: MenuRow | undefined): MenuRow[] {
  const tops = first ? [first] : rows.filter((row) => row.serves_all);
  const parents = new Set(tops.map((row) => row.id));
  // Parents stand before their children in no particular order, so look again until nothing is added.
  for (let size = 0; size !== parents.size; ) {
    size = parents.size;
    for (const row of rows)
      if (row.parent_id !== null && parents.has(row.parent_id) && row.menu_type < 4) parents.add(row.id);
  }
  return [...(first ? [] : tops), ...rows.filter((row) => row.parent_id !== null && parents.has(row.parent_id))];
}

async function myMenus(call: Pick<Call, 'database' | 'actor'>): Promise<{ rows: MenuRow[]; firsts: MenuRow[] }> {
  const { tenantNo, principalId } = call.actor;
  const [allowed] = await call.database.read<[{ id: number }]>(nobody, {
    text: 'select id from platform.door_menus($1, $2) id',
    values: [tenantNo, principalId],
  });
  const rows = granted(await allMenus(call.database), call.actor.actions, new Set(allowed.map((row) => row.id)));
  return { rows, firsts: offered(rows) };
}

const operators = new Set(['platform_admin']);
const administrators = new Set(['tenant_admin', 'security_admin', 'audit_admin']);

function roleFlag(roles: readonly string[], tenantNo: number): number {
  if (tenantNo === 0 || roles.some((role) => operators.has(role))) return 0;
  if (roles.some((role) => administrators.has(role))) return 1;
  return roles.includes('principal_admin') ? 2 : 3;
}

/** R95: administrators are told in the last thirty days. */
const daysLeft = (flag: number, days: number | undefined): number | null =>
  flag === 1 && days !== undefined && days >= 0 && days <= 30 ? days : null;

interface OwnRow {
  avatar: string | null;
  last_login_time: string | null;
  password_changed_at: string | null;
  phone_mask: string | null;
  sex: string | null;
  email: string | null;
  mfa_enabled: boolean;
  reminders: contract.Reminders | null;
  dept_name: string | null;
  posts: { zh: string; tw: string | null; en: string | null }[] | null;
}

const ownSql = `select u.avatar, u.last_login_time, u.password_changed_at, u.phone_mask, u.sex, u.email, u.mfa_enabled_at is not null as mfa_enabled, u.reminders,
  (select d.dept_name from platform.sys_dept d where d.id = u.dept_id) as dept_name,
  (select jsonb_agg(jsonb_build_object('zh', p.post_name, 'tw', p.post_name_tw, 'en', p.post_name_en) order by p.order_num, p.id)
   from platform.sys_post p where u.post_ids @> to_jsonb(p.id)) as posts from platform.sys_user u where u.id = $1`;

/** Urgent things pop up unless somebody wants it otherwise. */
const usualReminders: contract.Reminders = { sound: false, popTypes: ['warning', 'system'] };

/** `tx` is given by whoever has just changed something of it. */
export async function userInfo(
  call: Pick<Call, 'actor' | 'database' | 'language'>,
  tx?: Tx,
): Promise<contract.UserInfo> {
  const { actor } = call;
  const { rows, firsts } = await myMenus(call);
  const pages = rows.filter((row) => row.menu_type === 3);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const [stored, roles, tenants] = await call.database.read<
    [OwnRow, { role_code: string; name: string }, { tenant_name: string; status: string; days_left: number }]
  >(
    actor.scope,
    { text: ownSql, values: [actor.userId] },
    {
      text: `select role_code, case $2 when 'en' then coalesce(role_name_en, role_name) when 'zh_TW' then coalesce(role_name_tw, role_name) else role_name end as name from platform.sys_role_seen where role_code = any ($1)`,
      values: [actor.roles, call.language],
    },
    {
      text: "select tenant_name, status, expire_on - (now() at time zone 'Asia/Shanghai')::date as days_left from platform.sys_tenant where tenant_no = $1",
      values: [actor.tenantNo],
    },
  );
  const [own] = tx ? await tx.query<OwnRow>(ownSql, [actor.userId]) : stored;
  const reach = await directory().reach(call.database, actor.tenantNo, actor.principalId);
  const portal = await portalById(call.database, actor.portalId);
  const config = await effectiveConfig(call.database, actor.tenantNo, actor.principalId);
  const home = config.find((one) => one.configCode === 'home_path');
  const { maxAgeDays } = await policyOf(call.database, actor.tenantNo);
  const age = (Date.now() - Date.parse(own?.password_changed_at ?? '')) / 86_400_000;
  const open = new Set(pages.map((row) => row.path));
  return {
    userId: actor.userId,
    username: actor.username,
    nickname: actor.nickname,
    avatar: own?.avatar ? linkTo(actor, Number(own.avatar)) : null,
    phone: own?.phone_mask ?? null,
    sex: own?.sex ?? null,
    email: own?.email ?? null,
    deptName: own?.dept_name ?? null,
    posts: (own?.posts ?? []).map((post) => nameIn(post, call.language)),
    roleFlag: roleFlag(actor.roles, actor.tenantNo),
    roles: roles.map((row) => ({ roleCode: row.role_code, roleName: row.name })),
    actions: [...actor.actions],
    menus: below(rows, firsts[0]).map(item),
    firstMenus: firsts.map((row) => ({
      id: row.id,
      menuName: row.menu_name,
      menuNameTw: row.menu_name_tw,
      menuNameEn: row.menu_name_en,
      icon: row.icon,
      orderNum: row.order_num,
    })),
    pages: pages.map(item),
    servesAll: pages
      .filter((row) => row.visible === 1 && lineOf(byId, row).some((one) => one.serves_all))
      .flatMap(({ path }) => path ?? []),
    principalId: actor.principalId,
    principalName: reach?.name ?? null,
    principalLevel: reach?.level ?? null,
    principalType: reach?.type ?? null,
    tenantNo: actor.tenantNo,
    tenantName: tenants[0]?.tenant_name ?? '',
    tenantStatus: tenants[0]?.status ?? '',
    tenantDaysLeft: daysLeft(roleFlag(actor.roles, actor.tenantNo), tenants[0]?.days_left),
    villageLatitude: reach?.latitude ?? null,
    villageLongitude: reach?.longitude ?? null,
    regionCode: reach?.regionCode ?? null,
    regionName: reach ? regionName(reach.regionCode) : null,
    jurisdiction: actor.scope.regions.map((code) => ({
      regionCode: code,
      regionName: regionName(code) ?? String(code),
      level: levelOf(code),
    })),
    lastLoginTime: own?.last_login_time ?? null,
    passwordDaysLeft: Number.isNaN(age) ? maxAgeDays : Math.max(0, Math.ceil(maxAgeDays - age)),
    passwordWarnDays: await paramOf(call.database, 'password.warnDays', actor.tenantNo),
    mfaEnabled: own?.mfa_enabled ?? false,
    reminders: own?.reminders ?? usualReminders,
    watermark: (await wordOf(call.database, 'watermark.enabled', actor.tenantNo)) === 'true',
    permVersion: actor.permVersion,
    homePath: [portal.home_path, home?.configValue, '/ant/home/index'].find((path) => path && open.has(path)) ?? null,
    serverTime: `${new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, -1)}+08:00`,
  };
}

export const userInfoRoutes = (): Route[] => [
  serve('platform', contract.getUserInfo, (call) => userInfo(call)),
  serve('platform', contract.getUserWebMenuByFirstMenuId, async (call) => {
    const { rows, firsts } = await myMenus(call);
    return below(rows, firsts.find((row) => row.id === call.query.menuId) ?? firsts[0]).map(item);
  }),
];
