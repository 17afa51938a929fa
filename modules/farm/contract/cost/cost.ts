import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';
import { ownFarm } from '../sale/customer.ts';

const maybe = { derived: true, optional: true } as const;

/** 费用: what a farm pays besides feed, drugs and animals. */
export const farmExpense = defineResource({
  module: 'farm',
  name: 'farmExpense',
  path: 'anm/expense',
  screen: '/anm/report/expense',
  permission: 'anm:expense',
  actions: { add: 'edit', remove: 'edit', export: 'list', import: 'edit' },
  scope: 'parties',
  fields: {
    id: field.id(),
    principalId: ownFarm(),
    onDate: field.date(),
    kind: field.dict('expense_kind'),
    amount: field.money({ min: 1, max: 9_999_999_999 }),
    scope: field.dict('farm_expense_scope'),
    hovelId: field.ref('registry.hovel', { optional: true, needed: { by: 'scope', in: ['hovel'] } }),
    text: field.text({ max: 200, optional: true }),
    proof: field.files({ optional: true, max: 5, accept: 'image/*,.pdf' }),
    createdByName: field.text({ max: 60, ...maybe }),
    createdAt: stamps.createdAt,
  },
  title: 'text',
  list: {
    columns: ['onDate', 'kind', 'amount', 'scope', 'hovelId', 'text', 'proof', 'createdByName'],
    filters: ['kind', 'onDate', 'scope', 'hovelId', 'principalId', 'amount'],
    search: ['text'],
    sorts: ['onDate', 'amount'],
    sort: '-onDate',
  },
  form: ['principalId', 'onDate', 'kind', 'amount', 'scope', 'hovelId', 'text', 'proof'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
});
/** What the list's filter comes to, by kind and month. */
export const expenseSums = endpoint({
  method: 'GET',
  path: 'anm/expense/sums',
  access: needs('anm:expense:list'),
  query: z.strictObject({
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    principalId: z.coerce.number().int().positive().optional(),
  }),
  data: z.object({
    total: z.number(),
    byKind: z.array(z.object({ kind: z.string(), cents: z.number() })),
    byMonth: z.array(z.object({ month: z.string(), cents: z.number() })),
  }),
});

const costRow = z.object({
  kind: z.enum(['entry', 'feed', 'drug', 'expense']),
  month: z.string(),
  cents: z.number(),
  /** Days of the month that count. */
  days: z.number(),
});
export type CostRow = z.output<typeof costRow>;
const outlook = z.object({
  days: z.number(),
  kg: z.number(),
  cost: z.number(),
  breakEven: z.number(),
  margin: z.number().nullable(),
});
export type Outlook = z.output<typeof outlook>;

/** One animal's money: what it cost so far, at which price it breaks even, whether waiting pays. */
export const animalCost = endpoint({
  method: 'GET',
  path: 'anm/animal/cost',
  access: needs('anm:money:view'),
  query: z.strictObject({ animalId: z.coerce.number().int().positive() }),
  data: z.object({
    animalId: idSchema,
    earTag: z.string(),
    since: z.string(),
    rows: z.array(costRow),
    total: z.number(),
    kg: z.number().nullable(),
    weightOn: z.string().nullable(),
    /** Of the last two weighings two weeks to half a year apart; without them empty, never nought. */
    adgGrams: z.number().nullable(),
    /** Cents a kilogram that has to be paid for nothing to be lost. */
    breakEven: z.number().nullable(),
    price: z.object({ cents: z.number(), on: z.string(), product: z.string() }).nullable(),
    margin: z.number().nullable(),
    /** Of the last thirty days with records. */
    dayCost: z.number().nullable(),
    dayGainValue: z.number().nullable(),
    verdict: z.enum(['wait', 'sell', 'even', 'unknown']),
    outlook: z.array(outlook),
  }),
});

const line = z.object({
  key: z.string(),
  name: z.string(),
  head: z.number(),
  headDays: z.number(),
  feed: z.number(),
  drug: z.number(),
  expense: z.number(),
  dmKg: z.number(),
  gainKg: z.number(),
  weighed: z.number(),
});
export type CostLine = z.output<typeof line>;
/** The farm's costs of a period: every figure is the sum of rows that open. */
export const costReport = endpoint({
  method: 'GET',
  path: 'anm/report/cost',
  access: needs('anm:report:cost'),
  query: z.strictObject({
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    by: z.enum(['month', 'pen']).default('month'),
    principalId: z.coerce.number().int().positive().optional(),
  }),
  data: z.object({
    principalId: idSchema,
    farmName: z.string(),
    from: z.string(),
    to: z.string(),
    by: z.string(),
    rows: z.array(line),
    total: line,
    /** Share of the head that was weighed in the period; below 60 the figures of gain are marked. */
    weighedPct: z.number().nullable(),
    costGain: z.number().nullable(),
    fcr: z.number().nullable(),
    headDayCost: z.number().nullable(),
    costKg: z.number().nullable(),
    price: z.object({ cents: z.number(), on: z.string() }).nullable(),
    cashIn: z.number(),
    cashOut: z.number(),
    sold: z.array(
      z.object({
        docNo: z.string(),
        path: z.string(),
        on: z.string(),
        customer: z.string(),
        head: z.number(),
        kg: z.number(),
        amount: z.number(),
        cost: z.number().nullable(),
      }),
    ),
    months: z.array(
      z.object({ month: z.string(), isClosed: z.boolean(), by: z.string().nullable(), reason: z.string().nullable() }),
    ),
  }),
});
/** The rows behind a figure of the report. */
export const costRows = endpoint({
  method: 'GET',
  path: 'anm/report/cost/rows',
  access: needs('anm:report:cost'),
  query: z.strictObject({
    kind: z.enum(['feed', 'drug', 'expense', 'gain', 'costKg']),
    from: z.iso.date(),
    to: z.iso.date(),
    penId: z.coerce.number().int().nonnegative().optional(),
    principalId: z.coerce.number().int().positive().optional(),
  }),
  data: z.object({
    sum: z.number(),
    rows: z.array(
      z.object({
        on: z.string(),
        what: z.string(),
        detail: z.string(),
        value: z.number(),
        path: z.string().nullable(),
      }),
    ),
  }),
});
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
export const closeMonth = endpoint({
  method: 'POST',
  path: 'anm/month/close',
  access: needs('anm:month:close'),
  action: 'close',
  body: z.strictObject({ month, principalId: idSchema.optional() }),
  data: z.object({ month: z.string() }),
});
export const reopenMonth = endpoint({
  method: 'POST',
  path: 'anm/month/reopen',
  access: needs('anm:month:close'),
  action: 'reopen',
  body: z.strictObject({ month, principalId: idSchema.optional(), reason: z.string().trim().min(2).max(500) }),
  data: z.object({ month: z.string() }),
});
