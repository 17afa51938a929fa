import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { isPii } from '#kit/contract/pii.ts';
import { isRegionCode } from '#kit/contract/region.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const quota = (max: number) => field.int({ min: 1, max });

/** Who rents the product: opened by the wizard, never by a plain form. */
export const sysTenant = defineResource({
  module: 'platform',
  name: 'sysTenant',
  path: 'sys/tenant/info',
  screen: '/tenant/tenantInfo',
  permission: 'sys:tenant',
  actions: { export: 'list' },
  scope: 'global',
  fields: {
    id: field.id(),
    tenantNo: field.int({ derived: true }),
    tenantName: field.text({ max: 60 }),
    shortName: field.text({ max: 20 }),
    regionCode: field.region({ derived: true }),
    packageId: field.ref('platform.sysTenantPackage'),
    status: field.state('tenant_status', 'trial', 'active', 'expired', 'suspended', 'closed'),
    startOn: field.date({ derived: true }),
    expireOn: field.date({ derived: true }),
    graceDays: field.int({ min: 0, max: 180, unit: 'day' }),
    usedUsers: field.int({ derived: true }),
    maxUsers: quota(1_000_000),
    usedPrincipals: field.int({ derived: true }),
    maxPrincipals: quota(10_000_000),
    usedAnimals: field.int({ derived: true }),
    maxAnimals: quota(100_000_000),
    usedStorage: field.decimal({ scale: 2, derived: true }),
    storageGb: quota(1_000_000),
    contactName: field.text({ max: 40 }),
    contactPhone: field.pii('phone'),
    contractNo: field.text({ max: 60, derived: true, optional: true }),
    remark: field.longText({ max: 500, optional: true }),
  },
  title: 'tenantName',
  list: {
    columns: [
      'tenantNo',
      'tenantName',
      'packageId',
      'status',
      'expireOn',
      'usedUsers',
      'usedPrincipals',
      'usedAnimals',
      'usedStorage',
      'regionCode',
      'contactName',
      'contactPhone',
    ],
    filters: ['status', 'packageId', 'expireOn'],
    search: ['tenantName', 'shortName'],
    sorts: ['tenantNo', 'expireOn', 'tenantName'],
    sort: 'tenantNo',
  },
  form: [
    'tenantName',
    'shortName',
    'packageId',
    'graceDays',
    'maxUsers',
    'maxPrincipals',
    'maxAnimals',
    'storageGb',
    'contactName',
    'contactPhone',
    'remark',
  ],
  operations: ['list', 'detail', 'edit', 'export'],
  editableIn: ['trial', 'active', 'expired', 'suspended'],
  transitions: {
    activate: {
      from: ['trial', 'expired', 'suspended', 'active'],
      to: 'active',
      permission: 'renew',
      form: { expireOn: field.date({ ahead: true }), contractNo: field.text({ max: 60 }) },
    },
    suspend: { from: ['trial', 'active', 'expired'], to: 'suspended', remark: true, danger: true },
  },
});
export type SysTenant = RowOf<typeof sysTenant>;

export const tenantCounts = endpoint({
  method: 'GET',
  path: 'sys/tenant/counts',
  access: needs('sys:tenant:list'),
  data: z.object({ active: z.number(), trial: z.number(), expiring: z.number(), expired: z.number() }),
});

export const administratorRoles = ['tenant_admin', 'security_admin', 'audit_admin'] as const;
const phone = z
  .string()
  .trim()
  .refine((value) => isPii('phone', value), { error: 'error.field.pattern' });
const administrator = z.strictObject({
  username: z
    .string()
    .trim()
    .regex(/^[\w.]{4,32}$/),
  realName: z.string().trim().min(1).max(40),
  phone,
});
const text = (max: number) => z.string().trim().min(1).max(max);
const count = (max: number) => z.number().int().min(1).max(max);
const openBody = z.strictObject({
  tenantNo: z.number().int().min(1).max(999_999),
  tenantName: text(60),
  shortName: text(20),
  regionCode: z.number().int().refine(isRegionCode, { error: 'error.field.region' }),
  packageId: idSchema,
  trial: z.boolean(),
  startOn: z.iso.date(),
  expireOn: z.iso.date(),
  graceDays: z.number().int().min(0).max(180).optional(),
  maxUsers: count(1_000_000),
  maxPrincipals: count(10_000_000),
  maxAnimals: count(100_000_000),
  storageGb: count(1_000_000),
  contactName: text(40),
  contactPhone: phone,
  remark: z.string().trim().max(500).optional(),
  /** In the order of `administratorRoles`. */
  administrators: z.array(administrator).length(3),
  portal: z.strictObject({
    portalId: z
      .string()
      .trim()
      .regex(/^[a-z]\w{1,19}$/i),
    title: text(60),
    titleEn: z.string().trim().max(80).optional(),
  }),
  /** Title and copyright line; the operator's unless given. */
  config: z.record(z.string().max(40), z.string().max(500)).optional(),
  /** Checks everything and leaves nothing. */
  dryRun: z.boolean().optional(),
});
export type OpenTenantInput = z.output<typeof openBody>;

