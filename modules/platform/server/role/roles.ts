import type { Language } from '#kit/contract/envelope.ts';
import { AppError, invalid, refusal, staleVersion } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import type { Scope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as contract from '#modules/platform/contract/role/sys-role.ts';
import { sysRoleGroup } from '#modules/platform/contract/role/sys-role-group.ts';
import { directory } from '../account/directory.ts';
import { raisePermVersion } from '../account/sys-user.ts';
import { superRoles } from '../account/user-rules.ts';
import { dictRow, labelOf } from '../reference/dictionaries.ts';
import { raiseTenants } from '../tenant/sys-tenant.ts';
import { findRole, insertCopy, ownRole, touchRole } from './sys-role.ts';
import { addMenus, dropMenus, menusOf } from './sys-role-menu.ts';

const { sysRole } = contract;

/** Rights over rights stay with the administrators' own roles, or R89 could be walked around by a role that holds them. */
export const reserved: ReadonlySet<string> = new Set([
  'sys:user:authorise',
  'sys:user:unlock',
  'sys:user:resetMfa',
  'sys:role:add',
  'sys:role:edit',
  'sys:role:remove',
  'sys:role:grant',
  'sys:roleGroup:edit',
  'sys:param:editSecurity',
  'sys:approval:decide',
]);

/** R91: what a tenant's roles may hold at all, asked where everything else asks it. */
export async function grantable(tx: Pick<Tx, 'query'>, tenantNo: number): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>('select id from platform.tenant_menus($1) id', [tenantNo]);
  return new Set(rows.map((row) => row.id));
}

interface MenuRow {
  id: number;
  parentId: number | null;
  zh: string;
  tw: string;
  en: string;
  type: number;
  permission: string | null;
  path: string | null;
  built: boolean;
}

const menuSql = `select id, parent_id as "parentId", menu_name as zh, menu_name_tw as tw, menu_name_en as en, menu_type as type, permission, path, status = 'enabled' as built
  from platform.sys_menu where terminal = 'web' and (menu_type < 3 or id in (select platform.tenant_menus(kit.tenant()))) order by order_num, id`;

export async function allMenus(database: Database, scope: Scope): Promise<MenuRow[]> {
  const [rows] = await database.read<[MenuRow]>(scope, { text: menuSql, values: [] });
  return rows;
}

/** Actions are named in words where the product has words for them. */
export function menuName(
  row: Pick<MenuRow, 'zh' | 'tw' | 'en' | 'type' | 'permission'>,
  call: Pick<Call, 'say' | 'language'>,
): string {
  if (row.type === 4) {
    const verb = row.permission?.split(':').at(-1) ?? row.zh;
    const text = call.say(`platform.action.${verb}`);
    return text.startsWith('platform.action.') ? verb : text;
  }
  return { zh_CN: row.zh, zh_TW: row.tw, en: row.en }[call.language as Language] || row.zh;
}

/** Branches that lead to nothing are not drawn. */
function withoutEmpty(rows: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set<number>();
  for (const leaf of rows.filter((row) => row.type >= 3))
    for (let at: MenuRow | undefined = leaf; at; at = at.parentId === null ? undefined : byId.get(at.parentId))
      kept.add(at.id);
  return rows.filter((row) => kept.has(row.id));
}

const label = (call: Call | Pick<Call, 'actor' | 'language'>, dict: string, value: string): string => {
  const row = dictRow(dict, value, call.actor.tenantNo);
  return row ? labelOf(row, call.language) : value;
};

const holdersSql = `select u.id, u.nickname, u.principal_id from platform.sys_user_role ur join platform.sys_user u on u.id = ur.user_id
  where ur.tenant_no = $2 and ur.role_id = any ($1::bigint[]) and u.status <> 'cancelled' order by u.id`;

/** Several pages may show themselves by one string: it is given and taken with all of them, or it would not be taken at all. */
function differenceOf(before: ReadonlySet<number>, after: ReadonlySet<number>, menus: ReadonlyMap<number, MenuRow>) {
  const stringOf = (id: number) => menus.get(id)?.permission ?? `#${id}`;
  const lost = new Set([...before].filter((id) => !after.has(id)).map(stringOf));
  const won = new Set([...after].filter((id) => !before.has(id)).map(stringOf));
  for (const one of lost) won.delete(one);
  const same = [...menus.values()].filter((row) => row.type >= 3 && won.has(row.permission ?? '')).map((row) => row.id);
  return {
    added: [...new Set([...[...after].filter((id) => won.has(stringOf(id))), ...same])].filter((id) => !before.has(id)),
    removed: [...before].filter((id) => lost.has(stringOf(id))),
  };
}

