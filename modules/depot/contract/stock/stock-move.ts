import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 出入库台账: every movement there ever was; none is changed or removed. */
export const stockMove = defineResource({
  module: 'depot',
  name: 'stockMove',
  path: 'pri/depot/ledger',
  screen: '/pri/depot/ledger',
  permission: 'depot:ledger',
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    bizDate: field.date({ derived: true }),
    docNo: field.text({ max: 40, optional: true, derived: true }),
    docType: field.dict('stock_doc_type', { derived: true }),
    docId: field.int({ optional: true, derived: true }),
    moveKind: field.dict('move_kind', { derived: true }),
    reason: field.dict('stock_reason', { optional: true, derived: true }),
    materialId: field.ref('depot.material', { derived: true }),
    materialKind: field.dict('material_kind', { derived: true }),
    lotId: field.int({ derived: true }),
    lotNo: field.text({ max: 60, derived: true }),
    fromKind: field.dict('stock_move_place', { derived: true }),
    fromName: field.text({ max: 60, optional: true, derived: true }),
    toKind: field.dict('stock_move_place', { derived: true }),
    toName: field.text({ max: 60, optional: true, derived: true }),
    depotId: field.ref('depot.depot', { optional: true, derived: true }),
    qty: field.decimal({ scale: 3, derived: true }),
    baseUnit: field.dict('unit', { derived: true }),
    balanceFrom: field.decimal({ scale: 3, optional: true, derived: true }),
    balanceTo: field.decimal({ scale: 3, optional: true, derived: true }),
    unitCost: field.decimal({ scale: 4, optional: true, derived: true }),
    amount: field.decimal({ scale: 2, optional: true, derived: true }),
    headServed: field.int({ optional: true, derived: true }),
    staffId: field.ref('registry.staff', { optional: true, derived: true }),
    byName: field.text({ max: 60, optional: true, derived: true }),
    sourceType: field.text({ max: 60, optional: true, derived: true }),
    sourceId: field.int({ optional: true, derived: true }),
    fefoSkipped: field.bool({ derived: true }),
    reversesId: field.int({ optional: true, derived: true }),
    recordedAt: field.dateTime({ derived: true }),
    regionCode: field.region({ derived: true }),
    remark: field.text({ max: 500, optional: true, derived: true }),
  },
  title: 'docNo',
  list: {
    columns: [
      'bizDate',
      'docNo',
      'materialId',
      'lotNo',
      'fromName',
      'toName',
      'qty',
      'moveKind',
      'reason',
      'balanceFrom',
      'balanceTo',
      'unitCost',
      'amount',
      'byName',
      'fefoSkipped',
      'recordedAt',
    ],
    filters: [
      'bizDate',
      'depotId',
      'materialKind',
      'materialId',
      'lotNo',
      'moveKind',
      'docType',
      'docNo',
      'staffId',
      'fefoSkipped',
      'regionCode',
    ],
    search: ['docNo', 'lotNo'],
    sorts: ['bizDate', 'recordedAt'],
  },
  form: [],
  detail: [
    'bizDate',
    'docType',
    'docNo',
    'moveKind',
    'reason',
    'materialKind',
    'materialId',
    'lotNo',
    'fromKind',
    'fromName',
    'toKind',
    'toName',
    'qty',
    'balanceFrom',
    'balanceTo',
    'unitCost',
    'amount',
    'headServed',
    'staffId',
    'byName',
    'sourceType',
    'fefoSkipped',
    'remark',
    'recordedAt',
  ],
  operations: ['list', 'detail', 'export'],
});
export type StockMoveRow = RowOf<typeof stockMove>;

const period = { from: z.iso.date(), to: z.iso.date() };
const cardLine = z.object({
  id: idSchema,
  bizDate: z.string(),
  docNo: z.string().nullable(),
  docId: z.int().nullable(),
  docType: z.string(),
  moveKind: z.string(),
  reason: z.string().nullable(),
  lotNo: z.string(),
  expireOn: z.string().nullable(),
  otherKind: z.string(),
  otherName: z.string().nullable(),
  into: z.number(),
  out: z.number(),
  balance: z.number(),
  byName: z.string().nullable(),
  fefoSkipped: z.boolean(),
});
export type CardLine = z.output<typeof cardLine>;

/** The card of one material, or one lot, in one store: what there was, every line with the balance after it, what there is. */
export const ledgerCard = endpoint({
  method: 'GET',
  path: 'pri/depot/ledger/card',
  access: needs('depot:ledger:list'),
  query: z.object({
    ...period,
    depotId: z.coerce.number().int().positive(),
    materialId: z.coerce.number().int().positive(),
    lotId: z.coerce.number().int().positive().optional(),
  }),
  data: z.object({
    opening: z.number(),
    into: z.number(),
    out: z.number(),
    closing: z.number(),
    /** What the balance says; on a card that ends today both are one. */
    onHand: z.number(),
    lines: z.array(cardLine),
  }),
});

const monthLine = z.object({
  materialId: idSchema,
  materialName: z.string(),
  spec: z.string(),
  baseUnit: z.string(),
  opening: z.number(),
  bought: z.number(),
  arrived: z.number(),
  used: z.number(),
  sent: z.number(),
  lost: z.number(),
  adjusted: z.number(),
  closing: z.number(),
});
export type MonthLine = z.output<typeof monthLine>;

/** What a store had at the beginning of a month, what came and went, and what it had at the end: a line per material. */
export const ledgerMonth = endpoint({
  method: 'GET',
  path: 'pri/depot/ledger/month',
  access: needs('depot:ledger:list'),
  query: z.object({
    depotId: z.coerce.number().int().positive(),
    month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/),
  }),
  data: z.object({ depotName: z.string(), keeperNames: z.string().nullable(), lines: z.array(monthLine) }),
});

const thenLine = z.object({
  lotId: idSchema,
  materialName: z.string(),
  spec: z.string(),
  lotNo: z.string(),
  expireOn: z.string().nullable(),
  baseUnit: z.string(),
  qty: z.number(),
  kept: z.number().nullable(),
  late: z.number(),
});
export type ThenLine = z.output<typeof thenLine>;

/** What lay in a store on a past day, from the entries; beside it what was kept that night, and what was written down later. */
export const ledgerAsOf = endpoint({
  method: 'GET',
  path: 'pri/depot/ledger/asOf',
  access: needs('depot:ledger:list'),
  query: z.object({ depotId: z.coerce.number().int().positive(), day: z.iso.date() }),
  data: z.array(thenLine),
});
