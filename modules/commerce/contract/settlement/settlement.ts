import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
const states = ['draft', 'confirmed', 'disputed', 'approved', 'paid', 'closed'] as const;

/** The two sides once each, by their names. */
const shown = [
  'kind',
  'period',
  'supplier',
  'payer',
  'orderCount',
  'net',
  'carriedIn',
  'carriedOver',
  'total',
  'paidOn',
  'invoiceFiles',
  'voucherFile',
  'disputeText',
  'createdAt',
] as const;

const fields = {
  id: field.id(),
  docNo: field.text({ max: 24, ...derived }),
  kind: field.dict('settlement_kind', derived),
  supplierId: field.ref('registry.principal', derived),
  payerId: field.ref('registry.principal', derived),
  supplier: field.text({ max: 80, ...maybe }),
  payer: field.text({ max: 80, ...maybe }),
  period: field.text({ max: 7, ...derived }),
  orderCount: field.int(derived),
  net: field.money(derived),
  carriedIn: field.money(derived),
  carriedOver: field.money(derived),
  total: field.money(derived),
  invoiceFiles: field.files({ ...maybe }),
  voucherFile: field.files({ ...maybe }),
  paidOn: field.date(maybe),
  disputeText: field.text({ max: 500, ...maybe }),
  status: field.state('settlement_status', ...states),
  ...stamps,
} as const;

/** 结算管理: what the payer owes suppliers for a month. */
export const settlement = defineResource({
  module: 'commerce',
  name: 'settlement',
  path: 'selectionLib/settlement',
  screen: '/selectionLib/settlement',
  permission: 'settlement:bill',
  actions: { export: 'list' },
  scope: 'parties',
  fields: {
    ...fields,
    lines: field.lines({
      fields: {
        orderNo: field.text({ max: 24, ...maybe }),
        doneOn: field.date(maybe),
        buyer: field.text({ max: 80, ...maybe }),
        goods: field.money(maybe),
        freight: field.money(maybe),
        subsidy: field.money(maybe),
        refund: field.money(maybe),
        net: field.money(maybe),
        disputedReason: field.text({ max: 200, ...maybe }),
      },
      totals: { goods: null, freight: null, subsidy: null, refund: null, net: null },
      signatures: ['maker', 'supplier', 'payer'],
      min: 0,
    }),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'kind',
      'supplier',
      'payer',
      'period',
      'orderCount',
      'carriedIn',
      'total',
      'status',
      'createdAt',
    ],
    filters: ['status', 'kind', 'period', 'supplierId'],
    search: ['docNo'],
    sorts: ['period', 'total'],
  },
  form: [],
  detail: shown,
  operations: ['list', 'detail', 'export'],
  transitions: {
    approve: { from: ['confirmed'], to: 'approved' },
    pay: {
      from: ['approved'],
      to: 'paid',
      form: { paidOn: field.date(), voucherFile: field.files({ max: 9 }) },
    },
    redraw: { from: ['disputed'], to: 'draft', permission: 'make' },
    /** The same of a bill that a buyer pays by the month. */
    redrawOwn: { from: ['disputed'], to: 'draft', permission: 'approve' },
  },
});
export type Settlement = RowOf<typeof settlement>;

/** 结算对账: the same as the supplier sees it. */
export const supplierSettlement = defineResource({
  module: 'commerce',
  name: 'supplierSettlement',
  path: 'suppliers/settlement',
  screen: '/suppliers/settlement',
  permission: 'supplier:settlement',
  actions: { export: 'list' },
  scope: 'parties',
  fields,
  title: 'docNo',
  list: {
    columns: ['docNo', 'kind', 'period', 'payer', 'orderCount', 'carriedIn', 'total', 'paidOn', 'status'],
    filters: ['status', 'kind', 'period'],
    search: ['docNo'],
    sorts: ['period', 'total'],
  },
  form: [],
  detail: shown,
  operations: ['list', 'detail', 'export'],
  transitions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      form: { invoiceFiles: field.files({ max: 9 }) },
    },
    dispute: {
      from: ['draft', 'confirmed'],
      to: 'disputed',
      permission: 'confirm',
      form: { disputeText: field.longText({ max: 500 }) },
      danger: true,
    },
    receive: { from: ['paid'], to: 'closed', permission: 'confirm' },
  },
});
export type SupplierSettlement = RowOf<typeof supplierSettlement>;

/** The lines of a settlement, for both sides. */
export const settlementLines = endpoint({
  method: 'GET',
  path: 'suppliers/settlement/lines',
  access: needs('supplier:settlement:list', 'settlement:bill:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      id: idSchema,
      orderId: idSchema,
      orderNo: z.string(),
      buyer: z.string(),
      doneOn: z.string(),
      goods: z.number(),
      freight: z.number(),
      subsidy: z.number(),
      refund: z.number(),
      net: z.number(),
      disputedReason: z.string().nullable(),
    }),
  ),
});

/** R25, R26: what is completed and not settled yet; once more it makes nothing. */
export const makeSettlements = endpoint({
  method: 'POST',
  path: 'selectionLib/settlement/make',
  access: needs('settlement:bill:make'),
  body: z.strictObject({
    kind: z.enum(['subsidy', 'monthly']),
    period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
    supplierId: idSchema.nullish(),
  }),
  data: z.object({ made: z.array(z.string()) }),
  action: 'add',
});

/** A reason for single lines; the bill goes back to be drawn anew. */
export const disputeLines = endpoint({
  method: 'POST',
  path: 'suppliers/settlement/disputeLines',
  access: needs('supplier:settlement:confirm'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    lines: z
      .array(z.strictObject({ id: idSchema, reason: z.string().trim().min(1).max(200) }))
      .min(1)
      .max(200),
  }),
  data: z.object({ status: z.string() }),
  action: 'edit',
});
