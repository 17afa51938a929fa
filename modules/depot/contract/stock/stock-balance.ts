import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 库存查询: how much of which lot lies where. Rows are the ledger's; nobody edits them. */
export const stockBalance = defineResource({
  module: 'depot',
  name: 'stockBalance',
  path: 'pri/depot/stock',
  screen: '/pri/depot/stock',
  permission: 'depot:stock',
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    materialId: field.ref('depot.material', { derived: true }),
    spec: field.text({ max: 60, derived: true }),
    kind: field.dict('material_kind', { derived: true }),
    lotId: field.int({ derived: true }),
    lotNo: field.text({ max: 60, derived: true }),
    manufacturer: field.text({ max: 80, optional: true, derived: true }),
    producedOn: field.date({ optional: true, derived: true }),
    expireOn: field.date({ optional: true, derived: true }),
    daysLeft: field.int({ optional: true, derived: true }),
    depotId: field.ref('depot.depot', { derived: true }),
    principalId: field.ref('registry.principal', { optional: true, derived: true }),
    regionCode: field.region({ derived: true }),
    qty: field.decimal({ scale: 3, derived: true }),
    baseUnit: field.dict('unit', { derived: true }),
    packs: field.json({ derived: true }),
    reserved: field.decimal({ scale: 3, derived: true }),
    available: field.decimal({ scale: 3, derived: true }),
    onTheWay: field.decimal({ scale: 3, derived: true }),
    avgCost: field.decimal({ scale: 4, optional: true, derived: true }),
    worth: field.decimal({ scale: 2, optional: true, derived: true }),
    quality: field.dict('lot_quality', { derived: true }),
    minQty: field.decimal({ scale: 3, optional: true, derived: true }),
    maxQty: field.decimal({ scale: 3, optional: true, derived: true }),
  },
  title: 'lotNo',
  list: {
    columns: [
      'materialId',
      'lotNo',
      'expireOn',
      'depotId',
      'qty',
      'available',
      'reserved',
      'onTheWay',
      'spec',
      'kind',
      'manufacturer',
      'producedOn',
      'quality',
      'avgCost',
      'worth',
    ],
    filters: ['materialId', 'kind', 'depotId', 'principalId', 'lotNo', 'daysLeft', 'quality', 'regionCode'],
    search: ['lotNo', 'spec'],
    sorts: ['expireOn', 'qty', 'lotNo'],
  },
  form: [],
  detail: [
    'materialId',
    'spec',
    'kind',
    'lotNo',
    'manufacturer',
    'producedOn',
    'expireOn',
    'quality',
    'depotId',
    'principalId',
    'regionCode',
    'qty',
    'reserved',
    'available',
    'onTheWay',
    'minQty',
    'maxQty',
    'avgCost',
    'worth',
  ],
  operations: ['list', 'detail', 'export'],
});
export type StockBalance = RowOf<typeof stockBalance>;

const summaryRow = z.object({
  materialId: idSchema,
  materialName: z.string(),
  spec: z.string(),
  kind: z.string(),
  baseUnit: z.string(),
  packs: z.unknown(),
  lots: z.int(),
  depots: z.int(),
  onHand: z.number(),
  available: z.number(),
  expiring30: z.number(),
  expired: z.number(),
  worth: z.number().nullable(),
});
export type StockSummaryRow = z.output<typeof summaryRow>;

const numberedRow = z.object({
  materialId: idSchema,
  materialName: z.string(),
  spec: z.string(),
  kind: z.string(),
  baseUnit: z.string(),
  principalId: idSchema,
  principalName: z.string().nullable(),
  staffId: idSchema.nullable(),
  staffName: z.string().nullable(),
  qty: z.number(),
  page: z.string().nullable(),
});
export type NumberedRow = z.output<typeof numberedRow>;

/** Goods that another module numbers and counts, by unit and carrier: shown beside the stock, moved there. */
export const numberedStockList = endpoint({
  method: 'GET',
  path: 'pri/depot/stock/numbered',
  access: needs('depot:stock:list'),
  query: z.object({
    regionCode: z.coerce.number().int().optional(),
    principalId: z.coerce.number().int().positive().optional(),
    kind: z.string().max(40).optional(),
  }),
  data: z.array(numberedRow),
});

/** The same by material: what there is of each, how many lots and stores, what runs out. */
export const stockSummary = endpoint({
  method: 'GET',
  path: 'pri/depot/stock/summary',
  access: needs('depot:stock:list'),
  query: z.object({
    regionCode: z.coerce.number().int().optional(),
    principalId: z.coerce.number().int().positive().optional(),
    depotId: z.coerce.number().int().positive().optional(),
    kind: z.string().max(40).optional(),
  }),
  data: z.array(summaryRow),
});
