import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const hosts = z
  .array(z.string().regex(/^[a-z0-9.-]{1,200}$/))
  .max(20)
  .nullish()
  .transform((value) => value ?? []);

/** Login pages. A row with a new route is a new page, without a new build (R1). */
export const sysPortal = defineResource({
  module: 'platform',
  name: 'sysPortal',
  path: 'sys/portal',
  screen: '/system/portal',
  permission: 'sys:portal',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'global',
  fields: {
    id: field.id(),
    portalId: field.text({ max: 40, pattern: /^[A-Za-z][A-Za-z0-9_-]*$/, fixed: true }),
    route: field.text({ max: 60, pattern: /^\/([A-Za-z0-9]+Login|login)$/ }),
    titleZhCn: field.text({ max: 60 }),
    titleZhTw: field.text({ max: 60, optional: true }),
    titleEn: field.text({ max: 100, optional: true }),
    subtitleZhCn: field.text({ max: 100, optional: true }),
    subtitleZhTw: field.text({ max: 100, optional: true }),
    subtitleEn: field.text({ max: 160, optional: true }),
    forTenant: field.int({ min: 0, max: 999_999, optional: true }),
    tenantName: field.text({ max: 60, derived: true, optional: true }),
    principalTypes: field.dicts('principal_type', { optional: true }),
    layout: field.dict('sys_portal_layout'),
    color: field.color({ optional: true }),
    logo: field.int({ min: 1, optional: true }),
    background: field.int({ min: 1, optional: true }),
    homePath: field.text({ max: 100, pattern: /^\/[\w/-]*$/, optional: true }),
    showInNav: field.bool(),
    navGroup: field.text({ max: 40, optional: true }),
    rememberAllowed: field.bool(),
    showDownload: field.bool(),
    hostNames: { ...field.json({ optional: true }), schema: hosts } as unknown as Field<string[]>,
    orderNum: field.int({ min: 0, max: 9999 }),
    logins: field.int({ derived: true }),
    status: enabledStatus,
  },
  title: 'titleZhCn',
  list: {
    columns: ['portalId', 'route', 'titleZhCn', 'tenantName', 'principalTypes', 'showInNav', 'logins', 'status'],
    filters: ['tenantName', 'status'],
    search: ['portalId', 'route', 'titleZhCn', 'titleEn'],
    sorts: ['orderNum', 'route'],
    sort: 'orderNum',
  },
  form: [
    'portalId',
    'route',
    'titleZhCn',
    'titleZhTw',
    'titleEn',
    'subtitleZhCn',
    'subtitleZhTw',
    'subtitleEn',
    'forTenant',
    'principalTypes',
    'layout',
    'color',
    'logo',
    'background',
    'homePath',
    'showInNav',
    'navGroup',
    'rememberAllowed',
    'showDownload',
    'hostNames',
    'orderNum',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
  transitions: enableDisable(),
});
export type SysPortal = RowOf<typeof sysPortal>;

/** Tenants a door can belong to: all for the operator, the own one for others. */
export const portalTenants = endpoint({
  method: 'GET',
  path: 'sys/portal/tenants',
  access: needs('sys:portal:list'),
  data: z.array(z.object({ tenantNo: z.number(), tenantName: z.string() })),
});
