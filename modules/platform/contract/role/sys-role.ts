import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Roles: the common templates, and a tenant's own; its own with a template's code stands in the template's place. */
export const sysRole = defineResource({
  module: 'platform',
  name: 'sysRole',
  path: 'sys/role',
  screen: '/system/role',
  permission: 'sys:role',
  scope: 'tenant',
  fields: {
    id: field.id(),
    roleCode: field.text({ max: 40, pattern: /^[a-z]\w*$/i, fixed: true }),
    roleName: field.text({ max: 40 }),
    roleNameTw: field.text({ max: 40, optional: true }),
    roleNameEn: field.text({ max: 80, optional: true }),
    groupId: field.ref('platform.sysRoleGroup'),
    dataScope: field.dict('data_scope'),
    userCount: field.int({ derived: true }),
    actionCount: field.int({ derived: true }),
    /** A principal_admin may give it. */
    delegable: field.bool(),
    mfaRequired: field.bool(),
    builtin: field.bool({ derived: true }),
    status: field.dict('common_status'),
    orderNum: field.int({ min: 0, max: 99999 }),
    remark: field.longText({ max: 500, optional: true }),
  },
  title: 'roleName',
  list: {
    columns: [
      'roleName',
      'roleCode',
      'groupId',
      'dataScope',
      'userCount',
      'actionCount',
      'delegable',
      'mfaRequired',
      'builtin',
      'status',
    ],
    filters: ['groupId', 'status', 'dataScope', 'delegable'],
    search: ['roleName', 'roleCode', 'roleNameEn'],
    sorts: ['orderNum', 'roleCode'],
    sort: 'orderNum',
  },
  form: [
    'roleCode',
    'roleName',
    'roleNameTw',
    'roleNameEn',
    'groupId',
    'dataScope',
    'delegable',
    'mfaRequired',
    'status',
    'orderNum',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
});
export type SysRole = RowOf<typeof sysRole>;

export const menuNode = z.object({
  id: idSchema,
  parentId: idSchema.nullable(),
  name: z.string(),
  /** 1 system, 2 directory, 3 page, 4 action. */
  type: z.number(),
  permission: z.string().nullable(),
  path: z.string().nullable(),
  /** Its page stands behind it. */
  built: z.boolean(),
});
export type MenuNode = z.output<typeof menuNode>;

/** What a role holds, and everything it could hold. */
export const roleMenus = endpoint({
  method: 'GET',
  path: 'sys/role/menus/:id',
  access: needs('sys:role:list'),
  params: z.object({ id: idSchema }),
  data: z.object({
    roleId: idSchema,
    roleName: z.string(),
    version: versionSchema,
    /** The administrators' roles keep what they are made for. */
    isFixed: z.boolean(),
    menuIds: z.array(idSchema),
    tree: z.array(menuNode),
  }),
});

/** A dry run says what would change and for whom; without it, it is done. */
export const saveRoleMenus = endpoint({
  method: 'POST',
  path: 'sys/role/saveMenus',
  access: needs('sys:role:grant'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    menuIds: z.array(idSchema).max(5000),
    reason: z.string().trim().min(2).max(500),
    dryRun: z.boolean().optional(),
  }),
  data: z.object({
    id: idSchema,
    version: versionSchema,
    added: z.array(z.string()),
    removed: z.array(z.string()),
    usersAffected: z.number(),
    users: z.array(z.object({ id: idSchema, nickname: z.string(), organizationName: z.string().nullable() })),
  }),
  action: 'grant',
});

export const copyRole = endpoint({
  method: 'POST',
  path: 'sys/role/copy',
  access: needs('sys:role:add'),
  body: z.strictObject({
    id: idSchema,
    roleCode: z
      .string()
      .trim()
      .regex(/^[a-z]\w{1,39}$/i),
    roleName: z.string().trim().min(1).max(40),
  }),
  data: z.object({ id: idSchema, version: versionSchema }),
  action: 'add',
});

export const roleUsers = endpoint({
  method: 'GET',
  path: 'sys/role/users/:id',
  access: needs('sys:role:list'),
  params: z.object({ id: idSchema }),
  query: z.strictObject({
    pageNum: z.coerce.number().int().min(1).max(500).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
  }),
  data: z.array(
    z.object({
      id: idSchema,
      username: z.string(),
      nickname: z.string(),
      organizationName: z.string().nullable(),
      status: z.string(),
      statusName: z.string(),
      grantedAt: z.string(),
      grantedByName: z.string().nullable(),
      validUntil: z.string().nullable(),
    }),
  ),
});