async function saveMenus(call: Call<typeof contract.saveRoleMenus>): Promise<{
  id: number;
  version: number;
  added: string[];
  removed: string[];
  usersAffected: number;
  users: { id: number; nickname: string; organizationName: string | null }[];
}> {
  const { id, version, menuIds, reason, dryRun } = call.body;
  const { tx, actor } = call;
  const role = await findRole(tx, id);
  if (superRoles.includes(role.code)) throw refusal('role.fixed', 'platform.sysRole.fixed', { role: role.name });
  if (role.version !== version) throw staleVersion();
  const may = await grantable(tx, actor.tenantNo);
  const menus = new Map((await tx.query<MenuRow>(menuSql)).map((row) => [row.id, row]));
  const before = new Set(await menusOf(tx, id));
  const after = new Set(menuIds);
  const { added, removed } = differenceOf(before, after, menus);
  const outside = added.find((one) => !may.has(one) || reserved.has(menus.get(one)?.permission ?? ''));
  if (outside !== undefined)
    throw refusal('role.outside', 'platform.sysRole.outside', {
      name: menus.get(outside)?.permission ?? String(outside),
    });
  // Whoever is no security administrator gives away nothing but what they hold.
  const foreign = actor.roles.includes('security_admin')
    ? undefined
    : added.find((one) => !actor.actions.has(menus.get(one)?.permission ?? ''));
  if (foreign !== undefined) throw new AppError(403, 'platform.sysRole.notYours');
  const holders = await tx.query<{ id: number; nickname: string; principal_id: number }>(holdersSql, [
    [id],
    actor.tenantNo,
  ]);
  const names = await tx.query<{ id: number; name: string | null }>(
    `select u as id, ${directory().nameSql('p')} as name from unnest($1::bigint[], $2::bigint[]) x(u, p)`,
    [holders.slice(0, 50).map((one) => one.id), holders.slice(0, 50).map((one) => one.principal_id)],
  );
  const nameOf = (menuId: number) => {
    const row = menus.get(menuId);
    if (!row) return String(menuId);
    const page = row.type === 4 && row.parentId ? menus.get(row.parentId) : undefined;
    return page ? `${menuName(page, call)} / ${menuName(row, call)}` : menuName(row, call);
  };
  const answer = {
    added: added.map(nameOf),
    removed: removed.map(nameOf),
    usersAffected: holders.length,
    users: holders.slice(0, 50).map((one) => ({
      id: one.id,
      nickname: one.nickname,
      organizationName: names.find((row) => row.id === one.id)?.name ?? null,
    })),
  };
  if (dryRun || added.length + removed.length === 0) {
    call.audited = true;
    return { id, version, ...answer };
  }
  const own = await ownRole(tx, role);
  await addMenus(tx, own.id, added);
  await dropMenus(tx, own.id, removed);
  const next = await touchRole(tx, own.id, own.version);
  await raisePermVersion(tx, { userIds: holders.map((one) => one.id) });
  await raiseOthers(call as unknown as Call);
  const strings = (ids: readonly number[]) => ids.map((one) => menus.get(one)?.permission ?? String(one));
  await audit(tx, call as unknown as Call, {
    module: 'platform',
    entity: 'sysRole',
    entityId: own.id,
    entityName: role.name,
    action: 'grant',
    params: { reason },
    before: { permissions: strings(removed) },
    after: { permissions: strings(added) },
  });
  call.answer.msg = call.say('ok.saved');
  return { id: own.id, version: next, ...answer };
}

