import { notFound } from '#kit/contract/errors.ts';
import { endpointsIn } from '#kit/contract/module.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { declaredModules } from '#kit/server/http/openapi.ts';
import * as contract from '#modules/platform/contract/role/access.ts';
import { directory } from '../account/directory.ts';
import { securityUnit } from '../account/user-grants.ts';
import { labelIn, roleNameSql } from '../account/user-reads.ts';
import { clashIn } from '../account/user-rules.ts';
import { regionName } from '../reference/region/regions.ts';
import { openTask } from '../task/tasks.ts';
import { allMenus, menuName } from './roles.ts';

interface Filter {
  readonly roleId?: number | undefined;
  readonly principalId?: number | undefined;
  readonly keyword?: string | undefined;
}
type Grant = Omit<contract.GrantRow, 'statusName'>;
type Asked = Pick<Call, 'actor' | 'language' | 'database' | 'say'>;

const most = 2000;

/** Grants of the tenant with their holders; `where` narrows them further. */
async function grantsOf(call: Asked, filter: Filter, where: string, values: readonly unknown[]): Promise<Grant[]> {
  const [rows] = await call.database.read<[Grant]>(call.actor.scope, {
    text: `select u.id as "userId", u.username, u.nickname, ${directory().nameSql('u.principal_id')} as "organizationName", u.status, r.id as "roleId",
             r.role_code as "roleCode", ${roleNameSql(call.language)} as "roleName", ur.granted_at as "grantedAt",
             (select g.nickname from platform.sys_user g where g.id = ur.granted_by) as "grantedByName", ur.valid_until as "validUntil",
             u.last_login_time as "lastUsedAt"
           from platform.sys_user_role ur join platform.sys_user_seen u on u.id = ur.user_id join platform.sys_role r on r.id = ur.role_id
           where u.status in ('active', 'disabled') and ($1::bigint is null or r.id = $1) and ($2::bigint is null or u.principal_id = $2)
             and ($3::text is null or u.nickname ilike $3 or u.username ilike $3) ${where}
           order by u.principal_id, u.id, r.order_num limit ${most}`,
    values: [
      filter.roleId ?? null,
      filter.principalId ?? null,
      filter.keyword ? `%${filter.keyword.replace(/[\\%_]/g, '\\$&')}%` : null,
      ...values,
    ],
  });
  return rows;
}

const named = (call: Asked, rows: readonly Grant[]): contract.GrantRow[] =>
  rows.map((row) => ({ ...row, statusName: labelIn(call, 'user_status', row.status) }));

/** Paths of changing calls by the permission that opens them: what the operation log tells of a permission's use. */
function pathsByPermission(): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { access, action, path } of declaredModules().flatMap(endpointsIn)) {
    if (!action || typeof access === 'string') continue;
    for (const permission of access.any) paths.set(permission, [...(paths.get(permission) ?? []), path]);
  }
  return paths;
}

/** Reading leaves no trace: a role that changes nothing counts as used when its holder came in. */
async function unusedOf(call: Call<typeof contract.accessUnused>): Promise<contract.GrantRow[]> {
  const { days, ...filter } = call.query;
  const grants = await grantsOf(
    call,
    filter,
    "and u.status = 'active' and ur.granted_at < now() - make_interval(days => $4)",
    [days],
  );
  const [used, held] = await call.database.read<
    [{ user_id: number; path: string; at: string }, { role_id: number; permission: string }]
  >(
    call.actor.scope,
    {
      text: `select user_id, path, max(happened_at) as at from kit.oper_log
             where happened_at > now() - make_interval(days => $1) and result = 'ok' and path is not null and user_id is not null group by 1, 2`,
      values: [days],
    },
    {
      text: `select rm.role_id, m.permission from platform.sys_role_menu rm join platform.sys_menu m on m.id = rm.menu_id where m.permission is not null`,
      values: [],
    },
  );
  const paths = pathsByPermission();
  const opened = new Map<number, Set<string>>();
  for (const { role_id, permission } of held) {
    const set = opened.get(role_id) ?? new Set<string>();
    for (const path of paths.get(permission) ?? []) set.add(path);
    opened.set(role_id, set);
  }
  const since = Date.now() - days * 86_400_000;
  return named(
    call,
    grants.flatMap((grant) => {
      const mine = opened.get(grant.roleId) ?? new Set();
      const last = used.filter((row) => row.user_id === grant.userId && mine.has(row.path)).map((row) => row.at);
      if (last.length > 0) return [];
      if (mine.size === 0 && grant.lastUsedAt && Date.parse(grant.lastUsedAt) > since) return [];
      return [grant];
    }),
  );
}

type Odd = contract.GrantRow & { why: 'clash' | 'temporary' | 'ended'; clashWith: string | null };

