import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** Who may do what, and why. */

export const grantRow = z.object({
  userId: idSchema,
  username: z.string(),
  nickname: z.string(),
  organizationName: z.string().nullable(),
  status: z.string(),
  statusName: z.string(),
  roleId: idSchema,
  roleCode: z.string(),
  roleName: z.string(),
  grantedAt: z.string(),
  grantedByName: z.string().nullable(),
  validUntil: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
});
export type GrantRow = z.output<typeof grantRow>;

const more = {
  roleId: idSchema.optional(),
  principalId: idSchema.optional(),
  keyword: z.string().trim().max(50).optional(),
};

export const accessWho = endpoint({
  method: 'GET',
  path: 'sys/access/who',
  access: needs('sys:access:review'),
  query: z.strictObject({ permission: z.string().min(1).max(100), ...more }),
  data: z.array(grantRow),
});

export const accessUnused = endpoint({
  method: 'GET',
  path: 'sys/access/unused',
  access: needs('sys:access:review'),
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(365).default(90), ...more }),
  data: z.array(grantRow),
});

/** Persons whose roles clash, and grants that end by themselves. */
export const accessOdd = endpoint({
  method: 'GET',
  path: 'sys/access/odd',
  access: needs('sys:access:review'),
  query: z.strictObject(more),
  data: z.array(grantRow.extend({ why: z.enum(['clash', 'temporary', 'ended']), clashWith: z.string().nullable() })),
});

/** Every permission there is, to choose from. */
export const accessPermissions = endpoint({
  method: 'GET',
  path: 'sys/access/permissions',
  access: needs('sys:access:review', 'sys:user:list'),
  data: z.array(z.object({ permission: z.string(), name: z.string(), path: z.string().nullable() })),
});

export const explainStep = z.object({
  kind: z.enum(['account', 'package', 'role', 'region', 'organisation', 'state', 'record', 'verdict']),
  /** Null: says something, decides nothing. */
  ok: z.boolean().nullable(),
  text: z.string(),
});
export type ExplainStep = z.output<typeof explainStep>;

/**
 * Why does somebody see, or not see, a screen, an action or a record? Everybody may ask for themselves; for others, whoever sees the
 * account. Of records nobody learns more than they could open.
 */
export const explainAccess = endpoint({
  method: 'GET',
  path: 'sys/access/explain',
  access: 'session',
  query: z
    .strictObject({
      userId: idSchema.optional(),
      path: z.string().max(200).optional(),
      permission: z.string().max(100).optional(),
      entity: z.string().max(80).optional(),
      recordId: idSchema.optional(),
      verb: z.string().max(40).optional(),
    })
    .refine((query) => query.path || query.permission || (query.entity && query.recordId), {
      error: 'error.field.required',
      path: ['path'],
    }),
  data: z.object({ granted: z.boolean(), subject: z.string(), steps: z.array(explainStep) }),
});

/** What the catalogue says of a screen that needs a permission, built or not; not found for any other path. */
export const screenInfo = endpoint({
  method: 'GET',
  path: 'sys/access/screen',
  access: 'session',
  query: z.strictObject({ path: z.string().max(200) }),
  data: z.object({
    path: z.string(),
    menuName: z.string(),
    menuNameTw: z.string(),
    menuNameEn: z.string(),
    /** Several that open it are joined by `|`. */
    permission: z.string(),
    built: z.boolean(),
  }),
});
export type ScreenInfo = z.output<typeof screenInfo.data>;

/** Asks the administrator for a screen: a task for whoever can grant it. Asking twice is asking once. */
export const requestAccess = endpoint({
  method: 'POST',
  path: 'sys/access/request',
  access: 'session',
  body: z.strictObject({ path: z.string().min(1).max(200), reason: z.string().trim().min(2).max(300) }),
  data: z.object({ taskId: idSchema, isNew: z.boolean() }),
  action: 'add',
});

export const organisationRow = z.object({
  id: idSchema,
  name: z.string(),
  type: z.string(),
  typeName: z.string(),
  level: z.number(),
  regionCode: z.number(),
  regionName: z.string().nullable(),
  parentId: idSchema.nullable(),
  parentName: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  users: z.number(),
  departments: z.number(),
  status: z.string(),
  statusName: z.string(),
});
export type OrganisationRow = z.output<typeof organisationRow>;

/** Principals other than households, as organisations: read here, edited by the registry. */
export const listOrganisations = endpoint({
  method: 'GET',
  path: 'sys/organization/list',
  access: needs('sys:organization:list'),
  query: z.strictObject({
    keyword: z.string().trim().max(50).optional(),
    type: z.string().max(200).optional(),
    status: z.string().max(100).optional(),
    level: z.coerce.number().int().min(1).max(5).optional(),
    regionCode: z.coerce.number().int().optional(),
    pageNum: z.coerce.number().int().min(1).max(500).default(1),
    pageSize: z.coerce.number().int().min(1).max(500).default(20),
  }),
  data: z.array(organisationRow),
});
