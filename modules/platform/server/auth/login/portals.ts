import { AppError } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { portalTenants, sysPortal } from '#modules/platform/contract/auth/sys-portal.ts';
import { refuseTenants } from '../../common/operators-own.ts';
import { toTraditional } from '../../common/traditional.ts';
import { requirePublic } from '../../file/files.ts';

/** The door that everything falls back to. */
const common = 'all';

interface Form {
  titleZhCn: string;
  titleZhTw: string | null;
  titleEn: string | null;
  subtitleZhCn: string | null;
  subtitleZhTw: string | null;
  principalTypes: string[] | null;
  logo: number | null;
  background: number | null;
}

/** Titles not given are made from the Chinese ones; an empty list is nobody in particular. */
async function dressed(call: Call, values: Form) {
  await requirePublic(call, 'logo', values.logo);
  await requirePublic(call, 'background', values.background);
  return {
    titleZhTw: values.titleZhTw || toTraditional(values.titleZhCn),
    subtitleZhTw: values.subtitleZhTw || (values.subtitleZhCn ? toTraditional(values.subtitleZhCn) : null),
    titleEn: values.titleEn || values.titleZhCn,
    principalTypes: values.principalTypes ?? [],
  };
}

/** What is the operator's to say stays as it is when a tenant dresses its door. */
const operatorsOwn = [
  'route',
  'forTenant',
  'principalTypes',
  'hostNames',
  'showInNav',
  'navGroup',
  'orderNum',
] as const;

export const sysPortalRoutes = (): Route[] => [
  ...serveResource(sysPortal)({
    expressions: {
      tenantName: '(select s.short_name from platform.sys_tenant s where s.tenant_no = t.for_tenant)',
      logins: 'platform.portal_logins(t.portal_id)',
    },
    before: {
      add: async (call, values) => {
        refuseTenants(call);
        return dressed(call, values);
      },
      edit: async (call, values, row) => {
        const derived = await dressed(call, values);
        if (call.actor.tenantNo === 0) return derived;
        return { ...derived, ...Object.fromEntries(operatorsOwn.map((name) => [name, row[name]])) };
      },
      remove: async (_call, row) => {
        if (row.portalId === common) throw new AppError(409, 'error.inUse', { args: { name: row.titleZhCn } });
      },
      transition: async (_call, move, row) => {
        if (move.name === 'disable' && row.portalId === common)
          throw new AppError(409, 'error.inUse', { args: { name: row.titleZhCn } });
        return undefined;
      },
    },
    can: (row, verb, { tenantNo }) =>
      verb === 'detail' || tenantNo === 0 || (verb === 'edit' && row.forTenant === tenantNo),
  }),
  serve('platform', portalTenants, async ({ database, actor }) => {
    const [rows] = await database.read<[{ tenantNo: number; tenantName: string }]>(actor.scope, {
      text: `select tenant_no as "tenantNo", tenant_name as "tenantName" from platform.sys_tenant where $1 = 0 or tenant_no = $1 order by tenant_no`,
      values: [actor.tenantNo],
    });
    return rows;
  }),
];
