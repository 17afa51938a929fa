import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { goodsShape, qtySchema } from '../goods/goods.ts';

/** 盘点: what the book says, frozen, against what lies there. */
export const stocktake = defineResource({
  module: 'depot',
  name: 'stocktake',
  path: 'pri/depot/inventory',
  screen: '/pri/depot/inventory',
  permission: 'depot:count',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    depotId: field.ref('depot.depot', { fixed: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    countScope: field.dict('stocktake_scope'),
    kinds: field.dicts('material_kind', { optional: true }),
    materialIds: field.json({ optional: true }),
    blind: field.bool(),
    counterIds: field.json(),
    counterNames: field.text({ max: 400, derived: true, optional: true }),
    lineCount: field.int({ derived: true }),
    countedCount: field.int({ derived: true }),
    diffCount: field.int({ derived: true, optional: true }),
    diffAmount: field.decimal({ scale: 2, derived: true, optional: true }),
    accuracy: field.decimal({ scale: 1, derived: true, optional: true, unit: '%' }),
    countOn: field.date({ derived: true, optional: true }),
    status: field.state('stocktake_status', 'draft', 'counting', 'counted', 'posted', 'cancelled'),
    isCounter: field.bool({ derived: true }),
    checkedByName: field.text({ max: 60, derived: true, optional: true }),
    lines: field.json({ derived: true, optional: true }),
    remark: field.longText({ max: 500, optional: true }),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'depotId',
      'countedCount',
      'lineCount',
      'diffCount',
      'diffAmount',
      'accuracy',
      'counterNames',
      'blind',
      'countScope',
      'countOn',
      'principalId',
    ],
    filters: ['depotId', 'principalId', 'countScope', 'status', 'countOn', 'regionCode'],
    search: ['docNo'],
    sorts: ['docNo', 'countOn', 'createdAt'],
    sort: '-countOn',
  },
  form: ['depotId', 'countScope', 'kinds', 'materialIds', 'blind', 'counterIds', 'remark'],
  detail: [
    'depotId',
    'principalId',
    'countScope',
    'kinds',
    'blind',
    'counterNames',
    'lineCount',
    'countedCount',
    'diffCount',
    'diffAmount',
    'accuracy',
    'countOn',
    'createdAt',
    'checkedByName',
    'remark',
    'lines',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    start: { from: ['draft'], to: 'counting', permission: 'edit' },
    finish: { from: ['counting'], to: 'counted', permission: 'edit' },
    approve: { from: ['counted'], to: 'posted' },
    back: { from: ['counted'], to: 'counting', permission: 'approve', remark: true },
    cancel: { from: ['counting', 'counted'], to: 'cancelled', permission: 'approve', remark: true, danger: true },
  },
});
export type Stocktake = RowOf<typeof stocktake>;

/** Who can be asked to count: the unit's people at work. */
export const countingStaff = endpoint({
  method: 'GET',
  path: 'pri/depot/inventory/staff',
  access: needs('depot:count:edit'),
  query: z.object({ depotId: idSchema.optional() }),
  data: z.object({
    staff: z.array(z.object({ id: idSchema, name: z.string() })),
    depots: z.array(z.object({ id: idSchema, name: z.string() })),
  }),
});

const line = z.object({
  ...goodsShape,
  id: idSchema,
  lotId: idSchema,
  lotNo: z.string(),
  manufacturer: z.string(),
  expireOn: z.string().nullable(),
  barcode: z.string().nullable(),
  added: z.boolean(),
  /** R26: of a blind count not told before it is finished. */
  bookQty: z.number().nullable(),
  countedQty: z.number().nullable(),
  recountQty: z.number().nullable(),
  diff: z.number().nullable(),
  reason: z.string().nullable(),
  remark: z.string().nullable(),
  countedBy: z.string().nullable(),
});
export type StocktakeLine = z.output<typeof line>;

export const stocktakeLines = endpoint({
  method: 'GET',
  path: 'pri/depot/inventory/lines',
  access: needs('depot:count:list'),
  query: z.object({ id: idSchema }),
  data: z.array(line),
});

const progress = z.object({ version: versionSchema, counted: z.number(), total: z.number() });

/** Saved bit by bit, by several people: the last word on a lot counts. Null takes a figure back. */
export const saveCounts = endpoint({
  method: 'POST',
  path: 'pri/depot/inventory/count',
  access: needs('depot:count:edit'),
  action: 'count',
  body: z.strictObject({
    id: idSchema,
    lines: z
      .array(z.strictObject({ lotId: idSchema, countedQty: qtySchema.nullable() }))
      .min(1)
      .max(500),
  }),
  data: progress,
});

/** Found on the shelf and not in the book. */
export const addCountedLot = endpoint({
  method: 'POST',
  path: 'pri/depot/inventory/addLot',
  access: needs('depot:count:edit'),
  action: 'count',
  body: z.strictObject({
    id: idSchema,
    materialId: idSchema,
    lotNo: z.string().trim().max(60).nullish(),
    manufacturer: z.string().trim().max(80).nullish(),
    producedOn: z.iso.date().nullish(),
    expireOn: z.iso.date().nullish(),
    countedQty: qtySchema.gt(0),
  }),
  data: progress,
});

/** A second look at what differs, and why it does. */
export const saveRecounts = endpoint({
  method: 'POST',
  path: 'pri/depot/inventory/recount',
  access: needs('depot:count:edit'),
  action: 'count',
  body: z.strictObject({
    id: idSchema,
    lines: z
      .array(
        z.strictObject({
          lotId: idSchema,
          recountQty: qtySchema,
          reason: z.string().max(64).nullish(),
          remark: z.string().trim().max(200).nullish(),
        }),
      )
      .min(1)
      .max(500),
  }),
  data: z.object({ version: versionSchema, diffCount: z.number() }),
});
