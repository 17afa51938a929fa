import { AppError, invalid, notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { transitionKey } from '#kit/contract/resource.ts';
import { auditSystem } from '#kit/server/audit/audit.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow } from '#kit/server/resource/write.ts';
import * as contract from '#modules/platform/contract/tenant/sys-tenant.ts';
import { administratorRoles } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { directory } from '../account/directory.ts';
import { notify } from '../notice/notify.ts';
import { dictRow, labelOf } from '../reference/dictionaries.ts';
import { requestApproval } from '../role/sys-approval.ts';
import { administratorRoutes } from './administrators.ts';
import { archiveRoutes } from './archive.ts';
import { authorityRoutes } from './authority.ts';
import { holdersOf } from './holders.ts';
import { openTenantRoutes } from './open-tenant.ts';
import { limitOf } from './quota.ts';
import { expireDue, lockTenant, raiseTenants, readTenant, saveItems } from './sys-tenant.ts';
import { countUsage, refreshUsage } from './sys-tenant-usage.ts';

const { sysTenant } = contract;
const used = (column: string) =>
  `(select u.${column} from platform.sys_tenant_usage u where u.tenant_no = t.tenant_no order by u.month desc limit 1)`;
const today = () => new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
const isOperator = (row: { tenantNo: number }) => row.tenantNo === 0;

/** Counters are fresh when the list is opened; a figure that is a day old helps nobody. */
const counted = (route: Route): Route =>
  route.endpoint.path.endsWith('info/list')
    ? {
        ...route,
        handle: async (call, prepared) => {
          await refreshUsage(call.database);
          return route.handle(call, prepared);
        },
      }
    : route;

const resourceRoutes = (): Route[] =>
  serveResource(sysTenant)({
    expressions: {
      usedUsers: `coalesce(${used('users')}, 0)`,
      usedPrincipals: `coalesce(${used('principals')}, 0)`,
      usedAnimals: `coalesce(${used('animals')}, 0)`,
      usedStorage: `round(coalesce(${used('storage_bytes')}, 0) / 1073741824.0, 2)::float8`,
    },
    // The operator's own row is no tenant that could be stopped.
    can: (row, verb) => verb === 'detail' || !isOperator(row),
    before: {
      edit: async (call, values, row) => {
        const [sold] = await call.tx.query<{ status: string }>(
          'select status from platform.sys_tenant_package where id = $1',
          [values.packageId],
        );
        if (values.packageId !== row.packageId && sold?.status !== 'onSale')
          throw invalid([{ field: 'packageId', key: 'platform.sysTenant.notOnSale' }]);
        return undefined;
      },
      transition: async (_call, move, row) => {
        if (move.name !== 'activate') return undefined;
        const expireOn = String(move.form?.expireOn ?? '');
        if (expireOn <= today() || expireOn <= row.startOn)
          throw invalid([{ field: 'form.expireOn', key: 'platform.sysTenant.endsInPast' }]);
        return { expireOn, contractNo: move.form?.contractNo };
      },
    },
    after: {
      edit: async (call, id) => {
        const row = await findRow(call, sysTenant, id);
        const tenant = await lockTenant(call.tx, row.tenantNo);
        const inPackage = new Set(tenant.packageItemIds);
        await saveItems(
          call.tx,
          row.tenantNo,
          tenant.extraItemIds.filter((one) => !inPackage.has(one)),
          tenant.removedItemIds.filter((one) => inPackage.has(one)),
          false,
        );
      },
      transition: async (call, move) => {
        const row = await findRow(call, sysTenant, move.id);
        if (move.name === 'suspend')
          await call.tx.query('select platform.door_end_tenant($1, $2)', [row.tenantNo, 'tenantClosed']);
        await raiseTenants(call.tx, { tenantNo: row.tenantNo });
        await tellAdministrators(call.tx, row.tenantNo, move.name === 'activate' ? 'renewed' : 'suspended', {
          on: row.expireOn,
        });
      },
    },
  }).map(counted);

async function tellAdministrators(tx: Tx, tenantNo: number, what: string, args: Record<string, string>): Promise<void> {
  await inTenant(tx, tenantNo, 'tenant', async (inside) =>
    notify(inside, {
      userIds: await holdersOf(inside, administratorRoles),
      type: 'system',
      level: 'important',
      title: { key: `platform.tenantNotice.${what}`, args },
      content: { key: `platform.tenantNotice.${what}Text`, args },
    }),
  );
}

/** The clock of all tenants: whose last day has passed may read from now on. Bears repeating, by several at once. */
export async function expireTenants(database: Database): Promise<number> {
  return database.transaction(systemScope(0, 'expireTenants'), async (tx) => {
    const ended = await expireDue(tx);
    for (const { id, tenantNo, tenantName, from, expireOn } of ended) {
      const by = { userId: null, nickname: null };
      await recordTransition(tx, by, {
        entity: 'platform.sysTenant',
        entityId: id,
        name: 'expire',
        from,
        to: 'expired',
      });
      await auditSystem(
        tx,
        { traceId: 'expireTenants' },
        {
          module: 'platform',
          entity: 'sysTenant',
          entityId: id,
          entityName: tenantName,
          action: 'transition',
          before: { status: from },
          after: { status: 'expired' },
        },
      );
      await raiseTenants(tx, { tenantNo });
      await tellAdministrators(tx, tenantNo, 'expired', { on: String(expireOn) });
    }
    return ended.length;
  });
}

async function usage(call: Call<typeof contract.tenantUsage>) {
  const tenantNo = call.query.tenantNo ?? call.actor.tenantNo;
  if (call.actor.tenantNo !== 0 && tenantNo !== call.actor.tenantNo) throw notFound();
  await readTenant(call, tenantNo);
  await countUsage(call.database, tenantNo);
  const limits = await call.database.transaction(systemScope(tenantNo, 'usage'), async (tx) => {
    const found: Record<string, number> = {};
    for (const item of contract.quotaItems) found[item] = (await limitOf(tx, item)) ?? 0;
    return found;
  });
  const [rows] = await call.database.read<
    [{ month: string; users: number; principals: number; animals: number; storage: number }]
  >(call.actor.scope, {
    text: `select to_char(month, 'YYYY-MM') as month, users, principals, animals, storage_bytes as storage from platform.sys_tenant_usage
           where tenant_no = $1 and month > date_trunc('month', now()) - make_interval(months => $2) order by month`,
    values: [tenantNo, call.query.months],
  });
  const last = rows.at(-1);
  return {
    quotas: contract.quotaItems.map((item) => ({ item, limit: limits[item] ?? 0, used: Number(last?.[item] ?? 0) })),
    months: rows.map((row) => ({ ...row, storage: Number(row.storage) })),
  };
}

async function people(call: Call<typeof contract.tenantPeople>) {
  const { tenantNo } = call.query;
  await readTenant(call, tenantNo);
  const label = (dict: string, value: string) => {
    const row = dictRow(dict, value, 0);
    return row ? labelOf(row, call.language) : value;
  };
  const [[administrators], [portals], principals] = await Promise.all([
    call.database.read<
      [
        {
          userId: number;
          username: string;
          realName: string;
          roleCode: string;
          roleName: string;
          status: string;
          lastLoginTime: string | null;
        },
      ]
    >(systemScope(tenantNo, 'operator'), {
      text: `select u.id as "userId", u.username, u.real_name as "realName", r.role_code as "roleCode", u.status, u.last_login_time as "lastLoginTime",
               case $2 when 'en' then coalesce(r.role_name_en, r.role_name) when 'zh_TW' then coalesce(r.role_name_tw, r.role_name) else r.role_name end as "roleName"
             from platform.sys_user u join platform.sys_user_role ur on ur.tenant_no = u.tenant_no and ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id
             where u.tenant_no = $3 and r.role_code = any ($1) and u.status <> 'cancelled' order by r.order_num, u.id`,
      values: [administratorRoles, call.language, tenantNo],
    }),
    call.database.read<[{ portalId: string; route: string; title: string; status: string }]>(call.actor.scope, {
      text: `select portal_id as "portalId", route, case $2 when 'en' then title_en when 'zh_TW' then title_zh_tw else title_zh_cn end as title, status
             from platform.sys_portal where for_tenant = $1 order by order_num`,
      values: [tenantNo, call.language],
    }),
    directory().principalCounts(call.database, call.actor.scope, tenantNo),
  ]);
  return {
    administrators: administrators.map((row) => ({ ...row, statusName: label('user_status', row.status) })),
    portals,
    principals: principals.map((row) => ({ ...row, typeName: label('principal_type', row.type) })),
  };
}

async function close(call: Call<typeof contract.closeTenant>) {
  const row = await findRow(call as unknown as Call, sysTenant, call.body.id, true);
  if (isOperator(row)) throw new AppError(403, 'error.forbidden');
  if (row.version !== call.body.version) throw staleVersion();
  if (row.status !== 'suspended' && row.status !== 'expired')
    throw wrongState(row.statusName ?? row.status, transitionKey(sysTenant, 'close'));
  const payload = { tenantNo: row.tenantNo, name: row.tenantName };
  const approvalId = await requestApproval(call.tx, 'closeTenant', payload, call.body.reason);
  call.answer.msg = call.say('platform.sysTenant.closeAsked');
  return { approvalId };
}

export const tenantRoutes = (): Route[] => [
  ...resourceRoutes(),
  ...openTenantRoutes(),
  ...authorityRoutes(),
  ...administratorRoutes(),
  ...archiveRoutes(),
  serve('platform', contract.tenantCounts, async (call) => {
    const [[row]] = await call.database.read<[{ active: number; trial: number; expiring: number; expired: number }]>(
      call.actor.scope,
      {
        text: `select count(*) filter (where status = 'active')::int as active, count(*) filter (where status = 'trial')::int as trial,
               count(*) filter (where status in ('active', 'trial') and expire_on <= current_date + 30)::int as expiring,
               count(*) filter (where status = 'expired')::int as expired from platform.sys_tenant where tenant_no <> 0`,
        values: [],
      },
    );
    return row ?? { active: 0, trial: 0, expiring: 0, expired: 0 };
  }),
  serve('platform', contract.tenantUsage, usage),
  serve('platform', contract.tenantPeople, people),
  serve('platform', contract.closeTenant, close),
];
