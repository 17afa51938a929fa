import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const states = [
  'applied',
  'agreed',
  'refused',
  'escalated',
  'decided',
  'returning',
  'returned',
  'finished',
  'withdrawn',
] as const;

const fields = {
  id: field.id(),
  docNo: field.text({ max: 24, ...derived }),
  orderId: field.ref('commerce.tradeOrder', derived),
  orderNo: field.text({ max: 24, ...maybe }),
  principalId: field.ref('registry.principal', derived),
  supplierId: field.ref('registry.principal', derived),
  buyer: field.text({ max: 80, ...maybe }),
  supplier: field.text({ max: 80, ...maybe }),
  regionCode: field.region(derived),
  kind: field.dict('after_sale_kind', derived),
  reason: field.dict('after_sale_reason', derived),
  summary: field.text({ max: 200, ...derived }),
  note: field.text({ max: 300, ...maybe }),
  photos: field.files({ ...maybe }),
  /** For the two sides, and for who arbitrates once it was brought before them. */
  askAmount: field.money(maybe),
  agreedAmount: field.money(maybe),
  freightBy: field.dict('after_sale_freight_by', maybe),
  returnWaybill: field.text({ max: 40, ...maybe }),
  refundProof: field.files({ ...maybe }),
  decision: field.text({ max: 300, ...maybe }),
  stockDocNo: field.text({ max: 24, ...maybe }),
  dueAt: field.dateTime(maybe),
  escalatedAt: field.dateTime(maybe),
  status: field.state('after_sale_status', ...states),
  ...stamps,
} as const;

/** 售后: the buyer's complaints, and those the authority is asked to decide. */
export const afterSale = defineResource({
  module: 'commerce',
  name: 'afterSale',
  path: 'selectionLib/afterSale',
  screen: '/selectionLib/afterSale',
  permission: 'shop:afterSale',
  actions: { list: 'view', export: 'view' },
  scope: 'jurisdiction',
  fields,
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'orderNo',
      'buyer',
      'supplier',
      'kind',
      'reason',
      'summary',
      'askAmount',
      'agreedAmount',
      'dueAt',
      'status',
    ],
    filters: ['status', 'kind', 'reason', 'orderId', 'supplierId', 'regionCode', 'escalatedAt'],
    search: ['docNo', 'summary'],
    sorts: ['dueAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    withdraw: { from: ['applied', 'agreed'], to: 'withdrawn', permission: 'view', danger: true },
    escalate: { from: ['refused'], to: 'escalated', permission: 'view', remark: true },
    sendBack: {
      from: ['agreed', 'decided'],
      to: 'returning',
      permission: 'view',
      form: { returnWaybill: field.text({ max: 40 }) },
    },
    confirmRefund: { from: ['agreed', 'decided', 'returned'], to: 'finished', permission: 'view' },
  },
});
export type AfterSale = RowOf<typeof afterSale>;

const proof = { refundProof: field.files({ max: 9 }) };
/** 售后处理: the same as the supplier sees it. */
export const supplierAfterSale = defineResource({
  module: 'commerce',
  name: 'supplierAfterSale',
  path: 'suppliers/afterSale',
  screen: '/suppliers/afterSale',
  permission: 'supplier:afterSale',
  actions: { list: 'handle', export: 'handle' },
  scope: 'jurisdiction',
  fields,
  title: 'docNo',
  list: {
    columns: ['docNo', 'orderNo', 'buyer', 'kind', 'reason', 'summary', 'askAmount', 'agreedAmount', 'dueAt', 'status'],
    filters: ['status', 'kind', 'reason', 'orderId', 'regionCode'],
    search: ['docNo', 'summary'],
    sorts: ['dueAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    agree: {
      from: ['applied'],
      to: 'agreed',
      permission: 'handle',
      form: { agreedAmount: field.money({ min: 0, optional: true }) },
    },
    refuse: { from: ['applied'], to: 'refused', permission: 'handle', remark: true, danger: true },
    signReturn: { from: ['returning'], to: 'returned', permission: 'handle' },
    /** Where it stands it stays, until the buyer says that the money came. */
    giveProof: { from: ['agreed'], to: 'agreed', permission: 'handle', form: proof },
    giveProofDecided: { from: ['decided'], to: 'decided', permission: 'handle', form: proof },
    giveProofReturned: { from: ['returned'], to: 'returned', permission: 'handle', form: proof },
  },
});
export type SupplierAfterSale = RowOf<typeof supplierAfterSale>;

export const applyAfterSale = endpoint({
  method: 'POST',
  path: 'selectionLib/afterSale/apply',
  access: needs('shop:order:receive'),
  body: z.strictObject({
    orderId: idSchema,
    kind: z.enum(['refundOnly', 'returnRefund', 'exchange', 'reship']),
    reason: z.string().min(1).max(30),
    lines: z
      .array(z.strictObject({ orderLineId: idSchema, qty: z.number().int().min(1).max(1_000_000) }))
      .min(1)
      .max(100)
      .refine((all) => new Set(all.map((one) => one.orderLineId)).size === all.length, { error: 'error.duplicate' }),
    askAmount: z.number().int().min(0).max(99_999_999_999).nullish(),
    note: z.string().trim().max(300).nullish(),
    photos: z.array(idSchema).max(9).default([]),
  }),
  data: z.object({ id: idSchema, docNo: z.string(), askAmount: z.number() }),
  action: 'add',
});

export const decideAfterSale = endpoint({
  method: 'POST',
  path: 'selectionLib/afterSale/decide',
  access: needs('selection:order:arbitrate'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    kind: z.enum(['refundOnly', 'returnRefund', 'exchange', 'reship']),
    amount: z.number().int().min(0).max(99_999_999_999),
    freightBy: z.enum(['buyer', 'supplier']),
    decision: z.string().trim().min(1).max(300),
  }),
  data: z.object({ status: z.string() }),
  action: 'edit',
});