async function oddOf(call: Call<typeof contract.accessOdd>): Promise<Odd[]> {
  const grants = await grantsOf(call, call.query, '', []);
  const [params] = await call.database.read<[{ param_value: string }]>(call.actor.scope, {
    text: "select param_value from platform.sys_param where param_key = 'admin.separation' order by tenant_no desc limit 1",
    values: [],
  });
  const strict = params[0]?.param_value !== 'simple';
  const byUser = Map.groupBy(grants, (row) => row.userId);
  return named(call, grants).flatMap((row): Odd[] => {
    const others = (byUser.get(row.userId) ?? []).filter((one) => one.roleId !== row.roleId);
    const clash = others.find((one) =>
      clashIn(
        [
          { code: row.roleCode, name: row.roleName },
          { code: one.roleCode, name: one.roleName },
        ],
        strict,
      ),
    );
    if (clash) return [{ ...row, why: 'clash', clashWith: clash.roleName }];
    if (!row.validUntil) return [];
    const isOver = Date.parse(row.validUntil) < Date.now();
    return [{ ...row, why: isOver ? 'ended' : 'temporary', clashWith: null }];
  });
}

export const accessRoutes = (): Route[] => [
  serve('platform', contract.accessWho, async (call) => {
    const { permission, ...filter } = call.query;
    const rows = await grantsOf(
      call,
      filter,
      `and r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now()) and exists (
         select 1 from platform.sys_role_menu rm join platform.sys_menu m on m.id = rm.menu_id where rm.role_id = r.id and m.permission = $4)`,
      [permission],
    );
    return named(call, rows);
  }),
  serve('platform', contract.accessUnused, unusedOf),
  serve('platform', contract.accessOdd, oddOf),
  serve('platform', contract.accessPermissions, async (call) => {
    const menus = await allMenus(call.database, call.actor.scope);
    const byId = new Map(menus.map((row) => [row.id, row]));
    const known = new Map<string, { permission: string; name: string; path: string | null }>();
    for (const row of menus) {
      if (row.type < 3 || row.permission === null || known.has(row.permission)) continue;
      const page = row.type === 4 ? byId.get(row.parentId ?? 0) : row;
      const name = row.type === 4 && page ? `${menuName(page, call)} / ${menuName(row, call)}` : menuName(row, call);
      known.set(row.permission, { permission: row.permission, name, path: page?.path ?? null });
    }
    return [...known.values()];
  }),
  serve('platform', contract.screenInfo, async ({ database, actor, query }) => {
    const [[screen]] = await database.read<[contract.ScreenInfo]>(actor.scope, {
      text: `select path, screen_name as "menuName", screen_name_tw as "menuNameTw", screen_name_en as "menuNameEn", permission, built
             from platform.sys_screen where path = $1 and permission is not null`,
      values: [query.path],
    });
    if (!screen) throw notFound();
    return screen;
  }),
  serve('platform', contract.requestAccess, async (call) => {
    const { path, reason } = call.body;
    const { actor } = call;
    const menus = await allMenus(call.database, actor.scope);
    const page = menus.find((row) => row.type === 3 && row.path === path);
    const entity = `platform.accessRequest:${path}`;
    const [open] = await call.tx.query<{ id: number }>(
      "select id from platform.sys_task where entity = $1 and entity_id = $2 and status in ('open', 'claimed') and created_by = $2",
      [entity, actor.userId],
    );
    if (open) return { taskId: open.id, isNew: false };
    const unit = await securityUnit(call as unknown as Call);
    const taskId = await openTask(call.tx, {
      taskType: 'authorise',
      taskName: {
        key: 'platform.access.taskRequest',
        args: { name: actor.nickname, page: page?.zh ?? path, reason },
      },
      source: 'manual',
      entity,
      entityId: actor.userId,
      linkPath: `/system/user/details?id=${actor.userId}&ask=${encodeURIComponent(path)}`,
      permission: 'sys:user:authorise',
      regionCode: unit?.regionCode ?? 0,
      principalId: unit?.principalId ?? actor.principalId,
    });
    call.answer.msg = call.say('platform.access.requested');
    return { taskId, isNew: true };
  }),
  serve('platform', contract.listOrganisations, async (call) => {
    const { type, status, pageNum, pageSize, ...query } = call.query;
    const { rows, total } = await directory().organisations(call.database, call.actor.scope, {
      ...query,
      types: type?.split(',').filter(Boolean),
      statuses: status?.split(',').filter(Boolean),
      limit: pageSize,
      offset: (pageNum - 1) * pageSize,
    });
    const ids = rows.map((row) => row.id);
    const [users, depts, parents] = await call.database.read<
      [{ id: number; n: number }, { id: number; n: number }, { id: number; name: string | null }]
    >(
      call.actor.scope,
      {
        text: "select principal_id as id, count(*)::int as n from platform.sys_user_seen where status <> 'cancelled' and principal_id = any ($1::bigint[]) group by 1",
        values: [ids],
      },
      {
        text: 'select principal_id as id, count(*)::int as n from platform.sys_dept where principal_id = any ($1::bigint[]) group by 1',
        values: [ids],
      },
      {
        text: `select p as id, ${directory().nameSql('p')} as name from unnest($1::bigint[]) p`,
        values: [rows.flatMap((row) => row.parentId ?? [])],
      },
    );
    call.answer.total = total;
    const count = (list: readonly { id: number; n: number }[], id: number) => list.find((one) => one.id === id)?.n ?? 0;
    return rows.map((row) => ({
      ...row,
      typeName: labelIn(call, 'principal_type', row.type),
      statusName: labelIn(call, 'principal_status', row.status),
      regionName: regionName(row.regionCode),
      parentName: parents.find((one) => one.id === row.parentId)?.name ?? null,
      users: count(users, row.id),
      departments: count(depts, row.id),
    }));
  }),
];
