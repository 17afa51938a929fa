import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf, rowSchema } from '#kit/contract/resource.ts';
import { goodsShape, qtySchema } from '../goods/goods.ts';

/** Above this share of what was used, the rest of opened bottles wants a reason (R31). */
export const mostOpenLoss = 0.1;
/** Below this share of the bottles opened, the empties wanted back want one too (R34). */
export const leastEmpties = 0.95;

/** 药箱核销: what a box had, got, used and lost in a month, and what is left in it. */
export const boxReconcile = defineResource({
  module: 'depot',
  name: 'boxReconcile',
  path: 'pri/medicineBox/reconcile',
  screen: '/pri/medicineBox/reconcile',
  permission: 'depot:box',
  actions: { list: 'all', detail: 'view', remove: 'reconcile', export: 'all' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    boxId: field.ref('depot.medicineBox', { derived: true }),
    carrierName: field.text({ max: 60, derived: true, optional: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    fromOn: field.date({ derived: true }),
    toOn: field.date({ derived: true }),
    lossReason: field.text({ max: 200, derived: true, optional: true }),
    emptyReason: field.text({ max: 200, derived: true, optional: true }),
    mine: field.bool({ derived: true }),
    submittedBy: field.int({ derived: true, optional: true }),
    confirmedByName: field.text({ max: 60, derived: true, optional: true }),
    confirmedAt: field.dateTime({ derived: true, optional: true }),
    status: field.state('box_reconcile_status', 'draft', 'submitted', 'confirmed'),
    remark: field.longText({ max: 500, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'carrierName', 'principalId', 'fromOn', 'toOn', 'status', 'confirmedByName', 'confirmedAt'],
    filters: ['boxId', 'principalId', 'regionCode', 'toOn', 'status'],
    search: ['docNo'],
    sorts: ['docNo', 'toOn', 'createdAt'],
  },
  form: [],
  operations: ['list', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    submit: { from: ['draft'], to: 'submitted', permission: 'reconcile' },
    confirm: { from: ['submitted'], to: 'confirmed' },
    sendBack: { from: ['submitted'], to: 'draft', permission: 'confirm', remark: true, danger: true },
  },
});
export type BoxReconcile = RowOf<typeof boxReconcile>;

const line = z.object({
  ...goodsShape,
  opening: z.number(),
  received: z.number(),
  used: z.number(),
  headServed: z.number(),
  returned: z.number(),
  /** As written off already, and as the carrier says now. */
  openLossPosted: z.number(),
  openLoss: z.number(),
  damagedPosted: z.number(),
  damaged: z.number(),
  /** What the carrier counts in the box. */
  closing: z.number(),
  emptyDue: z.number(),
  emptyReturned: z.number(),
  /** One bottle, for vaccines. */
  bottle: z.number().nullable(),
});
export type ReconcileLine = z.output<typeof line>;

/** What must be the same (R33): what the line computes, and what was counted. */
export const computed = (one: ReconcileLine): number =>
  Math.round(
    (one.opening + one.received - one.used - one.openLoss - one.damaged - one.returned + Number.EPSILON) * 1000,
  ) / 1000;

export const reconcileSheet = endpoint({
  method: 'GET',
  path: 'pri/medicineBox/reconcile/:id',
  access: needs('depot:box:view'),
  params: z.object({ id: idSchema }),
  data: rowSchema(boxReconcile).extend({ lines: z.array(line) }),
});

/** Opens the sheet of a month, or the one that is open already. */
export const openReconcile = endpoint({
  method: 'POST',
  path: 'pri/medicineBox/reconcile/add',
  access: needs('depot:box:reconcile'),
  action: 'add',
  body: z.strictObject({ boxId: idSchema, month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
  data: z.object({ id: idSchema, version: versionSchema }),
});

export const saveReconcile = endpoint({
  method: 'POST',
  path: 'pri/medicineBox/reconcile/edit',
  access: needs('depot:box:reconcile'),
  action: 'edit',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    lossReason: z.string().trim().max(200).nullish(),
    emptyReason: z.string().trim().max(200).nullish(),
    remark: z.string().trim().max(500).nullish(),
    lines: z
      .array(
        z.strictObject({
          materialId: idSchema,
          openLoss: qtySchema,
          damaged: qtySchema,
          closing: qtySchema,
          emptyReturned: z.number().int().min(0).max(1_000_000),
        }),
      )
      .max(200),
  }),
  data: z.object({ id: idSchema, version: versionSchema }),
});
