import { notFound } from '#kit/contract/errors.ts';
import { levelOf, within } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/account/sys-user.ts';
import { dictRow, labelOf } from '../reference/dictionaries.ts';
import { regionChildrenOf, regionName } from '../reference/region/regions.ts';
import { allMenus, menuName } from '../role/roles.ts';
import { directory } from './directory.ts';
import { administrators, clashIn, isDelegate, superRoles } from './user-rules.ts';

type Asked = Pick<Call, 'actor' | 'language' | 'say' | 'database'>;

export const labelIn = (call: Pick<Call, 'actor' | 'language'>, dict: string, value: string): string => {
  const row = dictRow(dict, value, call.actor.tenantNo);
  return row ? labelOf(row, call.language) : value;
};

export const roleNameSql = (language: string, alias = 'r'): string =>
  language === 'en'
    ? `coalesce(${alias}.role_name_en, ${alias}.role_name)`
    : language === 'zh_TW'
      ? `coalesce(${alias}.role_name_tw, ${alias}.role_name)`
      : `${alias}.role_name`;

/** Of an account that the caller does not look after, nothing. */
export async function seenUser(
  call: Asked,
  id: number,
): Promise<{ id: number; username: string; nickname: string; status: string; principalId: number }> {
  const [[row]] = await call.database.read<
    [{ id: number; username: string; nickname: string; status: string; principalId: number }]
  >(call.actor.scope, {
    text: 'select id, username, nickname, status, principal_id as "principalId" from platform.sys_user_seen where id = $1',
    values: [id],
  });
  if (!row) throw notFound();
  return row;
}

async function effectiveOf(call: Call<typeof contract.effective>): Promise<contract.Effective> {
  const user = await seenUser(call, call.params.id);
  const [roles, held, regions] = await call.database.read<
    [
      Omit<contract.Effective['roles'][number], 'dataScopeName'>,
      { permission: string; roles: string[] },
      { region_code: number },
    ]
  >(
    call.actor.scope,
    {
      text: `select r.id as "roleId", r.role_code as "roleCode", ${roleNameSql(call.language)} as "roleName", r.data_scope as "dataScope", ur.granted_at as "grantedAt",
               (select g.nickname from platform.sys_user g where g.id = ur.granted_by) as "grantedByName", ur.valid_until as "validUntil",
               r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now()) as "isLive"
             from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id where ur.user_id = $1 order by r.order_num`,
      values: [user.id],
    },
    {
      text: `select m.permission, array_agg(distinct ${roleNameSql(call.language)}) as roles
             from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id join platform.sys_role_menu rm on rm.role_id = r.id
               join platform.sys_menu m on m.id = rm.menu_id
             where ur.user_id = $1 and r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now()) and m.permission is not null
             group by 1 order by 1`,
      values: [user.id],
    },
    { text: 'select region_code from platform.sys_user_jurisdiction where user_id = $1 order by 1', values: [user.id] },
  );
  const menus = await allMenus(call.database, call.actor.scope);
  const byId = new Map(menus.map((row) => [row.id, row]));
  const reach = await directory().reach(call.database, call.actor.tenantNo, user.principalId);
  const live = roles.filter((role) => role.isLive);
  const byRegion = live.some((role) => role.dataScope === 'jurisdiction');
  const below = live.some((role) => role.dataScope === 'jurisdiction' || role.dataScope === 'principalAndSubordinates');
  const own = regions.map((row) => row.region_code);
  const codes = byRegion ? (own.length > 0 ? own : (reach?.regions ?? [])) : [];
  return {
    permissions: held.map(({ permission, roles: from }) => {
      // A page and its action may share a string: the action says more.
      const all = menus.filter((row) => row.permission === permission);
      const menu = all.find((row) => row.type === 4) ?? all.find((row) => row.built) ?? all[0];
      const page = menu?.type === 4 ? byId.get(menu.parentId ?? 0) : menu;
      return {
        permission,
        menuName: menu ? menuName(menu, call) : permission,
        pageName: page ? menuName(page, call) : null,
        path: page?.path ?? null,
        fromRoles: from,
      };
    }),
    roles: roles.map((role) => ({ ...role, dataScopeName: labelIn(call, 'data_scope', role.dataScope) })),
    jurisdiction: codes.map((code) => ({
      regionCode: code,
      regionName: regionName(code) ?? String(code),
      level: levelOf(code),
    })),
    ownRegions: own.length > 0,
    principals: below ? 1 + (reach?.subordinates.length ?? 0) : 1,
  };
}

