import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const code = /^[a-z][\w./#-]*$/i;

export const sysFunctionGroup = defineResource({
  module: 'platform',
  name: 'sysFunctionGroup',
  path: 'sys/function/group',
  screen: '/system/functional/groups',
  permission: 'sys:function',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'global',
  fields: {
    id: field.id(),
    groupCode: field.text({ max: 60, pattern: code, fixed: true }),
    groupName: field.text({ max: 40 }),
    groupNameTw: field.text({ max: 40, optional: true }),
    groupNameEn: field.text({ max: 80, optional: true }),
    systemId: field.dict('sys_system'),
    itemCount: field.int({ derived: true }),
    orderNum: field.int({ min: 0, max: 999_999 }),
    status: field.dict('common_status'),
  },
  title: 'groupName',
  list: {
    columns: ['groupName', 'groupCode', 'systemId', 'itemCount', 'orderNum', 'status'],
    filters: ['systemId', 'status'],
    search: ['groupName', 'groupNameEn', 'groupCode'],
    sorts: ['orderNum', 'groupCode'],
    sort: 'orderNum',
  },
  form: ['groupCode', 'groupName', 'groupNameTw', 'groupNameEn', 'systemId', 'orderNum', 'status'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type SysFunctionGroup = RowOf<typeof sysFunctionGroup>;

/** The smallest thing that can be sold or withheld. */
export const sysFunctionItem = defineResource({
  module: 'platform',
  name: 'sysFunctionItem',
  path: 'sys/function/item',
  screen: '/system/functional/items',
  permission: 'sys:function',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'global',
  fields: {
    id: field.id(),
    itemCode: field.text({ max: 100, pattern: code, fixed: true }),
    itemName: field.text({ max: 60 }),
    itemNameTw: field.text({ max: 60, optional: true }),
    itemNameEn: field.text({ max: 100, optional: true }),
    groupId: field.ref('platform.sysFunctionGroup'),
    systemId: field.dict('sys_system', { derived: true, optional: true }),
    menuIds: field.json(),
    pageCount: field.int({ derived: true }),
    actionCount: field.int({ derived: true }),
    dependsOn: field.json(),
    dependNames: field.text({ max: 500, derived: true, optional: true }),
    required: field.bool(),
    operatorOnly: field.bool({ derived: true }),
    tenantCount: field.int({ derived: true }),
    terminal: field.dict('terminal'),
    orderNum: field.int({ min: 0, max: 999_999 }),
    status: field.dict('common_status'),
  },
  title: 'itemName',
  list: {
    columns: [
      'itemName',
      'itemCode',
      'systemId',
      'groupId',
      'pageCount',
      'actionCount',
      'dependNames',
      'required',
      'operatorOnly',
      'tenantCount',
      'status',
    ],
    filters: ['systemId', 'groupId', 'terminal', 'required', 'status'],
    search: ['itemName', 'itemNameEn', 'itemCode'],
    sorts: ['orderNum', 'itemCode'],
    sort: 'orderNum',
  },
  form: [
    'itemCode',
    'itemName',
    'itemNameTw',
    'itemNameEn',
    'groupId',
    'menuIds',
    'dependsOn',
    'required',
    'terminal',
    'orderNum',
    'status',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type SysFunctionItem = RowOf<typeof sysFunctionItem>;

const treeItem = z.object({
  itemId: idSchema,
  itemCode: z.string(),
  itemName: z.string(),
  required: z.boolean(),
  dependsOn: z.array(idSchema),
  menuIds: z.array(idSchema),
  actions: z.array(z.string()),
});
const treeGroup = z.object({
  groupId: idSchema,
  groupCode: z.string(),
  groupName: z.string(),
  items: z.array(treeItem),
});
export type FunctionItemNode = z.output<typeof treeItem>;
export type FunctionGroupNode = z.output<typeof treeGroup>;

/** Systems, groups and items that can be sold, in the caller's language. */
export const functionTree = endpoint({
  method: 'GET',
  path: 'sys/function/tree',
  access: needs('sys:function:list', 'sys:package:list', 'sys:tenant:list'),
  data: z.array(z.object({ systemId: z.number(), systemName: z.string(), groups: z.array(treeGroup) })),
});

const systemQuery = z.strictObject({ systemId: z.coerce.number().int().min(1).max(99).default(1) });

/** The seed's call: published schemas of a system, inside what the caller's tenant has. */
export const schemasBySystem = endpoint({
  method: 'GET',
  path: 'sys/function/schema/selectFunctionSchemaBySystemId',
  access: 'session',
  query: systemQuery,
  data: z.array(
    z.object({
      schemaId: idSchema,
      schemaName: z.string(),
      isDefault: z.boolean(),
      systemId: z.number(),
      systemName: z.string(),
      schemaVersion: z.number(),
      groups: z.array(treeGroup),
    }),
  ),
});

const schemaRow = z.object({
  id: idSchema,
  schemaCode: z.string(),
  schemaName: z.string(),
  schemaNameTw: z.string().nullable(),
  schemaNameEn: z.string().nullable(),
  systemId: z.number(),
  isDefault: z.boolean(),
  itemIds: z.array(idSchema),
  schemaVersion: z.number(),
  status: z.enum(['draft', 'published', 'retired']),
  publishedAt: z.string().nullable(),
  publishedBy: z.string().nullable(),
  version: versionSchema,
  principals: z.number(),
});
export type SchemaRow = z.output<typeof schemaRow>;

/** Every version of every schema of a system, for whoever keeps them. */
export const schemaBoard = endpoint({
  method: 'GET',
  path: 'sys/function/schema/board',
  access: needs('sys:function:list'),
  query: systemQuery,
  data: z.array(schemaRow),
});

const names = {
  schemaName: z.string().trim().min(1).max(40),
  schemaNameTw: z.string().trim().max(40).optional(),
  schemaNameEn: z.string().trim().max(80).optional(),
};

/** A draft of a new schema (a copy, where `from` is given), or the draft of a published one. */
export const addSchema = endpoint({
  method: 'POST',
  path: 'sys/function/schema/add',
  access: needs('sys:function:edit'),
  body: z.strictObject({
    systemId: z.number().int(),
    from: idSchema.optional(),
    revise: z.boolean().optional(),
    ...names,
  }),
  data: z.object({ id: idSchema, version: versionSchema }),
  action: 'add',
});

export const editSchema = endpoint({
  method: 'POST',
  path: 'sys/function/schema/edit',
  access: needs('sys:function:edit'),
  body: z.strictObject({ id: idSchema, version: versionSchema, itemIds: z.array(idSchema).max(2000), ...names }),
  data: z.object({ id: idSchema, version: versionSchema }),
  action: 'edit',
});

export const removeSchema = endpoint({
  method: 'POST',
  path: 'sys/function/schema/remove',
  access: needs('sys:function:edit'),
  body: z.strictObject({ idArr: z.array(idSchema).min(1).max(1) }),
  data: z.object({ removed: z.number() }),
  action: 'remove',
});

/** A dry run says what changes and for how many. */
export const publishSchema = endpoint({
  method: 'POST',
  path: 'sys/function/schema/publish',
  access: needs('sys:function:publish'),
  body: z.strictObject({ id: idSchema, version: versionSchema, dryRun: z.boolean().optional() }),
  data: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    principals: z.number(),
    users: z.number(),
    version: versionSchema,
  }),
  action: 'transition',
});
