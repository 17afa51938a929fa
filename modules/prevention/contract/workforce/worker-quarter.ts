import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 季度考核: five scores, a grade, and what the quarter's work is worth. */
export const workerQuarter = defineResource({
  module: 'prevention',
  name: 'workerQuarter',
  path: 'ant/workerQuarter',
  screen: '/ant/person/epidemicQuarter',
  permission: 'ant:work',
  actions: { list: 'quarter', export: 'quarter' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    staffId: field.int({ derived: true }),
    workerName: field.text({ max: 40, derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    year: field.int({ derived: true, min: 2000, max: 2999 }),
    quarter: field.dict('quarter', { derived: true }),
    scoreCoverage: field.decimal({ scale: 1, derived: true }),
    scoreQuality: field.decimal({ scale: 1, derived: true }),
    scoreTimely: field.decimal({ scale: 1, derived: true }),
    scoreRecords: field.decimal({ scale: 1, derived: true }),
    scoreOther: field.decimal({ scale: 1, min: 0, max: 10 }),
    otherReason: field.text({ max: 200, optional: true }),
    total: field.decimal({ scale: 1, derived: true }),
    grade: field.dict('worker_quarter_grade', { derived: true }),
    heads: field.int({ derived: true }),
    payTotal: field.decimal({ scale: 2, derived: true, optional: true }),
    appeal: field.longText({ max: 500, optional: true }),
    countyRemark: field.longText({ max: 500, optional: true }),
    computedAt: field.dateTime({ derived: true }),
    publicFrom: field.date({ optional: true }),
    publicTo: field.date({ derived: true, optional: true }),
    paidOn: field.date({ optional: true }),
    voucherNo: field.text({ max: 40, derived: true, optional: true }),
    mine: field.bool({ derived: true }),
    status: field.state('worker_quarter_status', 'computed', 'scored', 'confirmed', 'publicised', 'paid'),
  },
  title: 'workerName',
  list: {
    columns: [
      'workerName',
      'year',
      'quarter',
      'total',
      'grade',
      'scoreCoverage',
      'scoreQuality',
      'scoreTimely',
      'scoreRecords',
      'scoreOther',
      'heads',
      'payTotal',
      'status',
      'regionCode',
      'principalId',
      'publicTo',
      'paidOn',
    ],
    filters: ['year', 'quarter', 'grade', 'status', 'regionCode', 'mine'],
    search: ['workerName'],
    sorts: ['total', 'year', 'computedAt'],
    sort: '-computedAt',
  },
  form: [],
  detail: [
    'principalId',
    'regionCode',
    'year',
    'quarter',
    'total',
    'grade',
    'otherReason',
    'appeal',
    'countyRemark',
    'computedAt',
    'publicFrom',
    'publicTo',
    'paidOn',
    'voucherNo',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    score: {
      from: ['computed'],
      to: 'scored',
      form: { scoreOther: field.decimal({ scale: 1, min: 0, max: 10 }), otherReason: field.text({ max: 200 }) },
    },
    /** The worker does not agree: back to the township, with their words. */
    appeal: {
      from: ['scored'],
      to: 'computed',
      permission: 'quarter',
      form: { appeal: field.longText({ max: 500 }) },
    },
    confirm: {
      from: ['scored'],
      to: 'confirmed',
      form: { countyRemark: field.longText({ max: 500, optional: true }) },
    },
    return: { from: ['scored'], to: 'computed', permission: 'confirm', remark: true, danger: true },
    publicise: {
      from: ['confirmed'],
      to: 'publicised',
      permission: 'confirm',
      form: { publicFrom: field.date() },
    },
    pay: {
      from: ['publicised'],
      to: 'paid',
      form: { paidOn: field.date(), voucher: field.text({ max: 40 }) },
    },
  },
});
export type WorkerQuarter = RowOf<typeof workerQuarter>;

/** Computes a quarter for every worker of a place; what was scored or confirmed already stays. */
export const computeQuarter = endpoint({
  method: 'POST',
  path: 'ant/workerQuarter/compute',
  access: needs('ant:work:score', 'ant:work:confirm'),
  action: 'compute',
  body: z.strictObject({
    year: z.int().min(2000).max(2999),
    quarter: z.int().min(1).max(4),
    regionCode: z.int().optional(),
  }),
  data: z.object({ jobId: idSchema }),
});

const payLine = z.object({
  what: z.string(),
  species: z.string().nullable(),
  n: z.number(),
  rateCents: z.int(),
  cents: z.int(),
});
const count = z.int();

/** How a row was computed: the numbers behind each score, the rows to open, and the pay line by line. */
export const quarterBasis = endpoint({
  method: 'GET',
  path: 'ant/workerQuarter/basis',
  access: needs('ant:work:quarter'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    id: idSchema,
    staffId: idSchema,
    workerName: z.string(),
    from: z.string(),
    to: z.string(),
    basis: z.object({
      due: count,
      done: count,
      visits: count,
      bad: count,
      timely: count,
      full: count,
      samples: count,
      qualified: count,
    }),
    /** Null: the make-up plan of the months stood for it. */
    seasonId: idSchema.nullable(),
    seasonName: z.string().nullable(),
    villages: z.array(z.object({ code: z.number(), name: z.string(), due: count, done: count })),
    pay: z.array(payLine),
    payTotalCents: z.int(),
    leftOut: count,
  }),
});
export type QuarterBasis = z.output<typeof quarterBasis.data>;

export const quarterRowKinds = ['due', 'bad', 'late', 'bare', 'samples'] as const;
const basisRow = z.object({
  id: z.number(),
  docNo: z.string().nullable(),
  day: z.string().nullable(),
  holderName: z.string().nullable(),
  villageName: z.string(),
  due: count.nullable(),
  done: count.nullable(),
  words: z.string().nullable(),
});
export type QuarterRow = z.output<typeof basisRow>;

/** The rows a score lost its points by, at most two hundred. */
export const quarterRows = endpoint({
  method: 'GET',
  path: 'ant/workerQuarter/rows',
  access: needs('ant:work:quarter'),
  query: z.strictObject({ id: z.coerce.number().int().positive(), kind: z.enum(quarterRowKinds) }),
  data: z.array(basisRow),
});

/** How a quarter stands in the caller's area: by grade and state, and what it costs. */
export const quarterTotals = endpoint({
  method: 'GET',
  path: 'ant/workerQuarter/totals',
  access: needs('ant:work:quarter'),
  query: z.strictObject({
    year: z.coerce.number().int().optional(),
    quarter: z.coerce.number().int().optional(),
    regionCode: z.coerce.number().int().optional(),
  }),
  data: z.object({
    workers: z.int(),
    grades: z.array(z.object({ grade: z.string(), n: z.int() })),
    states: z.array(z.object({ status: z.string(), n: z.int() })),
    payCents: z.int(),
    paidCents: z.int(),
  }),
});

export const resources = [workerQuarter];
export const endpoints = [computeQuarter, quarterBasis, quarterRows, quarterTotals];
