import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';
import { crossingSchema } from './price-list.ts';

/** 押品价值: what stood behind a credit line on a day. A day that is past is never written again. */
export const creditValueDay = defineResource({
  module: 'bank',
  name: 'creditValueDay',
  path: 'bank/valueDay',
  screen: '/bank/credit/value',
  permission: 'bank:value',
  actions: { list: 'view', export: 'view' },
  scope: 'parties',
  fields: {
    id: field.id(),
    creditLineId: rowOf(),
    lineNo: field.text({ max: 24, ...derived }),
    clientName: field.text({ max: 80, ...maybe }),
    bankId: rowOf(),
    bankName: field.text({ max: 80, ...maybe }),
    day: field.date(derived),
    heads: field.int(derived),
    bookValue: field.money(derived),
    eligibleValue: field.money(derived),
    unseenHeads: field.int(derived),
    uninsuredHeads: field.int(derived),
    unpricedHeads: field.int(derived),
    balance: field.money(derived),
    interest: field.money(derived),
    ltv: field.decimal({ scale: 2, unit: '%', ...maybe }),
  },
  title: 'lineNo',
  list: {
    columns: [
      'day',
      'lineNo',
      'clientName',
      'bankName',
      'heads',
      'bookValue',
      'eligibleValue',
      'unseenHeads',
      'uninsuredHeads',
      'unpricedHeads',
      'balance',
      'interest',
      'ltv',
    ],
    filters: ['creditLineId', 'bankId', 'day', 'ltv', 'eligibleValue'],
    sorts: ['day', 'ltv', 'balance', 'eligibleValue', 'bookValue'],
    sort: '-day',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type CreditValueDay = RowOf<typeof creditValueDay>;

const view = needs('bank:value:view');
const ratio = z.number().nullable();
const bounds = z.object({ maxLtv: z.number(), warnLtv: z.number(), callLtv: z.number(), stopLtv: z.number() });

/** A line's value day by day, with the three lines of its product. */
export const creditValue = endpoint({
  method: 'GET',
  path: 'bank/credit/:id/value',
  access: needs('bank:value:view', 'bank:credit:view'),
  params: z.object({ id: idSchema }),
  query: z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }),
  data: bounds.extend({
    days: z.array(
      z.object({
        day: z.string(),
        heads: z.number(),
        bookCents: z.number(),
        eligibleCents: z.number(),
        balanceCents: z.number(),
        ltv: ratio,
      }),
    ),
  }),
});

const step = z.object({ name: z.string(), how: z.string(), cents: z.number() });
/** Moonshot and acceptance 9: why one head counted for so much on one day. */
export const explainValue = endpoint({
  method: 'GET',
  path: 'bank/value/explain',
  access: needs('bank:value:view', 'bank:animal:list'),
  query: z.object({ animalId: idSchema, day: z.iso.date().optional() }),
  data: z.object({
    animalId: idSchema,
    creditLineId: idSchema,
    day: z.string(),
    /** False where the night has not valued it yet. */
    isStored: z.boolean(),
    since: z.string(),
    priceListId: idSchema.nullable(),
    priceList: z.string().nullable(),
    validFrom: z.string().nullable(),
    line: z
      .object({
        id: idSchema,
        species: z.string(),
        breeds: z.array(z.string()),
        stage: z.string(),
        sex: z.string().nullable(),
        ageFrom: z.number().nullable(),
        ageTo: z.number().nullable(),
        unit: z.string(),
        priceCents: z.number(),
      })
      .nullable(),
    adjustPct: z.number(),
    weightKg: ratio,
    weightFrom: z.enum(['weighed', 'standard']).nullable(),
    cuts: z.array(z.object({ code: z.string(), pct: z.number() })),
    cutPct: z.number(),
    valueCents: z.number(),
    eligibleCents: z.number(),
    steps: z.array(step),
  }),
});

const daySums = z.object({
  heads: z.number(),
  bookCents: z.number(),
  eligibleCents: z.number(),
  unseenHeads: z.number(),
  uninsuredHeads: z.number(),
  ltv: ratio,
});
export type DaySums = z.infer<typeof daySums>;
/** A past day once more, from the prices, weights and cuts that were stored: compared, never stored. */
export const recomputeValue = endpoint({
  method: 'POST',
  path: 'bank/value/recompute',
  access: view,
  body: z.strictObject({ creditLineId: idSchema, day: z.iso.date() }),
  data: z.object({
    stored: daySums,
    recomputed: daySums,
    equal: z.boolean(),
    /** Animals whose own value differs. */
    differing: z.array(z.object({ animalId: idSchema, storedCents: z.number(), recomputedCents: z.number() })),
  }),
});

const pct = z.number().min(-90).max(200);
/** The whole book under other prices: which lines would cross; nothing is stored. */
export const whatIfValue = endpoint({
  method: 'POST',
  path: 'bank/value/whatIf',
  access: view,
  body: z.strictObject({
    bankId: idSchema.optional(),
    productId: idSchema.optional(),
    /** For all stages, or for those named. */
    pricePct: z.union([pct, z.record(z.string().max(20), pct)]),
  }),
  data: z.object({
    lines: z.number(),
    eligibleBefore: z.number(),
    eligibleAfter: z.number(),
    bands: z.object({ within: z.number(), warn: z.number(), call: z.number(), stop: z.number() }),
    crossing: z.array(crossingSchema),
  }),
});

export const boardGroups = ['line', 'client', 'bank', 'region', 'product'] as const;
const boardSums = z.object({
  lines: z.number(),
  heads: z.number(),
  bookCents: z.number(),
  eligibleCents: z.number(),
  balanceCents: z.number(),
});
const boardRow = boardSums.extend({
  key: z.number(),
  name: z.string(),
  ltv: ratio,
  /** Against the last day of the month before; null where there was none. */
  ltvBefore: ratio,
  hadBefore: z.boolean(),
});
export type BoardRow = z.infer<typeof boardRow>;
/** The loan-to-value board: the newest day of every line, by what one asks for. */
export const valueBoard = endpoint({
  method: 'GET',
  path: 'bank/value/board',
  access: view,
  query: z.object({
    by: z.enum(boardGroups).default('line'),
    bankId: z.coerce.number().int().positive().optional(),
    productId: z.coerce.number().int().positive().optional(),
  }),
  data: z.object({
    day: z.string().nullable(),
    /** Of all rows, where there are more than are told. */
    total: boardSums,
    rows: z.array(boardRow),
    stages: z.array(z.object({ stage: z.string(), eligibleCents: z.number() })),
    bands: z.array(
      z.object({ day: z.string(), within: z.number(), warn: z.number(), call: z.number(), stop: z.number() }),
    ),
  }),
});

const head = z.object({
  animalId: idSchema,
  earTag: z.string(),
  stage: z.string(),
  priceCents: z.number().nullable(),
  unit: z.string().nullable(),
  adjustPct: z.number(),
  weightKg: ratio,
  weightFrom: z.string().nullable(),
  valueCents: z.number(),
  cuts: z.array(z.string()),
  cutPct: z.number(),
  eligibleCents: z.number(),
});
export type ValueHead = z.infer<typeof head>;
/** The heads behind one line on a day: they add up to its row. */
export const valueHeads = endpoint({
  method: 'GET',
  path: 'bank/value/heads',
  access: view,
  query: z.object({ creditLineId: z.coerce.number().int().positive(), day: z.iso.date().optional() }),
  data: z.object({ day: z.string().nullable(), heads: z.array(head) }),
});
