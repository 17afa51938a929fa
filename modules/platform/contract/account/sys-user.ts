import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { idList, idOrName } from './id-list.ts';

/** Accounts. What the seed calls is spoken in the seed's own shapes below the declaration. */
export const sysUser = defineResource({
  module: 'platform',
  name: 'sysUser',
  path: 'sys/user',
  screen: '/system/user',
  permission: 'sys:user',
  scope: 'tenant',
  fields: {
    id: field.id(),
    avatar: field.text({ max: 200, derived: true, optional: true }),
    username: field.text({ min: 4, max: 32, pattern: /^[A-Za-z0-9_.]+$/, fixed: true }),
    nickname: field.text({ max: 40 }),
    realName: field.text({ max: 40 }),
    phone: field.pii('phone'),
    sex: field.dict('sex', { optional: true }),
    email: field.text({ max: 100, optional: true, pattern: /^$|^[^@\s]+@[^@\s]+$/ }),
    principalId: idOrName(),
    organizationName: field.text({ max: 100, derived: true, optional: true }),
    deptId: idOrName({ optional: true }),
    deptName: field.text({ max: 40, derived: true, optional: true }),
    postIds: idList({ optional: true }),
    /** Wished for while the account waits, held once it is in use. */
    roleIds: idList({ optional: true }),
    roles: field.json({ derived: true, optional: true }),
    /** For the filter: ids of the roles held. */
    roleId: field.dicts('sys_role', { derived: true, optional: true }),
    regionCodes: idList({ optional: true }),
    staffId: field.int({ min: 1, optional: true }),
    status: field.state('user_status', 'pending', 'active', 'rejected', 'disabled', 'cancelled'),
    locked: field.bool({ derived: true }),
    lockedUntil: field.dateTime({ derived: true, optional: true }),
    mfaEnabled: field.bool({ derived: true }),
    unused: field.bool({ derived: true }),
    lastLoginTime: field.dateTime({ derived: true, optional: true }),
    createTime: field.dateTime({ derived: true }),
    createdBy: field.int({ derived: true, optional: true }),
    createdByName: field.text({ max: 40, derived: true, optional: true }),
    initialValidUntil: field.dateTime({ derived: true, optional: true }),
    remark: field.longText({ max: 500, optional: true }),
  },
  title: 'username',
  list: {
    columns: [
      'avatar',
      'username',
      'nickname',
      'organizationName',
      'phone',
      'sex',
      'roles',
      'lastLoginTime',
      'createTime',
      'status',
    ],
    filters: [
      'status',
      'roleId',
      'locked',
      'unused',
      'principalId',
      'deptId',
      'username',
      'nickname',
      'phone',
      'lastLoginTime',
      'createTime',
    ],
    search: ['username', 'nickname', 'realName'],
    sorts: ['username', 'nickname', 'createTime', 'lastLoginTime'],
  },
  form: [
    'username',
    'nickname',
    'realName',
    'phone',
    'sex',
    'email',
    'principalId',
    'deptId',
    'postIds',
    'roleIds',
    'regionCodes',
    'staffId',
    'remark',
  ],
  detail: [
    'username',
    'nickname',
    'realName',
    'phone',
    'sex',
    'email',
    'organizationName',
    'deptName',
    'status',
    'lastLoginTime',
    'createTime',
    'createdByName',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'export', 'import'],
  editableIn: ['pending', 'active', 'rejected', 'disabled'],
  transitions: {
    authorise: {
      from: ['pending'],
      to: 'active',
      form: {
        roleIds: idList({ optional: true }),
        regionCodes: idList({ optional: true }),
        validUntil: field.dateTime({ optional: true }),
      },
    },
    reject: { from: ['pending'], to: 'rejected', permission: 'authorise', remark: true, danger: true },
    resubmit: { from: ['rejected', 'disabled'], to: 'pending', permission: 'edit' },
    disable: { from: ['active'], to: 'disabled', permission: 'changeStatus', remark: true, danger: true },
    enable: { from: ['disabled'], to: 'active', permission: 'changeStatus', remark: true },
    cancel: {
      from: ['active', 'disabled', 'pending', 'rejected'],
      to: 'cancelled',
      permission: 'remove',
      danger: true,
    },
  },
});
export type SysUser = RowOf<typeof sysUser>;

const reason = z.string().trim().min(2).max(500);

/** Shown once, to whoever made it. */
export const initialPasswordSchema = z.object({ initialPassword: z.string(), validUntil: z.string() });

