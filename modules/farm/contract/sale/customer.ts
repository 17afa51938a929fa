import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** The farm of a record: the caller's own unless another of theirs is named. */
export const ownFarm = () => field.ref('registry.principal', { optional: true, fixed: true });

/** 客户: who buys from the farm, sells to it or slaughters for it. */
export const customer = defineResource({
  module: 'farm',
  name: 'customer',
  path: 'anm/customer',
  screen: '/anm/customer/info',
  permission: 'anm:customer',
  actions: { add: 'edit', export: 'list', import: 'edit' },
  scope: 'parties',
  fields: {
    id: field.id(),
    principalId: ownFarm(),
    name: field.text({ max: 60 }),
    kind: field.dict('customer_kind'),
    principalRef: field.int({ min: 1, max: Number.MAX_SAFE_INTEGER, optional: true }),
    unitName: field.text({ max: 80, ...maybe }),
    contact: field.text({ max: 40, optional: true }),
    phone: field.pii('phone', { optional: true }),
    regionCode: field.region({ optional: true }),
    creditLimit: field.money({ min: 0, max: 99_999_999_999, optional: true }),
    headSold: field.int(derived),
    amountSold: field.money(derived),
    owed: field.money(derived),
    overLimit: field.bool(derived),
    lastDealOn: field.date(maybe),
    rating: field.int({ min: 1, max: 5, optional: true }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('customer_status', 'active', 'stopped'),
    ...stamps,
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'kind',
      'owed',
      'overLimit',
      'amountSold',
      'headSold',
      'lastDealOn',
      'rating',
      'contact',
      'phone',
      'regionCode',
      'unitName',
      'status',
    ],
    filters: ['kind', 'regionCode', 'status', 'overLimit', 'principalId', 'owed'],
    search: ['name', 'contact'],
    sorts: ['name', 'owed', 'amountSold', 'lastDealOn'],
  },
  form: [
    'principalId',
    'name',
    'kind',
    'principalRef',
    'contact',
    'phone',
    'regionCode',
    'creditLimit',
    'rating',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'export', 'import'],
  transitions: {
    stop: { from: ['active'], to: 'stopped', permission: 'edit', remark: true, danger: true },
    resume: { from: ['stopped'], to: 'active', permission: 'edit' },
  },
});

/** 收付款. */
export const customerPay = defineResource({
  module: 'farm',
  name: 'customerPay',
  path: 'anm/customerPay',
  screen: '/anm/customer/info',
  permission: 'anm:customer',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { ...derived }),
    customerId: field.ref('farm.customer', { ...maybe }),
    orderId: field.ref('farm.saleOrder', { optional: true, fixed: true }),
    batchId: field.ref('farm.slaughterBatch', { optional: true, fixed: true }),
    onDate: field.date(),
    amount: field.money({ min: 1, max: 99_999_999_999 }),
    way: field.dict('customer_pay_way'),
    proof: field.files({ optional: true, max: 3, accept: 'image/*,.pdf' }),
    remark: field.text({ max: 200, optional: true }),
    createdByName: field.text({ max: 60, ...maybe }),
    createdAt: field.dateTime(derived),
  },
  title: 'onDate',
  list: {
    columns: ['onDate', 'customerId', 'amount', 'way', 'orderId', 'batchId', 'remark', 'createdByName'],
    filters: ['customerId', 'orderId', 'batchId', 'way', 'onDate'],
    sorts: ['onDate', 'amount'],
    sort: '-onDate',
  },
  form: ['orderId', 'batchId', 'onDate', 'amount', 'way', 'proof', 'remark'],
  operations: ['list', 'detail', 'add', 'remove', 'export'],
});

/** What is owed to the farm, by how long it has been. */
export const receivables = endpoint({
  method: 'GET',
  path: 'anm/customer/receivables',
  access: needs('anm:customer:list'),
  query: z.strictObject({ principalId: z.coerce.number().int().positive().optional() }),
  data: z.object({
    total: z.number(),
    upTo30: z.number(),
    upTo60: z.number(),
    over60: z.number(),
    customers: z.number(),
  }),
});
/** One customer's deals, payments and price by month. */
export const customerCard = endpoint({
  method: 'GET',
  path: 'anm/customer/card',
  access: needs('anm:customer:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    deals: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        on: z.string(),
        head: z.number(),
        kg: z.number(),
        amount: z.number(),
        paid: z.number(),
        status: z.string(),
      }),
    ),
    payments: z.array(
      z.object({ id: idSchema, on: z.string(), amount: z.number(), way: z.string(), docNo: z.string() }),
    ),
    months: z.array(z.object({ month: z.string(), kgPrice: z.number(), head: z.number() })),
  }),
});
