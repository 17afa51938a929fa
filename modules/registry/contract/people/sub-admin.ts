import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { isRegionCode } from '#kit/contract/region.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const permissions = z.array(z.string().regex(/^[a-zA-Z]+(:[a-zA-Z]+){1,3}$/)).max(400);
const regions = z.array(z.number().int().refine(isRegionCode, { error: 'error.field.region' })).max(200);
const ids = z.array(z.number().int().positive()).max(800);

const pageName = z.object({ zh: z.string(), tw: z.string(), en: z.string() });
export type PageName = z.output<typeof pageName>;

/** 子管理员: somebody of the unit with a part of what an administrator may do, in a part of the area, for a while. */
export const subAdmin = defineResource({
  module: 'registry',
  name: 'subAdmin',
  path: 'pri/subAdmin',
  screen: '/pri/subAdmin',
  permission: 'pri:subAdmin',
  actions: { add: 'edit' },
  scope: 'parties',
  fields: {
    id: field.id(),
    staffId: field.ref('registry.staff', { fixed: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    userId: field.int({ derived: true }),
    username: field.text({ max: 64, derived: true, optional: true }),
    /** Masked, as on the staff row. */
    phone: field.text({ max: 20, derived: true, optional: true }),
    actions: { ...field.json(), schema: permissions } as unknown as Field<string[]>,
    menuIds: { ...field.json({ derived: true }), schema: ids } as unknown as Field<number[]>,
    /** Pages the functions stand on, by name in every language. */
    pages: { ...field.json({ derived: true }), schema: z.array(pageName) } as unknown as Field<PageName[]>,
    regionCodes: { ...field.json(), schema: regions } as unknown as Field<number[]>,
    regionNames: field.text({ max: 2000, derived: true, optional: true }),
    grantedBy: field.int({ derived: true }),
    grantedByName: field.text({ max: 64, derived: true, optional: true }),
    expireOn: field.date({ optional: true }),
    lastLoginTime: field.dateTime({ derived: true, optional: true }),
    status: field.state('sub_admin_status', 'active', 'revoked'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'username',
  list: {
    columns: [
      'staffId',
      'username',
      'status',
      'pages',
      'regionNames',
      'expireOn',
      'grantedByName',
      'lastLoginTime',
      'phone',
      'principalId',
    ],
    filters: ['staffId', 'principalId', 'status', 'expireOn'],
    sorts: ['expireOn', 'createdAt'],
  },
  form: ['staffId', 'expireOn', 'actions', 'regionCodes'],
  detail: [
    'staffId',
    'username',
    'phone',
    'principalId',
    'grantedByName',
    'expireOn',
    'lastLoginTime',
    'createdAt',
    'pages',
    'regionNames',
  ],
  operations: ['list', 'detail', 'add', 'edit'],
  editableIn: ['active'],
  transitions: {
    revoke: { from: ['active'], to: 'revoked', permission: 'edit', remark: true, danger: true },
  },
});
export type SubAdmin = RowOf<typeof subAdmin>;

const functionRow = z.object({
  permission: z.string(),
  name: z.string(),
  /** The page an action stands on, and the branch of the menu. */
  page: z.string(),
  group: z.string(),
});
export type GivenFunction = z.output<typeof functionRow>;

/** What the caller may hand on: own functions, but for those about rights themselves. */
export const subAdminFunctions = endpoint({
  method: 'GET',
  path: 'pri/subAdmin/functions',
  access: needs('pri:subAdmin:edit'),
  data: z.object({
    functions: z.array(functionRow),
    /** Whether regions have to be named: a caller without any works as a party alone. */
    byRegion: z.boolean(),
  }),
});