export const changeStatus = endpoint({
  method: 'POST',
  path: 'sys/user/changeStatus',
  access: needs('sys:user:changeStatus'),
  body: z.strictObject({ id: idSchema, status: z.enum(['active', 'disabled']), version: versionSchema, reason }),
  data: z.object({ status: z.string(), version: versionSchema }),
  action: 'transition',
});

export const resetPassword = endpoint({
  method: 'POST',
  path: 'sys/user/resetPassword',
  access: needs('sys:user:resetPassword'),
  body: z.strictObject({ id: idSchema, reason }),
  data: z.union([initialPasswordSchema, z.object({ approvalId: idSchema })]),
  action: 'edit',
  secret: true,
});

export const unlockUser = endpoint({
  method: 'POST',
  path: 'sys/user/unlock',
  access: needs('sys:user:unlock'),
  body: z.strictObject({ id: idSchema, reason }),
  data: z.null(),
  action: 'edit',
});

/** Cancelled, never deleted: the name stays taken and past records keep it. */
export const cancelUser = endpoint({
  method: 'DELETE',
  path: 'sys/user/remove/:id',
  access: needs('sys:user:remove'),
  params: z.object({ id: idSchema }),
  body: z.strictObject({}),
  data: z.object({ removed: z.literal(1) }),
  action: 'remove',
});

export const getUserSelectByPrincipalId = endpoint({
  method: 'GET',
  path: 'sys/user/getUserSelectByPrincipalId',
  access: 'session',
  query: z.strictObject({
    principalId: idSchema,
    keyword: z.string().trim().max(50).optional(),
    roleCode: z.string().max(64).optional(),
    withSub: z.stringbool().optional(),
  }),
  data: z.array(
    z.object({
      id: idSchema,
      nickname: z.string(),
      username: z.string(),
      phone: z.string().nullable(),
      deptName: z.string().nullable(),
    }),
  ),
});

export const checkUsername = endpoint({
  method: 'GET',
  path: 'sys/user/checkUsername',
  access: needs('sys:user:add', 'sys:user:import'),
  query: z.strictObject({ username: z.string().trim().min(1).max(64) }),
  data: z.object({ free: z.boolean() }),
});

export const effectiveSchema = z.object({
  permissions: z.array(
    z.object({
      permission: z.string(),
      menuName: z.string(),
      pageName: z.string().nullable(),
      path: z.string().nullable(),
      fromRoles: z.array(z.string()),
    }),
  ),
  roles: z.array(
    z.object({
      roleId: idSchema,
      roleCode: z.string(),
      roleName: z.string(),
      dataScope: z.string(),
      dataScopeName: z.string(),
      grantedAt: z.string(),
      grantedByName: z.string().nullable(),
      validUntil: z.string().nullable(),
      isLive: z.boolean(),
    }),
  ),
  jurisdiction: z.array(z.object({ regionCode: z.number(), regionName: z.string(), level: z.number() })),
  /** Whether the regions are the user's own or those of the organisation. */
  ownRegions: z.boolean(),
  principals: z.number(),
});
export type Effective = z.output<typeof effectiveSchema>;

/** What an account really opens, and which role each thing comes from. */
export const effective = endpoint({
  method: 'GET',
  path: 'sys/user/effective/:id',
  access: needs('sys:user:list'),
  params: z.object({ id: idSchema }),
  data: effectiveSchema,
});

export const userCounts = endpoint({
  method: 'GET',
  path: 'sys/user/counts',
  access: needs('sys:user:list'),
  data: z.object({
    total: z.number(),
    active: z.number(),
    pending: z.number(),
    locked: z.number(),
    unused: z.number(),
    /** The longest wait for authorisation. */
    oldestPendingHours: z.number().nullable(),
  }),
});

export const organisationNode = z.object({
  key: z.string(),
  kind: z.enum(['principal', 'dept']),
  id: idSchema,
  parentKey: z.string().nullable(),
  name: z.string(),
  type: z.string().nullable(),
  users: z.number(),
});
export type OrganisationNode = z.output<typeof organisationNode>;

/** Organisations that have accounts or departments, with their departments, as the caller may see them. */
export const organisationTree = endpoint({
  method: 'GET',
  path: 'sys/user/tree',
  access: needs('sys:user:list', 'sys:user:add', 'sys:user:edit'),
  data: z.array(organisationNode),
});