async function treeOf(call: Asked): Promise<contract.OrganisationNode[]> {
  const { rows } = await directory().organisations(call.database, call.actor.scope, { limit: 20_000 });
  const [depts, users, byDept] = await call.database.read<
    [
      { id: number; principal_id: number; parent_id: number | null; dept_name: string },
      { principal_id: number; n: number },
      { dept_id: number; n: number },
    ]
  >(
    call.actor.scope,
    {
      text: "select id, principal_id, parent_id, dept_name from platform.sys_dept where status = 'enabled' order by order_num, id",
      values: [],
    },
    {
      text: "select principal_id, count(*)::int as n from platform.sys_user_seen where status <> 'cancelled' group by 1",
      values: [],
    },
    {
      text: "select dept_id, count(*)::int as n from platform.sys_user_seen where status <> 'cancelled' and dept_id is not null group by 1",
      values: [],
    },
  );
  const known = new Set(rows.map((row) => row.id));
  const count = new Map(users.map((row) => [row.principal_id, row.n]));
  const inDept = new Map(byDept.map((row) => [row.dept_id, row.n]));
  const units = rows.map(
    (row): contract.OrganisationNode => ({
      key: `p${row.id}`,
      kind: 'principal',
      id: row.id,
      parentKey: row.parentId !== null && known.has(row.parentId) ? `p${row.parentId}` : null,
      name: row.name,
      type: row.type,
      users: count.get(row.id) ?? 0,
    }),
  );
  return [
    ...units,
    ...depts
      .filter((row) => known.has(row.principal_id))
      .map(
        (row): contract.OrganisationNode => ({
          key: `d${row.id}`,
          kind: 'dept',
          id: row.id,
          parentKey: row.parent_id === null ? `p${row.principal_id}` : `d${row.parent_id}`,
          name: row.dept_name,
          type: null,
          users: inDept.get(row.id) ?? 0,
        }),
      ),
  ];
}

/** Sorted for the administrator's eye: roles that fit the organisation first. */
async function choicesOf(call: Call<typeof contract.roleChoices>): Promise<contract.RoleChoice[]> {
  const { principalId } = call.query;
  const reach = principalId ? await directory().reach(call.database, call.actor.tenantNo, principalId) : null;
  const [rows, params] = await call.database.read<
    [
      {
        id: number;
        code: string;
        name: string;
        group: string | null;
        types: string[] | null;
        dataScope: string;
        remark: string | null;
        delegable: boolean;
      },
      { param_value: string },
    ]
  >(
    call.actor.scope,
    {
      text: `select r.id, r.role_code as code, ${roleNameSql(call.language)} as name, r.data_scope as "dataScope", r.remark, r.delegable, g.principal_types as types,
               case $1 when 'en' then coalesce(g.group_name_en, g.group_name) when 'zh_TW' then coalesce(g.group_name_tw, g.group_name) else g.group_name end as group
             from platform.sys_role_seen r left join platform.sys_role_group g on g.id = r.group_id
             where r.status = 'enabled' order by g.order_num nulls last, r.order_num, r.id`,
      values: [call.language],
    },
    {
      text: "select param_value from platform.sys_param where param_key = 'admin.separation' order by tenant_no desc limit 1",
      values: [],
    },
  );
  const strict = params[0]?.param_value !== 'simple';
  const delegate = isDelegate(call.actor);
  const fits = (types: string[] | null) => !reach || types === null || types.includes(reach.type);
  const offered = rows.filter((row) => !delegate || (row.delegable && fits(row.types)));
  const shown = delegate
    ? offered
    : [...offered.filter((row) => fits(row.types)), ...offered.filter((row) => !fits(row.types))];
  return shown.map((row) => ({
    roleId: row.id,
    roleCode: row.code,
    roleName: row.name,
    groupName: row.group,
    dataScope: row.dataScope,
    dataScopeName: labelIn(call, 'data_scope', row.dataScope),
    remark: row.remark,
    needsApproval: superRoles.includes(row.code),
    clashes: superRoles.includes(row.code)
      ? offered.filter((other) => clashIn([row, other], strict)).map((other) => other.code)
      : [],
  }));
}

