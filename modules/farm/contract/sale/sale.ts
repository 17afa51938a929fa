import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { ownFarm } from './customer.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
export const kgField = { scale: 2, min: 0.5, max: 2500 } as const;

/** 销售单: animals for a customer, weighed off at the gate. */
export const saleOrder = defineResource({
  module: 'farm',
  name: 'saleOrder',
  path: 'anm/sale',
  screen: '/anm/customer/sale',
  permission: 'anm:sale',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: ownFarm(),
    customerId: field.ref('farm.customer', { where: { status: 'active' } }),
    priceMode: field.dict('sale_order_price_mode'),
    unitPrice: field.money({ min: 1, max: 99_999_999 }),
    purpose: field.dict('move_purpose'),
    deliverOn: field.date(),
    deliveredOn: field.date(maybe),
    quarantineCertNo: field.text({ max: 40, optional: true }),
    lines: field.lines({
      fields: {
        animalId: field.ref('registry.animal'),
        kg: field.decimal({ ...kgField, unit: 'kg', optional: true }),
        amount: field.money(maybe),
        cost: field.money(maybe),
      },
      totals: { kg: null, amount: 'amount' },
      scan: { find: 'animalId' },
      signatures: ['seller', 'buyer'],
    }),
    head: field.int({ ...derived }),
    kg: field.decimal({ scale: 2, unit: 'kg', ...derived }),
    amount: field.money(derived),
    paid: field.money(derived),
    owed: field.money(derived),
    cost: field.money(maybe),
    changeNo: field.text({ max: 24, ...maybe }),
    /** What became of the handover: waits for the buyer, taken, refused. */
    handover: field.dict('sale_handover', maybe),
    cancelReason: field.text({ max: 500, ...maybe }),
    status: field.state('sale_order_status', 'draft', 'confirmed', 'delivered', 'closed', 'cancelled'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'customerId',
      'status',
      'deliverOn',
      'head',
      'kg',
      'unitPrice',
      'amount',
      'owed',
      'handover',
      'changeNo',
      'createdByName',
    ],
    filters: ['customerId', 'status', 'deliverOn', 'purpose', 'principalId', 'owed'],
    search: ['docNo'],
    sorts: ['deliverOn', 'amount', 'owed'],
    sort: '-deliverOn',
  },
  form: ['principalId', 'customerId', 'purpose', 'priceMode', 'unitPrice', 'deliverOn', 'quarantineCertNo', 'lines'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    confirm: { from: ['draft'], to: 'confirmed', permission: 'edit' },
    close: { from: ['delivered'], to: 'closed', permission: 'edit' },
    cancel: { from: ['confirmed', 'delivered'], to: 'cancelled', permission: 'edit', remark: true, danger: true },
  },
});
export type SaleOrderRow = RowOf<typeof saleOrder>;

export const judged = z.object({
  animalId: idSchema,
  earTag: z.string(),
  farmNo: z.string().nullable(),
  species: z.string(),
  kg: z.number().nullable(),
  weightOn: z.string().nullable(),
  penName: z.string().nullable(),
  /** Why it cannot go; null where it can. */
  refusal: z.string().nullable(),
  cost: z.number().nullable(),
  amount: z.number().nullable(),
});
export type Judged = z.output<typeof judged>;

/** Animals found by number, each with whether it may go and what it would bring. */
export const checkSale = endpoint({
  method: 'POST',
  path: 'anm/sale/check',
  access: needs('anm:sale:list'),
  body: z.strictObject({
    principalId: idSchema.optional(),
    animalIds: z.array(idSchema).max(200).default([]),
    tags: z.array(z.string().trim().min(3).max(20)).max(200).default([]),
    purpose: z.string().max(40),
    customerId: idSchema.optional(),
    priceMode: z.enum(['live', 'head']).default('live'),
    unitPrice: z.number().int().positive().max(99_999_999).optional(),
  }),
  data: z.object({ animals: z.array(judged), unknown: z.array(z.string()) }),
});

/** The weigh-off: each animal's weight at the gate, then the animals and the amount go. */
export const deliverSale = endpoint({
  method: 'POST',
  path: 'anm/sale/deliver',
  access: needs('anm:sale:deliver'),
  action: 'deliver',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    deliveredOn: z.iso.date().optional(),
    quarantineCertNo: z.string().trim().max(40).optional(),
    unitPrice: z.number().int().positive().max(99_999_999).optional(),
    /** An animal left out stays on the farm. */
    lines: z
      .array(z.strictObject({ animalId: idSchema, kg: z.number().min(0.5).max(2500).nullish() }))
      .min(1)
      .max(200),
    note: z.string().trim().max(200).optional(),
  }),
  data: z.object({ amount: z.number(), changeNo: z.string(), waits: z.boolean(), version: versionSchema }),
});
