import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 圈舍: a house or yard of a holder. */
export const hovel = defineResource({
  module: 'registry',
  name: 'hovel',
  path: 'pri/enclosure',
  screen: '/pri/enclosure',
  permission: 'pri:enclosure',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region({ derived: true }),
    hovelNo: field.text({ max: 20 }),
    name: field.text({ max: 40 }),
    kind: field.dict('hovel_kind'),
    area: field.decimal({ scale: 2, unit: 'm²', min: 0, max: 1_000_000, optional: true }),
    capacity: field.int({ min: 0, max: 100_000 }),
    currentCount: field.int({ derived: true, min: 0, max: 100_000 }),
    penCount: field.int({ derived: true, min: 0, max: 100_000 }),
    fill: field.dict('pen_fill', { derived: true }),
    /** Heads by stage. */
    stages: field.json({ derived: true, optional: true }),
    location: field.point({ optional: true }),
    status: field.state('hovel_status', 'inUse', 'idle', 'disinfecting', 'removed'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'hovelNo',
      'name',
      'principalId',
      'fill',
      'currentCount',
      'capacity',
      'kind',
      'penCount',
      'stages',
      'area',
      'status',
      'regionCode',
    ],
    filters: ['principalId', 'fill', 'kind', 'status', 'regionCode'],
    search: ['hovelNo', 'name'],
    sorts: ['hovelNo', 'capacity', 'createdAt'],
  },
  form: ['principalId', 'hovelNo', 'name', 'kind', 'area', 'capacity', 'location'],
  detail: [
    'principalId',
    'regionCode',
    'hovelNo',
    'kind',
    'area',
    'capacity',
    'penCount',
    'currentCount',
    'fill',
    'location',
    'createdAt',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  transitions: {
    use: { from: ['idle', 'disinfecting'], to: 'inUse', permission: 'edit' },
    idle: { from: ['inUse', 'disinfecting'], to: 'idle', permission: 'edit' },
    disinfect: { from: ['inUse', 'idle'], to: 'disinfecting', permission: 'edit' },
  },
});
export type Hovel = RowOf<typeof hovel>;

/** Pens numbered one after the other; those that are there already stay as they are. */
export const generatePens = endpoint({
  method: 'POST',
  path: 'pri/enclosure/pen/generate',
  access: needs('pri:enclosure:edit'),
  action: 'generate',
  body: z.object({
    hovelId: idSchema,
    fromNo: z.int().min(1).max(9999),
    count: z.int().min(1).max(200),
    capacity: z.int().min(0).max(10_000),
  }),
  data: z.object({ made: z.int(), skipped: z.int() }),
});

/** What the pens of the filter hold together. */
export const enclosureTotals = endpoint({
  method: 'GET',
  path: 'pri/enclosure/totals',
  access: needs('pri:enclosure:list'),
  query: z.object({
    principalId: z.coerce.number().int().positive().optional(),
    regionCode: z.coerce.number().int().positive().optional(),
    kind: z.string().max(200).optional(),
    status: z.string().max(200).optional(),
  }),
  data: z.object({ hovels: z.int(), pens: z.int(), capacity: z.int(), count: z.int(), over: z.int() }),
});

/** Everything that stands in one pen goes to another of the same holder. Above its capacity, or out of isolation too soon, only when said twice. */
export const movePen = endpoint({
  method: 'POST',
  path: 'pri/enclosure/pen/move',
  access: needs('pri:animal:change'),
  action: 'move',
  body: z.object({ fromPenId: idSchema, toPenId: idSchema, confirmed: z.boolean().optional() }),
  data: z.object({ moved: z.int(), docNo: z.string().nullable(), warnings: z.array(z.string()) }),
});
