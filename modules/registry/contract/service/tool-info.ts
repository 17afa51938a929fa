import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 工具器具: the things a unit works with, and who has them. */
export const toolInfo = defineResource({
  module: 'registry',
  name: 'toolInfo',
  path: 'pri/tool/info',
  screen: '/pri/toolInfo',
  permission: 'pri:tool',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region({ derived: true }),
    assetNo: field.text({ max: 30 }),
    name: field.text({ max: 40 }),
    toolKind: field.dict('tool_kind'),
    model: field.text({ max: 40, optional: true }),
    serialNo: field.text({ max: 40, optional: true }),
    boughtOn: field.date({ optional: true }),
    value: field.decimal({ scale: 2, min: 0, max: 99_999_999, optional: true }),
    custodianStaffId: field.ref('registry.staff', { derived: true, optional: true }),
    nextCheckOn: field.date({ optional: true }),
    status: field.state('tool_info_status', 'idle', 'inUse', 'repairing', 'scrapped'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'assetNo',
      'name',
      'toolKind',
      'principalId',
      'custodianStaffId',
      'status',
      'nextCheckOn',
      'model',
      'boughtOn',
      'value',
    ],
    filters: ['toolKind', 'status', 'principalId', 'custodianStaffId', 'nextCheckOn', 'regionCode'],
    search: ['name', 'assetNo', 'serialNo'],
    sorts: ['assetNo', 'nextCheckOn', 'value', 'createdAt'],
  },
  form: ['principalId', 'assetNo', 'name', 'toolKind', 'model', 'serialNo', 'boughtOn', 'value', 'nextCheckOn'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['idle', 'inUse', 'repairing'],
  transitions: {
    issue: {
      from: ['idle'],
      to: 'inUse',
      permission: 'edit',
      form: { custodianStaffId: field.ref('registry.staff') },
    },
    return: { from: ['inUse'], to: 'idle', permission: 'edit' },
    repair: { from: ['idle', 'inUse'], to: 'repairing', permission: 'edit' },
    repaired: { from: ['repairing'], to: 'idle', permission: 'edit' },
    scrap: { from: ['idle', 'inUse', 'repairing'], to: 'scrapped', permission: 'edit', remark: true, danger: true },
  },
});
export type ToolInfo = RowOf<typeof toolInfo>;

const logSchema = z.object({
  id: idSchema,
  action: z.string(),
  staffName: z.string().nullable(),
  onDate: z.string(),
  result: z.string().nullable(),
  byName: z.string().nullable(),
});
export type ToolLogLine = z.output<typeof logSchema>;

/** What happened to a thing, newest first. */
export const toolLog = endpoint({
  method: 'GET',
  path: 'pri/tool/info/log',
  access: needs('pri:tool:list'),
  query: z.object({ toolId: z.coerce.number().int().positive() }),
  data: z.array(logSchema),
});

/** It was looked over; the next time is set. */
export const checkTool = endpoint({
  method: 'POST',
  path: 'pri/tool/info/check',
  access: needs('pri:tool:edit'),
  action: 'check',
  body: z.object({
    id: idSchema,
    version: versionSchema,
    result: z.string().trim().min(1).max(200),
    nextCheckOn: z.iso.date().nullable(),
  }),
  data: z.object({ version: versionSchema }),
});

/** How many there are and what they cost, by where they stand. */
export const toolTotals = endpoint({
  method: 'GET',
  path: 'pri/tool/info/totals',
  access: needs('pri:tool:list'),
  data: z.array(z.object({ status: z.string(), n: z.int(), value: z.number() })),
});
