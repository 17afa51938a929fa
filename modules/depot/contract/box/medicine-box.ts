import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { goodsShape, qtySchema } from '../goods/goods.ts';

/** 药箱: a store that a person carries. The list is for those who look after boxes; carriers see their own alone. */
export const medicineBox = defineResource({
  module: 'depot',
  name: 'medicineBox',
  path: 'pri/medicineBox',
  screen: '/pri/medicineBox',
  permission: 'depot:box',
  actions: { list: 'all', export: 'all' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    name: field.text({ max: 60, derived: true }),
    carrierName: field.text({ max: 60, derived: true, optional: true }),
    depotNo: field.text({ max: 30, derived: true }),
    staffJob: field.dict('staff_job', { derived: true, optional: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    materialCount: field.int({ derived: true }),
    doses: field.decimal({ scale: 0, derived: true }),
    straws: field.decimal({ scale: 0, derived: true }),
    expiringCount: field.int({ derived: true }),
    lastIssueOn: field.date({ derived: true, optional: true }),
    lastUseOn: field.date({ derived: true, optional: true }),
    idleDays: field.int({ derived: true, optional: true }),
    unreconciledDays: field.int({ derived: true }),
    pendingCount: field.int({ derived: true }),
    hasExpired: field.bool({ derived: true }),
    materialId: field.ref('depot.material', { derived: true, optional: true }),
    status: field.state('depot_status', 'active', 'counting', 'suspended', 'closed'),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'doses',
      'straws',
      'materialCount',
      'expiringCount',
      'unreconciledDays',
      'pendingCount',
      'lastUseOn',
      'lastIssueOn',
      'staffJob',
      'principalId',
      'carrierName',
      'status',
    ],
    filters: ['staffJob', 'principalId', 'regionCode', 'materialId', 'hasExpired', 'idleDays', 'status'],
    search: ['name', 'carrierName', 'depotNo'],
    sorts: ['depotNo', 'name'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type MedicineBox = RowOf<typeof medicineBox>;

const lotShape = { ...goodsShape, lotId: idSchema, lotNo: z.string(), expireOn: z.string().nullable() };

const boxView = z.object({
  id: idSchema,
  version: versionSchema,
  depotNo: z.string(),
  name: z.string(),
  carrierName: z.string().nullable(),
  staffJob: z.string().nullable(),
  stationName: z.string().nullable(),
  superiorName: z.string().nullable(),
  status: z.string(),
  /** Is it the caller's own? */
  mine: z.boolean(),
  content: z.array(
    z.object({
      ...lotShape,
      manufacturer: z.string(),
      qty: z.number(),
      reserved: z.number(),
      /** Why it cannot be used: run out, held or recalled. */
      unfit: z.enum(['expired', 'held', 'recalled']).nullable(),
      daysLeft: z.number().nullable(),
    }),
  ),
  /** Numbered tags in the carrier's hand, as their own module counts them. */
  tags: z.array(z.object({ materialId: idSchema, name: z.string(), qty: z.number(), page: z.string().nullable() })),
  /** R31: bottles that are open, and what is left in them. */
  opened: z.array(
    z.object({
      ...lotShape,
      bottle: z.number(),
      left: z.number(),
      openedAt: z.string().nullable(),
      openHours: z.number().nullable(),
      isOver: z.boolean(),
    }),
  ),
  pending: z.array(z.object({ ...goodsShape, id: idSchema, qty: z.number(), bizDate: z.string(), since: z.string() })),
  today: z.array(z.object({ ...goodsShape, used: z.number(), headServed: z.number(), lost: z.number() })),
  moves: z.array(
    z.object({
      id: idSchema,
      bizDate: z.string(),
      moveKind: z.string(),
      reason: z.string().nullable(),
      docNo: z.string().nullable(),
      material: z.string(),
      lotNo: z.string(),
      baseUnit: z.string(),
      /** Below zero: it left the box. */
      qty: z.number(),
      balance: z.number().nullable(),
      headServed: z.number().nullable(),
    }),
  ),
  reconciles: z.array(
    z.object({ id: idSchema, docNo: z.string(), fromOn: z.string(), toOn: z.string(), status: z.string() }),
  ),
});
export type BoxView = z.output<typeof boxView>;

export const boxDetail = endpoint({
  method: 'GET',
  path: 'pri/medicineBox/:id',
  access: needs('depot:box:view'),
  params: z.object({ id: idSchema }),
  data: boxView,
});

/** The caller's own box; null for those who carry none. */
export const myBox = endpoint({
  method: 'GET',
  path: 'pri/medicineBox/mine',
  access: needs('depot:box:view'),
  data: boxView.nullable(),
});

const lots = z
  .array(z.strictObject({ lotId: idSchema, qty: qtySchema.gt(0) }))
  .min(1)
  .max(50);

/** R31: what is left in opened bottles is written off by who carries them. */
export const writeOffOpened = endpoint({
  method: 'POST',
  path: 'pri/medicineBox/openLoss',
  access: needs('depot:box:reconcile'),
  action: 'openLoss',
  body: z.strictObject({ boxId: idSchema, lines: lots, bizDate: z.iso.date() }),
  data: z.object({ written: z.number() }),
});

/** The carrier brings something back: the keeper is asked to take it in. */
export const offerReturn = endpoint({
  method: 'POST',
  path: 'pri/medicineBox/return',
  access: needs('depot:box:reconcile'),
  action: 'return',
  body: z.strictObject({ boxId: idSchema, lines: lots, remark: z.string().trim().max(200).optional() }),
  data: z.object({ taskId: idSchema }),
});
