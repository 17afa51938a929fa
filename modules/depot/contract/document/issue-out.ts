import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { commonFields } from './stock-doc.ts';

/** 发放单: goods for another store or for somebody's box; they are on the way until the receiver says they came. */
export const issueOut = defineResource({
  module: 'depot',
  name: 'issueOut',
  path: 'pri/depot/suppliesOut',
  screen: '/pri/depot/suppliesOut',
  permission: 'depot',
  actions: { list: 'issue:list', export: 'issue:list' },
  scope: 'jurisdiction',
  fields: {
    ...commonFields,
    reason: field.dict('stock_reason', { derived: true }),
    toDepotId: field.ref('depot.depot', { derived: true, optional: true }),
    toDepotName: field.text({ max: 60, derived: true, optional: true }),
    requisitionId: field.ref('depot.requisition', { derived: true, optional: true }),
    requisitionNo: field.text({ max: 24, derived: true, optional: true }),
    purpose: field.dict('req_purpose', { derived: true, optional: true }),
    carrier: field.text({ max: 60, derived: true, optional: true }),
    temperature: field.decimal({ scale: 1, unit: '°C', derived: true, optional: true }),
    dispatchedAt: field.dateTime({ derived: true, optional: true }),
    receivedAt: field.dateTime({ derived: true, optional: true }),
    receivedByName: field.text({ max: 60, derived: true, optional: true }),
    receivedHow: field.dict('receipt_way', { derived: true, optional: true }),
    shortQty: field.decimal({ scale: 3, derived: true }),
    isShort: field.bool({ derived: true }),
    keptTo: field.bool({ derived: true }),
    status: field.state(
      'stock_doc_status',
      'draft',
      'picked',
      'dispatched',
      'received',
      'refused',
      'returned',
      'cancelled',
      'reversed',
    ),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'bizDate',
      'depotName',
      'toDepotName',
      'materialNames',
      'totalQtyText',
      'requisitionNo',
      'dispatchedAt',
      'receivedAt',
      'shortQty',
    ],
    filters: [
      'docNo',
      'depotId',
      'toDepotId',
      'requisitionId',
      'reason',
      'materialKind',
      'materialNames',
      'lotNos',
      'bizDate',
      'isShort',
      'status',
      'regionCode',
    ],
    search: ['docNo', 'toDepotName', 'materialNames', 'lotNos', 'requisitionNo'],
    sorts: ['docNo', 'bizDate', 'createdAt'],
    sort: '-bizDate',
  },
  form: [],
  detail: [
    'docNo',
    'bizDate',
    'reason',
    'depotName',
    'toDepotName',
    'requisitionNo',
    'purpose',
    'carrier',
    'temperature',
    'dispatchedAt',
    'receivedAt',
    'receivedByName',
    'receivedHow',
    'shortQty',
    'totalQtyText',
    'createdByName',
    'remark',
  ],
  operations: ['list', 'detail', 'export'],
  editableIn: ['draft'],
  transitions: {
    pick: { from: ['draft'], to: 'picked', permission: 'issue:edit' },
    dispatch: {
      from: ['picked'],
      to: 'dispatched',
      permission: 'issue:edit',
      form: {
        carrier: field.text({ max: 60 }),
        temperature: field.decimal({ scale: 1, min: -200, max: 60, unit: '°C', optional: true }),
      },
    },
    receive: {
      from: ['dispatched'],
      to: 'received',
      permission: 'issue:receive',
      form: { received: field.json({ optional: true }) },
    },
    refuse: { from: ['dispatched'], to: 'refused', permission: 'issue:receive', remark: true, danger: true },
    takeBack: { from: ['refused'], to: 'returned', permission: 'issue:edit' },
    unpick: { from: ['picked'], to: 'draft', permission: 'issue:edit' },
    cancel: { from: ['draft', 'picked'], to: 'cancelled', permission: 'issue:edit', danger: true },
    reverse: { from: ['received'], to: 'reversed', permission: 'doc:reverse', remark: true, danger: true },
  },
});
export type IssueOut = RowOf<typeof issueOut>;

/** R13: whoever may says why another lot goes than the one that runs out first. */
export const overrideLot = endpoint({
  method: 'POST',
  path: 'pri/depot/suppliesOut/override',
  access: needs('depot:issue:override'),
  action: 'override',
  body: z.strictObject({ id: idSchema, version: versionSchema, reason: z.string().trim().min(2).max(200) }),
  data: z.object({ version: versionSchema }),
});

/** R14: what did not arrive comes back to the giver, or is written off as lost on the way. */
export const settleShort = endpoint({
  method: 'POST',
  path: 'pri/depot/suppliesOut/settleShort',
  access: needs('depot:issue:edit', 'depot:out:approve'),
  action: 'settleShort',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    way: z.enum(['back', 'loss']),
    reason: z.string().trim().min(2).max(200),
  }),
  data: z.object({ version: versionSchema, shortQty: z.number() }),
});

/** The receiver's code, shown on the receiver's own phone for five minutes. */
export const handOverCode = endpoint({
  method: 'GET',
  path: 'pri/depot/suppliesOut/handOverCode',
  access: needs('depot:issue:receive'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({ code: z.string(), seconds: z.number() }),
});

/** Who may take it over: the keepers of the store it goes to, or whoever carries the box; also those without an account. */
export const handOverPeople = endpoint({
  method: 'GET',
  path: 'pri/depot/suppliesOut/handOverPeople',
  access: needs('depot:issue:edit'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.array(z.object({ staffId: idSchema, name: z.string(), hasAccount: z.boolean() })),
});

/**
 * 发放并签收: picked, dispatched and received in one step, the receiver standing at the counter. They say the code of their own
 * phone, or sign: on this screen, or on paper of which a photo is kept.
 */
export const handOver = endpoint({
  method: 'POST',
  path: 'pri/depot/suppliesOut/handOver',
  access: needs('depot:issue:edit'),
  action: 'handOver',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    receiverCode: z.string().trim().min(4).max(12).nullish(),
    signatureFile: idSchema.nullish(),
    /** The file is a photo of the signed paper. */
    isPaper: z.boolean().default(false),
    /** Who signs; not needed where only one may. */
    receiverStaffId: idSchema.nullish(),
    temperature: z.number().min(-200).max(60).nullish(),
  }),
  data: z.object({ status: z.string(), version: versionSchema }),
});

/** What goes out of a list, by receiver and unit. */
export const issueTotals = endpoint({
  method: 'GET',
  path: 'pri/depot/suppliesOut/totals',
  access: needs('depot:issue:list'),
  query: z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
  data: z.array(z.object({ toDepotName: z.string(), baseUnit: z.string(), qty: z.number() })),
});