async function previewOf(call: Call<typeof contract.rolePreview>) {
  const ids = call.query.roleIds.split(',').map(Number);
  const [held] = await call.database.read<[{ menu_id: number }]>(call.actor.scope, {
    text: 'select distinct menu_id from platform.sys_role_menu where role_id = any ($1::bigint[])',
    values: [ids],
  });
  const mine = new Set(held.map((row) => row.menu_id));
  const menus = await allMenus(call.database, call.actor.scope);
  const byId = new Map(menus.map((row) => [row.id, row]));
  const systems = new Map<string, { path: string; name: string; actions: string[]; built: boolean }[]>();
  for (const page of menus.filter((row) => row.type === 3 && mine.has(row.id))) {
    let top = page;
    while (top.parentId !== null) top = byId.get(top.parentId) ?? { ...top, parentId: null };
    const actions = menus.filter((row) => row.type === 4 && row.parentId === page.id && mine.has(row.id));
    const list = systems.get(menuName(top, call)) ?? [];
    list.push({
      path: page.path ?? '',
      name: menuName(page, call),
      actions: actions.map((row) => menuName(row, call)),
      built: page.built,
    });
    systems.set(menuName(top, call), list);
  }
  const built = (pages: readonly { built: boolean }[]) => pages.filter((page) => page.built).length;
  // What can be opened today stands before what comes later.
  return [...systems]
    .map(([systemName, pages]) => ({ systemName, pages: pages.toSorted((a, b) => Number(b.built) - Number(a.built)) }))
    .sort((a, b) => built(b.pages) - built(a.pages));
}

/** Of administrators' own deeds only the auditor reads. */
const withoutAdministrators = (call: Asked) =>
  call.actor.roles.includes('audit_admin') ? '' : ' and not (role_codes && $4::text[])';