export const roleChoice = z.object({
  roleId: idSchema,
  roleCode: z.string(),
  roleName: z.string(),
  groupName: z.string().nullable(),
  dataScope: z.string(),
  dataScopeName: z.string(),
  remark: z.string().nullable(),
  /** Administrators are made by two people. */
  needsApproval: z.boolean(),
  /** Cannot be held together with these. */
  clashes: z.array(z.string()),
});
export type RoleChoice = z.output<typeof roleChoice>;

/** The roles the caller may wish for or give to a user of this organisation. */
export const roleChoices = endpoint({
  method: 'GET',
  path: 'sys/user/roleChoices',
  access: needs('sys:user:add', 'sys:user:edit', 'sys:user:authorise'),
  query: z.strictObject({ principalId: idSchema.optional() }),
  data: z.array(roleChoice),
});

/** The pages and actions some roles open together. */
export const rolePreview = endpoint({
  method: 'GET',
  path: 'sys/user/rolePreview',
  access: needs('sys:user:add', 'sys:user:edit', 'sys:user:authorise'),
  query: z.strictObject({ roleIds: z.string().regex(/^\d+(,\d+){0,49}$/) }),
  data: z.array(
    z.object({
      systemName: z.string(),
      pages: z.array(
        z.object({ path: z.string(), name: z.string(), actions: z.array(z.string()), built: z.boolean() }),
      ),
    }),
  ),
});

/** Regions below one that lie inside the organisation's jurisdiction; its roots without a parent. */
export const principalRegions = endpoint({
  method: 'GET',
  path: 'sys/user/principalRegions',
  access: needs('sys:user:add', 'sys:user:edit', 'sys:user:authorise'),
  query: z.strictObject({ principalId: idSchema, parentCode: z.coerce.number().int().optional() }),
  data: z.array(z.object({ code: z.number(), name: z.string(), level: z.number(), hasChildren: z.boolean() })),
});

const logQuery = z.strictObject({
  pageNum: z.coerce.number().int().min(1).max(500).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});

export const userSessions = endpoint({
  method: 'GET',
  path: 'sys/user/sessions/:id',
  access: needs('sys:session:list'),
  params: z.object({ id: idSchema }),
  data: z.array(
    z.object({
      sessionId: idSchema,
      clientType: z.string(),
      portalId: z.string().nullable(),
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      createdAt: z.string(),
      lastActiveAt: z.string(),
      endedAt: z.string().nullable(),
      endReason: z.string().nullable(),
      endReasonName: z.string().nullable(),
    }),
  ),
});

export const userLogins = endpoint({
  method: 'GET',
  path: 'sys/user/logins/:id',
  access: needs('sys:loginLog:list'),
  params: z.object({ id: idSchema }),
  query: logQuery,
  data: z.array(
    z.object({
      id: idSchema,
      happenedAt: z.string(),
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      portalId: z.string().nullable(),
      clientType: z.string().nullable(),
      result: z.string(),
      resultName: z.string(),
    }),
  ),
});

export const userOperations = endpoint({
  method: 'GET',
  path: 'sys/user/operations/:id',
  access: needs('sys:operLog:list'),
  params: z.object({ id: idSchema }),
  query: logQuery,
  data: z.array(
    z.object({
      id: idSchema,
      happenedAt: z.string(),
      module: z.string(),
      entity: z.string(),
      entityName: z.string().nullable(),
      action: z.string(),
      actionName: z.string(),
      result: z.string(),
      ip: z.string().nullable(),
    }),
  ),
});

/** One-time slips of an import's authorised accounts: each account's once, and only to whoever imported it. */
export const passwordSlips = endpoint({
  method: 'POST',
  path: 'sys/user/passwordSlips',
  access: needs('sys:user:import'),
  body: z.strictObject({ jobId: idSchema, format: z.enum(['xlsx', 'print']) }),
  data: z.array(
    z.object({
      realName: z.string(),
      organizationName: z.string().nullable(),
      username: z.string(),
      password: z.string(),
      validUntil: z.string(),
      portal: z.string(),
    }),
  ),
  action: 'print',
  secret: true,
  download: true,
});

/** How many slips of the caller's imports still wait to be taken, and how many accounts wait to be authorised. */
export const slipImports = endpoint({
  method: 'GET',
  path: 'sys/user/slipImports',
  access: needs('sys:user:import'),
  data: z.array(
    z.object({
      jobId: idSchema,
      createdAt: z.string(),
      accounts: z.number(),
      pending: z.number(),
      ready: z.number(),
      taken: z.number(),
    }),
  ),
});
