import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, kg, maybe } from '../fields.ts';

/** 入栏批次: animals that come from elsewhere, kept apart until every check is done. */
export const stockIn = defineResource({
  module: 'farm',
  name: 'stockIn',
  path: 'anm/stockIn',
  screen: '/anm/stocked/info',
  permission: 'anm:stockIn',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true }),
    kind: field.dict('stock_in_kind'),
    sellerName: field.text({ max: 60, optional: true }),
    fromPrincipalId: field.ref('registry.principal', { optional: true }),
    originRegionCode: field.region({ optional: true, min: 3 }),
    quarantineCertNo: field.text({ max: 40, optional: true }),
    vehicleNo: field.text({ max: 20, optional: true }),
    sentOn: field.date({ optional: true }),
    head: field.int({ min: 1, max: 1000 }),
    boughtKg: field.decimal({ scale: 2, min: 0, max: 1_000_000, unit: 'kg', optional: true }),
    species: field.dict('species'),
    breed: field.dict('breed_code'),
    isolationPenId: field.ref('registry.pen', { where: { principalId: { from: 'principalId' } } }),
    arrivedOn: field.date(maybe),
    arrivedHead: field.int(derived),
    arrivedKg: kg(),
    shrinkPct: field.decimal({ scale: 2, unit: '%', ...maybe }),
    isolateUntil: field.date(maybe),
    daysLeft: field.int({ unit: 'day', ...maybe }),
    sick: field.int(derived),
    dead: field.int(derived),
    releasedOn: field.date(maybe),
    remark: field.longText({ max: 500, optional: true }),
    regionCode: field.region(derived),
    status: field.state('stock_in_status', 'draft', 'isolating', 'released', 'closed'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'kind',
      'sellerName',
      'arrivedOn',
      'head',
      'arrivedHead',
      'arrivedKg',
      'shrinkPct',
      'isolateUntil',
      'daysLeft',
      'sick',
      'dead',
      'principalId',
      'status',
    ],
    filters: ['principalId', 'kind', 'arrivedOn', 'isolateUntil', 'status', 'regionCode'],
    search: ['docNo', 'sellerName', 'quarantineCertNo'],
    sorts: ['arrivedOn', 'createdAt'],
  },
  form: [
    'principalId',
    'kind',
    'sellerName',
    'fromPrincipalId',
    'originRegionCode',
    'quarantineCertNo',
    'vehicleNo',
    'sentOn',
    'head',
    'boughtKg',
    'species',
    'breed',
    'isolationPenId',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: { close: { from: ['released'], to: 'closed', permission: 'edit' } },
});
export type StockIn = RowOf<typeof stockIn>;

const arrivedLine = z.strictObject({
  tag: z.string().regex(/^\d{15}$/),
  kg: z.number().positive().max(2000).nullish(),
  sex: z.enum(['male', 'female']).default('male'),
  birthDate: z.iso.date().optional(),
  condition: z.string().trim().max(60).optional(),
});
/** Unknown tags are registered as bought, known ones accepted from the seller's handover; all are shut in. */
export const arriveStock = endpoint({
  method: 'POST',
  path: 'anm/stockIn/arrive',
  access: needs('anm:stockIn:edit'),
  action: 'arrive',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    arrivedOn: z.iso.date(),
    quarantineCertNo: z.string().trim().max(40).optional(),
    lines: z.array(arrivedLine).min(1).max(1000),
    reason: z.string().trim().max(200).optional(),
    priceMode: z.enum(['live', 'head']).optional(),
    unitPrice: z.number().int().min(0).max(100_000_000).optional(),
    freight: z.number().int().min(0).max(100_000_000).optional(),
  }),
  data: z.object({
    version: versionSchema,
    registered: z.number(),
    accepted: z.number(),
    entryDocNo: z.string().nullable(),
    shrinkPct: z.number().nullable(),
    shrinkHigh: z.boolean(),
    isolateUntil: z.string(),
  }),
});

const check = z.object({
  item: z.enum(['isolation', 'immunity', 'tests', 'treatment', 'tags', 'quarantine']),
  done: z.boolean(),
  fact: z.string(),
});
/** R21: each line a fact. */
export const stockInChecks = endpoint({
  method: 'GET',
  path: 'anm/stockIn/:id/checks',
  access: needs('anm:stockIn:list'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    version: versionSchema,
    checks: z.array(check),
    animals: z.array(
      z.object({ animalId: idSchema.nullable(), earTag: z.string(), kg: z.number().nullable(), outcome: z.string() }),
    ),
  }),
});
export type StockInChecks = z.output<typeof stockInChecks.data>;

export const releaseStock = endpoint({
  method: 'POST',
  path: 'anm/stockIn/release',
  access: needs('anm:stockIn:release'),
  action: 'release',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    scannedTags: z.array(z.string().max(20)).max(1000).default([]),
    toPenId: idSchema,
  }),
  data: z.object({ version: versionSchema, moved: z.number(), docNo: z.string().nullable() }),
});

/** Dead or sent back while shut in: the only ways out before the release. */
export const failStock = endpoint({
  method: 'POST',
  path: 'anm/stockIn/fail',
  access: needs('anm:stockIn:edit'),
  action: 'fail',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    animalId: idSchema,
    outcome: z.enum(['dead', 'returned', 'sick']),
    reason: z.string().trim().min(1).max(200),
  }),
  data: z.object({ version: versionSchema, docNo: z.string().nullable() }),
});
export const arrivals = {
  resources: [stockIn],
  endpoints: [arriveStock, stockInChecks, releaseStock, failStock],
};
