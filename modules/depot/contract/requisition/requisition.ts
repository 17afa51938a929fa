import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { goodsShape, qtySchema } from '../goods/goods.ts';

/** 物资申领: who asks whom for what, and how far it has come. */
export const requisition = defineResource({
  module: 'depot',
  name: 'requisition',
  path: 'pri/depot/supplies',
  screen: '/pri/depot/supplies',
  permission: 'depot:req',
  actions: { remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    regionCode: field.region({ derived: true }),
    askPrincipalId: field.int({ derived: true }),
    askerName: field.text({ max: 100, derived: true, optional: true }),
    askDepotId: field.ref('depot.depot', { derived: true }),
    giverPrincipalId: field.int({ derived: true }),
    giverName: field.text({ max: 100, derived: true, optional: true }),
    purpose: field.dict('req_purpose', { derived: true }),
    seasonId: field.int({ derived: true, optional: true }),
    needBy: field.date({ derived: true }),
    lineCount: field.int({ derived: true }),
    what: field.text({ max: 400, derived: true, optional: true }),
    asked: field.decimal({ scale: 3, derived: true }),
    approved: field.decimal({ scale: 3, derived: true }),
    issued: field.decimal({ scale: 3, derived: true }),
    received: field.decimal({ scale: 3, derived: true }),
    status: field.state(
      'requisition_status',
      'draft',
      'submitted',
      'approved',
      'issuing',
      'fulfilled',
      'rejected',
      'withdrawn',
      'closed',
    ),
    mine: field.bool({ derived: true }),
    asks: field.bool({ derived: true }),
    gives: field.bool({ derived: true }),
    materialId: field.ref('depot.material', { derived: true, optional: true }),
    lines: field.json({ derived: true, optional: true }),
    createdByName: field.text({ max: 60, derived: true, optional: true }),
    remark: field.longText({ max: 500, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'askDepotId',
      'what',
      'needBy',
      'asked',
      'approved',
      'issued',
      'received',
      'purpose',
      'askerName',
      'giverName',
      'createdByName',
      'createdAt',
    ],
    filters: ['status', 'purpose', 'materialId', 'needBy', 'regionCode', 'mine', 'asks', 'gives'],
    search: ['docNo'],
    sorts: ['docNo', 'needBy', 'createdAt'],
  },
  form: [],
  detail: [
    'askerName',
    'askDepotId',
    'giverName',
    'purpose',
    'needBy',
    'createdByName',
    'createdAt',
    'remark',
    'lines',
  ],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    submit: { from: ['draft'], to: 'submitted', permission: 'edit' },
    approve: { from: ['submitted'], to: 'approved' },
    reject: { from: ['submitted'], to: 'rejected', permission: 'approve', remark: true, danger: true },
    withdraw: { from: ['submitted', 'approved'], to: 'withdrawn', permission: 'edit', danger: true },
    close: { from: ['issuing'], to: 'closed', permission: 'approve', remark: true, danger: true },
  },
});
export type Requisition = RowOf<typeof requisition>;

const header = {
  askDepotId: idSchema,
  /** The unit the store draws from, unless another one above it is named. */
  giverPrincipalId: idSchema.nullish(),
  purpose: z.string().min(1).max(64),
  seasonId: idSchema.nullish(),
  needBy: z.iso.date(),
  remark: z.string().trim().max(500).nullish(),
  lines: z
    .array(z.strictObject({ materialId: idSchema, asked: qtySchema.gt(0) }))
    .min(1)
    .max(200),
};
const saved = z.object({ id: idSchema, version: versionSchema, docNo: z.string() });

export const addRequisition = endpoint({
  method: 'POST',
  path: 'pri/depot/supplies/add',
  access: needs('depot:req:edit'),
  action: 'add',
  body: z.strictObject(header),
  data: saved,
});

export const editRequisition = endpoint({
  method: 'POST',
  path: 'pri/depot/supplies/edit',
  access: needs('depot:req:edit'),
  action: 'edit',
  body: z.strictObject({ id: idSchema, version: versionSchema, ...header }),
  data: saved,
});

/** What a suggestion was made of (R35). `limit`: nobody knows the need of this kind, so the store's own upper limit is filled up. */
const parts = {
  basis: z.enum(['need', 'limit', 'none']),
  need: z.number().nullable(),
  onHand: z.number(),
  inTransit: z.number(),
};
export type SuggestionParts = { [K in keyof typeof parts]: z.output<(typeof parts)[K]> };

const suggestion = z.object({ ...goodsShape, ...parts, suggested: z.number().nullable() });
export type Suggestion = z.output<typeof suggestion>;

export const suggestSupplies = endpoint({
  method: 'GET',
  path: 'pri/depot/supplies/suggest',
  access: needs('depot:req:edit'),
  query: z.object({
    askDepotId: idSchema,
    purpose: z.string().max(64).optional(),
    seasonId: idSchema.optional(),
    /** Only these; else whatever the store has, lacks or needs. */
    materialIds: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
      .optional(),
  }),
  data: z.array(suggestion),
});

/** The stores the caller may ask for, and whom each would ask. */
export const askingDepots = endpoint({
  method: 'GET',
  path: 'pri/depot/supplies/depots',
  access: needs('depot:req:edit'),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      kind: z.string(),
      givers: z.array(z.object({ id: idSchema, name: z.string() })),
    }),
  ),
});

const line = z.object({
  ...goodsShape,
  id: idSchema,
  asked: z.number(),
  suggested: z.number().nullable(),
  parts: z.object(parts).nullable(),
  approved: z.number().nullable(),
  refuseReason: z.string().nullable(),
  issued: z.number(),
  received: z.number(),
  /** What the giver could hand out today, and the asker has and has coming. */
  giverFree: z.number(),
  askerHas: z.number(),
  askerComing: z.number(),
  /** Used by the asker in the last half year, and how much of it was lost on the way. */
  lastUse: z.number(),
  lossRate: z.number().nullable(),
  /** What the asker's plan of the year has and how much of it was sent; null for goods nobody plans. */
  plan: z.object({ planned: z.number().nullable(), sent: z.number() }).nullable(),
});
export type RequisitionLine = z.output<typeof line>;

export const requisitionLines = endpoint({
  method: 'GET',
  path: 'pri/depot/supplies/lines',
  access: needs('depot:req:list'),
  query: z.object({ id: idSchema }),
  data: z.array(line),
});

/** Line by line; never more than was asked, and nothing at all only with a reason. */
export const approveRequisition = endpoint({
  method: 'POST',
  path: 'pri/depot/supplies/approve',
  access: needs('depot:req:approve'),
  action: 'approve',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    remark: z.string().trim().max(500).optional(),
    lines: z
      .array(
        z.strictObject({
          materialId: idSchema,
          approved: qtySchema,
          reason: z.string().trim().max(200).nullish(),
        }),
      )
      .min(1)
      .max(200),
  }),
  data: z.object({ status: z.string(), version: versionSchema }),
});