export const roleRoutes = (): Route[] => [
  ...serveResource(sysRoleGroup)({
    expressions: { roleCount: '(select count(*)::int from platform.sys_role_seen r where r.group_id = t.id)' },
  }),
  ...serveResource(sysRole)({
    table: 'platform.sys_role_seen',
    expressions: {
      userCount: `(select count(*)::int from platform.sys_user_role ur join platform.sys_user u on u.id = ur.user_id
        where ur.role_id = t.id and ur.tenant_no = kit.tenant() and u.status <> 'cancelled')`,
      actionCount: '(select count(*)::int from platform.sys_role_menu rm where rm.role_id = t.id)',
    },
    before: {
      add: async (_call, values) => {
        if (superRoles.includes(values.roleCode)) throw invalid([{ field: 'roleCode', key: 'error.duplicate' }]);
        return { builtin: false };
      },
      edit: async (call, values, row) => {
        if (superRoles.includes(row.roleCode) && row.mfaRequired && !values.mfaRequired)
          throw invalid([{ field: 'mfaRequired', key: 'platform.sysRole.factorStays' }]);
        if (values.status === 'disabled' && row.status === 'enabled') await raiseHolders(call, row.id);
        if (values.dataScope !== row.dataScope) await raiseHolders(call, row.id);
        return undefined;
      },
      remove: async (call, row) => {
        const holders = await call.tx.query<{ n: number }>(
          'select count(*)::int as n from platform.sys_user_role where role_id = $1',
          [row.id],
        );
        if ((holders[0]?.n ?? 0) > 0) throw new AppError(409, 'error.inUse', { args: { name: row.roleName } });
      },
    },
  }),
  serve('platform', contract.roleMenus, async (call) => {
    const { id } = call.params;
    const [[role], held] = await call.database.read<
      [{ code: string; name: string; tw: string | null; en: string | null; version: number }, { menu_id: number }]
    >(
      call.actor.scope,
      {
        text: 'select role_code as code, role_name as name, role_name_tw as tw, role_name_en as en, version from platform.sys_role_seen where id = $1',
        values: [id],
      },
      { text: 'select menu_id from platform.sys_role_menu where role_id = $1', values: [id] },
    );
    if (!role) throw new AppError(404, 'error.notFound');
    const isFixed = superRoles.includes(role.code);
    const rows = await allMenus(call.database, call.actor.scope);
    const mine = new Set(held.map((one) => one.menu_id));
    const shown = rows.filter(
      (row) => row.type < 3 || mine.has(row.id) || isFixed || !reserved.has(row.permission ?? ''),
    );
    return {
      roleId: id,
      roleName: { zh_CN: role.name, zh_TW: role.tw, en: role.en }[call.language] || role.name,
      version: role.version,
      isFixed,
      menuIds: [...mine],
      tree: withoutEmpty(shown.filter((row) => row.type < 3 || row.permission !== null)).map((row) => ({
        id: row.id,
        parentId: row.parentId,
        name: menuName(row, call),
        type: row.type,
        permission: row.permission,
        path: row.path,
        built: row.built,
      })),
    };
  }),
  serve('platform', contract.saveRoleMenus, saveMenus),
  serve('platform', contract.copyRole, async (call) => {
    const { id, roleCode, roleName } = call.body;
    const role = await findRole(call.tx, id);
    if (superRoles.includes(role.code) || superRoles.includes(roleCode))
      throw refusal('role.fixed', 'platform.sysRole.fixed', { role: role.name });
    const made = await insertCopy(call.tx, id, { code: roleCode, name: roleName });
    await audit(call.tx, call as unknown as Call, {
      module: 'platform',
      entity: 'sysRole',
      entityId: made.id,
      entityName: roleName,
      action: 'add',
      params: { copyOf: role.code },
      after: { roleCode, roleName },
    });
    call.answer.msg = call.say('ok.saved');
    return made;
  }),
  serve('platform', contract.roleUsers, async (call) => {
    const { pageNum, pageSize } = call.query;
    const from = `from platform.sys_user_role ur join platform.sys_user_seen u on u.id = ur.user_id
      where ur.role_id = $1 and ur.tenant_no = $2 and u.status <> 'cancelled'`;
    const values = [call.params.id, call.actor.tenantNo];
    const [rows, [count]] = await call.database.read<
      [
        {
          id: number;
          username: string;
          nickname: string;
          organizationName: string | null;
          status: string;
          grantedAt: string;
          grantedByName: string | null;
          validUntil: string | null;
        },
        { n: number },
      ]
    >(
      call.actor.scope,
      {
        text: `select u.id, u.username, u.nickname, ${directory().nameSql('u.principal_id')} as "organizationName", u.status, ur.granted_at as "grantedAt",
                 (select g.nickname from platform.sys_user g where g.id = ur.granted_by) as "grantedByName", ur.valid_until as "validUntil"
               ${from} order by u.id limit $3 offset $4`,
        values: [...values, pageSize, (pageNum - 1) * pageSize],
      },
      { text: `select count(*)::int as n ${from}`, values },
    );
    call.answer.total = count?.n ?? 0;
    return rows.map((row) => ({ ...row, statusName: label(call, 'user_status', row.status) }));
  }),
];

async function raiseHolders(call: Call, roleId: number): Promise<void> {
  const holders = await call.tx.query<{ id: number }>(holdersSql, [[roleId], call.actor.tenantNo]);
  await raisePermVersion(call.tx, { userIds: holders.map((one) => one.id) });
  await raiseOthers(call);
}

/** The operator's roles are held in every tenant that has no copy of its own. */
async function raiseOthers(call: Call): Promise<void> {
  if (call.actor.tenantNo === 0) await raiseTenants(call.tx, 'all');
}
