import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

/** 缴费单: what a holder owes for its part of the premium. */
export const insOrder = defineResource({
  module: 'insurance',
  name: 'insOrder',
  path: 'insuranceMgt/order',
  screen: '/insuranceMgt/orderManage',
  permission: 'ins:order',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    kind: field.dict('ins_order_kind', derived),
    enrolmentId: field.ref('insurance.insEnrolment', derived),
    partyId: rowOf(),
    holderName: field.text({ max: 80, ...derived }),
    regionCode: field.region(derived),
    head: field.int(derived),
    amount: field.money(derived),
    dueOn: field.date(derived),
    isOverdue: field.bool(derived),
    payMode: field.dict('ins_order_pay_mode', maybe),
    payerName: field.text({ max: 60, ...maybe }),
    payerTail: field.text({ max: 8, ...maybe }),
    bankSerial: field.text({ max: 60, ...maybe }),
    paidAt: field.dateTime(maybe),
    voucher: field.files(maybe),
    invoiceNo: field.text({ max: 40, ...maybe }),
    flags: field.dicts('ins_order_flags', derived),
    refundAmount: field.money(maybe),
    refundReason: field.text({ max: 300, ...maybe }),
    status: field.state('ins_order_status', 'unpaid', 'paid', 'confirmed', 'refunding', 'refunded', 'cancelled'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'enrolmentId',
      'holderName',
      'regionCode',
      'head',
      'amount',
      'dueOn',
      'payMode',
      'payerName',
      'paidAt',
      'bankSerial',
      'flags',
      'status',
    ],
    filters: ['docNo', 'holderName', 'enrolmentId', 'status', 'isOverdue', 'flags', 'kind', 'dueOn', 'regionCode'],
    search: ['docNo', 'holderName'],
    sorts: ['docNo', 'dueOn', 'amount', 'paidAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    pay: {
      from: ['unpaid'],
      to: 'paid',
      permission: 'edit',
      form: {
        payMode: field.dict('ins_order_pay_mode'),
        paidOn: field.date(),
        payer: field.text({ max: 60 }),
        tail: field.text({ max: 8, optional: true }),
        serial: field.text({ max: 60, optional: true }),
        voucher: field.files({ optional: true, max: 5 }),
      },
    },
    confirm: { from: ['paid'], to: 'confirmed' },
    refund: { from: ['paid', 'confirmed'], to: 'refunding', remark: true, danger: true },
    settleRefund: { from: ['refunding'], to: 'refunded', permission: 'refund' },
    cancel: { from: ['unpaid'], to: 'cancelled', permission: 'edit', remark: true, danger: true },
  },
});
export type InsOrder = RowOf<typeof insOrder>;

const row = z.strictObject({
  serial: z.string().trim().min(1).max(60),
  amountCents: z.int().min(1).max(99_999_999_999),
  name: z.string().trim().min(1).max(60),
  on: z.iso.date(),
});
/**
 * A file of the bank against the open orders: by amount and name, each serial once. A collective transfer of the organiser
 * is taken as a list that adds up to the cent.
 */
export const matchOrders = endpoint({
  method: 'POST',
  path: 'insuranceMgt/order/match',
  access: needs('ins:order:edit'),
  body: z.strictObject({
    enrolmentId: idSchema.nullish(),
    rows: z.array(row).min(1).max(5_000),
    commit: z.boolean().default(false),
  }),
  data: z.object({
    matched: z.number(),
    matchedCents: z.number(),
    unmatched: z.array(z.object({ serial: z.string(), name: z.string(), amountCents: z.number() })),
    ambiguous: z.array(z.object({ serial: z.string(), name: z.string(), orders: z.array(z.string()) })),
    known: z.array(z.string()),
  }),
  action: 'edit',
});
