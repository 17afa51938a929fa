import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

export const terminals = ['web', 'mobile'] as const;
export type Terminal = (typeof terminals)[number];

const row = z.object({
  id: idSchema,
  menuName: z.string(),
  menuNameTw: z.string(),
  menuNameEn: z.string(),
  visible: z.union([z.literal(0), z.literal(1)]),
  menuType: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  orderNum: z.number(),
  parentId: idSchema.nullable(),
  path: z.string().nullable(),
  icon: z.string().nullable(),
  permission: z.string().nullable(),
  linkType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  keepAlive: z.boolean(),
  systemId: z.number(),
  status: z.enum(['enabled', 'disabled']),
  /** Its page exists. */
  built: z.boolean(),
  version: versionSchema,
});
export type MenuRow = z.output<typeof row>;

const form = {
  parentId: idSchema.nullable(),
  menuName: z.string().trim().min(1).max(40),
  menuNameTw: z.string().trim().max(40).optional(),
  menuNameEn: z.string().trim().max(80).optional(),
  menuType: z.number().int().min(1).max(4),
  path: z.string().trim().max(200).nullish(),
  permission: z
    .string()
    .trim()
    .max(100)
    .regex(/^[a-z]\w*(:\w+){1,4}$/i)
    .nullish(),
  icon: z.string().trim().max(100).nullish(),
  orderNum: z.number().int().min(0).max(999_999),
  visible: z.number().int().min(0).max(1).optional(),
  linkType: z.number().int().min(0).max(2).optional(),
  keepAlive: z.boolean().optional(),
  systemId: z.number().int().min(1).max(99),
  status: z.enum(['enabled', 'disabled']).optional(),
};
const saved = z.object({ id: idSchema, version: versionSchema });
export const generatedVerbs = ['list', 'add', 'edit', 'remove', 'export', 'import'] as const;

/** The seed's calls, once for each terminal. */
const callsOf = <const T extends Terminal>(terminal: T) => ({
  list: endpoint({
    method: 'GET',
    path: `sys/menu/${terminal}/list`,
    access: needs('sys:menu:list'),
    query: z.strictObject({
      menuName: z.string().trim().max(40).optional(),
      visible: z.coerce.number().int().min(0).max(1).optional(),
      systemId: z.coerce.number().int().optional(),
      parentId: idSchema.optional(),
      status: z.enum(['enabled', 'disabled']).optional(),
    }),
    data: z.array(row),
  }),
  actions: endpoint({
    method: 'GET',
    path: `sys/menu/${terminal}/getMenuAction`,
    access: needs('sys:menu:list', 'sys:role:list'),
    query: z.strictObject({ menuId: idSchema.optional(), roleId: idSchema.optional() }),
    data: z.array(
      z.object({
        menuId: idSchema,
        menuName: z.string(),
        parentId: idSchema.nullable(),
        actions: z.array(
          z.object({ id: idSchema, menuName: z.string(), permission: z.string(), checked: z.boolean() }),
        ),
      }),
    ),
  }),
  add: endpoint({
    method: 'POST',
    path: `sys/menu/${terminal}/add`,
    access: needs('sys:menu:edit'),
    body: z.strictObject(form),
    data: saved,
    action: 'add',
  }),
  edit: endpoint({
    method: 'POST',
    path: `sys/menu/${terminal}/edit`,
    access: needs('sys:menu:edit'),
    body: z.strictObject({ id: idSchema, version: versionSchema, ...form }),
    data: saved,
    action: 'edit',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `sys/menu/${terminal}/remove/:id`,
    access: needs('sys:menu:edit'),
    params: z.object({ id: idSchema }),
    body: z.strictObject({}),
    data: z.object({ removed: z.number() }),
    action: 'remove',
  }),
  /** Puts a menu under a parent, at a place among its children. */
  move: endpoint({
    method: 'POST',
    path: `sys/menu/${terminal}/move`,
    access: needs('sys:menu:edit'),
    body: z.strictObject({ id: idSchema, parentId: idSchema.nullable(), index: z.number().int().min(0).max(10_000) }),
    data: z.null(),
    action: 'edit',
  }),
  /** The usual actions of a page, those that are missing. */
  generate: endpoint({
    method: 'POST',
    path: `sys/menu/${terminal}/generate`,
    access: needs('sys:menu:edit'),
    body: z.strictObject({ id: idSchema, verbs: z.array(z.enum(generatedVerbs)).min(1).max(6) }),
    data: z.object({ made: z.array(z.string()) }),
    action: 'add',
  }),
});

export const menuCalls = { web: callsOf('web'), mobile: callsOf('mobile') } as const;
export const menuEndpoints = terminals.flatMap((terminal) => Object.values(menuCalls[terminal]));

const place = z.object({
  id: idSchema.nullable(),
  name: z.string(),
  path: z.string().nullable(),
  note: z.string().nullable(),
});

/** What leads nowhere and what nothing leads to. */
export const menuCoverage = endpoint({
  method: 'GET',
  path: 'sys/menu/coverage',
  access: needs('sys:menu:list'),
  data: z.object({
    screens: z.number(),
    built: z.number(),
    menus: z.number(),
    inNoMenu: z.array(place),
    inNoItem: z.array(place),
    inNoRole: z.array(place),
  }),
});