export const userReadRoutes = (): Route[] => [
  serve('platform', contract.effective, effectiveOf),
  serve('platform', contract.organisationTree, treeOf),
  serve('platform', contract.roleChoices, choicesOf),
  serve('platform', contract.rolePreview, previewOf),
  serve('platform', contract.checkUsername, async (call) => {
    const [[row]] = await call.database.read<[{ taken: boolean }]>(call.actor.scope, {
      text: 'select platform.username_taken($1) as taken',
      values: [call.query.username],
    });
    return { free: !row?.taken };
  }),
  serve('platform', contract.userCounts, async (call) => {
    const [[row]] = await call.database.read<
      [{ total: number; active: number; pending: number; locked: number; unused: number; oldest: number | null }]
    >(call.actor.scope, {
      text: `select count(*) filter (where status <> 'cancelled')::int as total, count(*) filter (where status = 'active')::int as active,
               count(*) filter (where status = 'pending')::int as pending, count(*) filter (where locked_until > now())::int as locked,
               count(*) filter (where status = 'active' and greatest(last_login_time, created_at) < now() - interval '90 days')::int as unused,
               floor(extract(epoch from now() - min(updated_at) filter (where status = 'pending')) / 3600)::int as oldest
             from platform.sys_user_seen`,
      values: [],
    });
    const { oldest = null, ...counts } = row ?? { total: 0, active: 0, pending: 0, locked: 0, unused: 0 };
    return { ...counts, oldestPendingHours: oldest };
  }),
  serve('platform', contract.getUserSelectByPrincipalId, async (call) => {
    const { principalId, keyword, roleCode, withSub } = call.query;
    const reach = await directory().reach(call.database, call.actor.tenantNo, principalId);
    const ids = [principalId, ...(withSub ? (reach?.subordinates ?? []) : [])];
    const [rows] = await call.database.read<
      [{ id: number; nickname: string; username: string; phone: string | null; deptName: string | null }]
    >(call.actor.scope, {
      text: `select u.id, u.nickname, u.username, u.phone_mask as phone, (select d.dept_name from platform.sys_dept d where d.id = u.dept_id) as "deptName"
             from platform.sys_user_seen u where u.status = 'active' and u.principal_id = any ($1::bigint[])
               and ($2::text is null or u.nickname ilike $2 or u.username ilike $2)
               and ($3::text is null or exists (select 1 from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
                    where ur.user_id = u.id and r.role_code = $3 and (ur.valid_until is null or ur.valid_until > now())))
             order by u.nickname, u.id limit 200`,
      values: [ids, keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null, roleCode ?? null],
    });
    return rows;
  }),
  serve('platform', contract.principalRegions, async (call) => {
    const { principalId, parentCode } = call.query;
    const reach = await directory().reach(call.database, call.actor.tenantNo, principalId);
    const roots = reach?.regions ?? [];
    if (parentCode !== undefined && !roots.some((root) => within(parentCode, root))) return [];
    return parentCode === undefined ? regionChildrenOf(null, roots) : regionChildrenOf(parentCode, roots);
  }),
  serve('platform', contract.userSessions, async (call) => {
    const user = await seenUser(call, call.params.id);
    const [rows] = await call.database.read<
      [
        {
          sessionId: number;
          clientType: string;
          portalId: string | null;
          ip: string | null;
          userAgent: string | null;
          createdAt: string;
          lastActiveAt: string;
          endedAt: string | null;
          endReason: string | null;
        },
      ]
    >(call.actor.scope, {
      text: `select id as "sessionId", client_type as "clientType", portal_id as "portalId", ip, user_agent as "userAgent", created_at as "createdAt",
               last_active_at as "lastActiveAt", ended_at as "endedAt", end_reason as "endReason"
             from platform.sys_session where user_id = $1 order by id desc limit 50`,
      values: [user.id],
    });
    return rows.map((row) => ({
      ...row,
      endReasonName: row.endReason && labelIn(call, 'session_end', row.endReason),
    }));
  }),
  serve('platform', contract.userLogins, async (call) => {
    const user = await seenUser(call, call.params.id);
    const { pageNum, pageSize } = call.query;
    const [rows, [count]] = await call.database.read<
      [
        {
          id: number;
          happenedAt: string;
          ip: string | null;
          userAgent: string | null;
          portalId: string | null;
          clientType: string | null;
          result: string;
        },
        { n: number },
      ]
    >(
      call.actor.scope,
      {
        text: `select id, happened_at as "happenedAt", ip, user_agent as "userAgent", portal_id as "portalId", client_type as "clientType", result
               from platform.sys_login_log where lower(username) = lower($1) and happened_at > now() - interval '90 days' order by happened_at desc limit $2 offset $3`,
        values: [user.username, pageSize, (pageNum - 1) * pageSize],
      },
      {
        text: "select count(*)::int as n from platform.sys_login_log where lower(username) = lower($1) and happened_at > now() - interval '90 days'",
        values: [user.username],
      },
    );
    call.answer.total = count?.n ?? 0;
    return rows.map((row) => ({ ...row, resultName: labelIn(call, 'login_result', row.result) }));
  }),
  serve('platform', contract.userOperations, async (call) => {
    const user = await seenUser(call, call.params.id);
    const { pageNum, pageSize } = call.query;
    const hidden = withoutAdministrators(call);
    const [rows] = await call.database.read<
      [
        {
          id: number;
          happenedAt: string;
          module: string;
          entity: string;
          entityName: string | null;
          action: string;
          result: string;
          ip: string | null;
        },
      ]
    >(call.actor.scope, {
      text: `select id, happened_at as "happenedAt", module, entity, entity_name as "entityName", action, result, ip
             from kit.oper_log where user_id = $1 and happened_at > now() - interval '90 days'${hidden} order by happened_at desc limit $2 offset $3`,
      values: [user.id, pageSize, (pageNum - 1) * pageSize, ...(hidden ? [[...administrators]] : [])],
    });
    call.answer.total = rows.length < pageSize ? (pageNum - 1) * pageSize + rows.length : pageNum * pageSize + 1;
    return rows.map((row) => ({ ...row, actionName: labelIn(call, 'oper_action', row.action) }));
  }),
];