export const openTenant = endpoint({
  method: 'POST',
  path: 'sys/tenant/open',
  access: needs('sys:tenant:add'),
  body: openBody,
  data: z.object({
    tenantNo: z.number(),
    rootPrincipalId: idSchema.nullable(),
    /** Shown once. */
    passwords: z.array(z.object({ username: z.string(), roleCode: z.string(), password: z.string() })),
    validUntil: z.string().nullable(),
    portalRoute: z.string(),
  }),
  action: 'add',
  secret: true,
});

const lost = z.object({
  roleId: idSchema,
  roleName: z.string(),
  users: z.number(),
  items: z.array(z.string()),
});

/** What a tenant has now, and what its package gives it. */
export const tenantAuthority = endpoint({
  method: 'GET',
  path: 'sys/tenant/authority',
  access: needs('sys:tenant:authority'),
  query: z.strictObject({ tenantNo: z.coerce.number().int().min(1) }),
  data: z.object({
    tenantNo: z.number(),
    tenantName: z.string(),
    packageName: z.string().nullable(),
    packageItemIds: z.array(idSchema),
    itemIds: z.array(idSchema),
  }),
});

/** A dry run says who would lose what; without it, it is done. */
export const saveAuthority = endpoint({
  method: 'POST',
  path: 'sys/tenant/authority',
  access: needs('sys:tenant:authority'),
  body: z.strictObject({
    tenantNo: z.number().int().min(1),
    itemIds: z.array(idSchema).max(2000),
    reason: z.string().trim().min(2).max(500),
    dryRun: z.boolean().optional(),
  }),
  data: z.object({ lost: z.array(lost), gained: z.array(z.string()), removed: z.array(z.string()) }),
  action: 'grant',
});

export const quotaItems = ['users', 'principals', 'animals', 'storage'] as const;
export type QuotaItem = (typeof quotaItems)[number];

export const tenantUsage = endpoint({
  method: 'GET',
  path: 'sys/tenant/usage',
  access: needs('sys:tenant:list', 'sys:tenantPrincipal:list'),
  query: z.strictObject({
    tenantNo: z.coerce.number().int().optional(),
    months: z.coerce.number().int().min(1).max(36).default(12),
  }),
  data: z.object({
    quotas: z.array(z.object({ item: z.enum(quotaItems), limit: z.number(), used: z.number() })),
    months: z.array(
      z.object({
        month: z.string(),
        users: z.number(),
        principals: z.number(),
        animals: z.number(),
        storage: z.number(),
      }),
    ),
  }),
});

/** The three administrators of a tenant and its doors, as its operator sees them. */
export const tenantPeople = endpoint({
  method: 'GET',
  path: 'sys/tenant/people',
  access: needs('sys:tenant:list'),
  query: z.strictObject({ tenantNo: z.coerce.number().int().min(1) }),
  data: z.object({
    administrators: z.array(
      z.object({
        userId: idSchema,
        username: z.string(),
        realName: z.string(),
        roleCode: z.string(),
        roleName: z.string(),
        status: z.string(),
        statusName: z.string(),
        lastLoginTime: z.string().nullable(),
      }),
    ),
    portals: z.array(z.object({ portalId: z.string(), route: z.string(), title: z.string(), status: z.string() })),
    principals: z.array(z.object({ type: z.string(), typeName: z.string(), count: z.number() })),
  }),
});

/** Two people close a tenant: this asks, the other one decides. */
export const closeTenant = endpoint({
  method: 'POST',
  path: 'sys/tenant/close',
  access: needs('sys:tenant:close'),
  body: z.strictObject({ id: idSchema, version: versionSchema, reason: z.string().trim().min(2).max(500) }),
  data: z.object({ approvalId: idSchema.nullable() }),
  action: 'transition',
});

const reason = z.string().trim().min(2).max(500);

/** R93: the operator asks for an administrator of a tenant; the account is made when the second person agrees. */
export const addAdministrator = endpoint({
  method: 'POST',
  path: 'sys/tenant/administrator/add',
  access: needs('sys:tenant:edit'),
  body: z.strictObject({
    tenantNo: z.number().int().min(1),
    roleCode: z.enum(administratorRoles),
    ...administrator.shape,
    reason,
  }),
  data: z.object({ approvalId: idSchema }),
  action: 'add',
});

/** R93: and for a new password of one there is. */
export const resetAdministrator = endpoint({
  method: 'POST',
  path: 'sys/tenant/administrator/reset',
  access: needs('sys:tenant:edit'),
  body: z.strictObject({ tenantNo: z.number().int().min(1), userId: idSchema, reason }),
  data: z.object({ approvalId: idSchema }),
  action: 'edit',
});

/** What was written when a tenant was closed; kept for half a year. */
export const tenantArchives = endpoint({
  method: 'GET',
  path: 'sys/tenant/archives',
  access: needs('sys:tenant:close'),
  query: z.strictObject({ tenantNo: z.coerce.number().int().min(1) }),
  data: z.array(
    z.object({
      fileId: idSchema,
      fileName: z.string(),
      size: z.number(),
      sha256: z.string(),
      createdAt: z.string(),
      keepUntil: z.string(),
      url: z.string(),
    }),
  ),
});
