import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { rowOf } from '../record/row-of.ts';
import { subsidyProgramme, subsidyRule } from './programme.ts';

export { type SubsidyProgramme, type SubsidyRule, subsidyProgramme, subsidyRule } from './programme.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 补贴批次. */
export const subsidyBatch = defineResource({
  module: 'breeding',
  name: 'subsidyBatch',
  path: 'ant/breed/subsidy',
  screen: '/ant/breed/subsidy',
  permission: 'breed:subsidy',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    programmeId: field.ref('breeding.subsidyProgramme', derived),
    kind: field.dict('subsidy_kind', derived),
    rules: field.text({ max: 60, ...maybe }),
    regionCode: field.region(derived),
    periodFrom: field.date(derived),
    periodTo: field.date(derived),
    cutAt: field.dateTime(derived),
    lineCount: field.int(derived),
    basisCount: field.int(derived),
    excludedCount: field.int(derived),
    total: field.money(derived),
    shares: field.json(derived) as unknown as Field<{ source: string; cents: number }[]>,
    held: field.int(derived),
    paidPct: field.decimal({ scale: 1, unit: '%', ...maybe }),
    publicFrom: field.date(maybe),
    publicTo: field.date(maybe),
    inputHash: field.text({ max: 64, ...derived }),
    resultHash: field.text({ max: 64, ...derived }),
    payBatchNo: field.text({ max: 40, ...maybe }),
    remark: field.text({ max: 500, ...maybe }),
    status: field.state(
      'subsidy_batch_status',
      'computed',
      'checked',
      'publicised',
      'approved',
      'paying',
      'paid',
      'cancelled',
    ),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'programmeId',
      'total',
      'lineCount',
      'excludedCount',
      'regionCode',
      'periodFrom',
      'periodTo',
      'rules',
      'basisCount',
      'publicTo',
      'paidPct',
      'status',
    ],
    filters: ['docNo', 'programmeId', 'kind', 'periodFrom', 'periodTo', 'status', 'regionCode'],
    search: ['docNo'],
    sorts: ['docNo', 'periodTo', 'total'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    check: { from: ['computed'], to: 'checked' },
    publicise: { from: ['checked'], to: 'publicised', form: { publicFrom: field.date() } },
    approve: { from: ['publicised'], to: 'approved' },
    cancel: {
      from: ['computed', 'checked', 'publicised', 'approved'],
      to: 'cancelled',
      permission: 'approve',
      remark: true,
      danger: true,
    },
  },
});
export type SubsidyBatch = RowOf<typeof subsidyBatch>;

/** 补贴明细: what one payee gets out of one batch. */
export const subsidyLine = defineResource({
  module: 'breeding',
  name: 'subsidyLine',
  path: 'ant/breed/subsidyLine',
  screen: '/ant/breed/subsidyLog',
  permission: 'breed:subsidyLog',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    batchId: rowOf(),
    batchNo: field.text({ max: 24, ...derived }),
    programmeId: field.ref('breeding.subsidyProgramme', derived),
    year: field.int(derived),
    payeeKind: field.dict('subsidy_line_payee_kind', derived),
    payeeId: rowOf(),
    payeeName: field.text({ max: 80, ...derived }),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    accountMask: field.text({ max: 40, ...maybe }),
    count: field.int(derived),
    amount: field.money(derived),
    shares: field.json(derived) as unknown as Field<{ source: string; cents: number }[]>,
    isAdjusted: field.bool(derived),
    holdReason: field.text({ max: 300, ...maybe }),
    batchStatus: field.dict('subsidy_batch_status', derived),
    payStatus: field.dict('subsidy_line_pay_status', derived),
    paidOn: field.date(maybe),
  },
  title: 'payeeName',
  list: {
    columns: [
      'payeeName',
      'regionCode',
      'programmeId',
      'year',
      'count',
      'amount',
      'batchNo',
      'batchStatus',
      'payStatus',
      'paidOn',
      'isAdjusted',
      'accountMask',
    ],
    filters: [
      'payeeName',
      'programmeId',
      'year',
      'payStatus',
      'batchStatus',
      'payeeKind',
      'isAdjusted',
      'batchId',
      'principalId',
      'regionCode',
    ],
    search: ['payeeName', 'batchNo'],
    sorts: ['amount', 'paidOn'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type SubsidyLine = RowOf<typeof subsidyLine>;

const compute = {
  programmeId: idSchema,
  regionCode: z.int(),
  periodFrom: z.iso.date(),
  periodTo: z.iso.date(),
};
export const computeSubsidy = endpoint({
  method: 'POST',
  path: 'ant/breed/subsidy/compute',
  access: needs('breed:subsidy:compute'),
  body: z.strictObject(compute),
  data: z.object({
    batchId: idSchema,
    docNo: z.string(),
    lines: z.number(),
    basis: z.number(),
    excluded: z.number(),
    totalCents: z.number(),
  }),
  action: 'compute',
});
const diff = z.object({
  lineId: z.number().nullable(),
  payee: z.string(),
  storedCents: z.number(),
  nowCents: z.number(),
  why: z.string(),
});
/** R47: from the stored inputs to the cent; or from the records as they are today, with what differs and why. */
export const recomputeSubsidy = endpoint({
  method: 'POST',
  path: 'ant/breed/subsidy/recompute',
  access: needs('breed:subsidy:list'),
  body: z.strictObject({ id: idSchema, mode: z.enum(['stored', 'live']) }),
  data: z.object({ equal: z.boolean(), storedCents: z.number(), nowCents: z.number(), diffs: z.array(diff) }),
});
/** A computed batch once more from the records: only before it is checked. */
export const renewSubsidy = endpoint({
  method: 'POST',
  path: 'ant/breed/subsidy/renew',
  access: needs('breed:subsidy:compute'),
  body: z.strictObject({ id: idSchema, version: versionSchema }),
  data: z.object({ totalCents: z.number(), basis: z.number(), excluded: z.number() }),
  action: 'compute',
});
const basisRow = z.object({
  id: idSchema,
  lineId: idSchema,
  payeeName: z.string(),
  recordKind: z.string(),
  recordId: idSchema,
  slot: z.number(),
  label: z.string(),
  happenedOn: z.string(),
  ruleVersion: z.number(),
  inputs: z.record(z.string(), z.unknown()),
  amountCents: z.number(),
  isAdjustment: z.boolean(),
});
export type BasisRow = z.output<typeof basisRow>;
export const subsidyBasis = endpoint({
  method: 'GET',
  path: 'ant/breed/subsidy/basis',
  access: needs('breed:subsidy:list', 'breed:subsidyLog:list'),
  query: z.object({
    id: z.coerce.number().int().positive(),
    lineId: z.coerce.number().int().positive().optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  data: z.object({ total: z.number(), rows: z.array(basisRow) }),
});
const excludedRow = z.object({
  id: idSchema,
  recordKind: z.string(),
  recordId: idSchema,
  label: z.string(),
  holder: z.string().nullable(),
  happenedOn: z.string(),
  reason: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export const subsidyExcluded = endpoint({
  method: 'GET',
  path: 'ant/breed/subsidy/excluded',
  access: needs('breed:subsidy:list', 'breed:subsidyLog:list'),
  query: z.object({
    id: z.coerce.number().int().positive(),
    reason: z.string().max(40).optional(),
    principalId: z.coerce.number().int().positive().optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  data: z.object({
    total: z.number(),
    reasons: z.array(z.object({ reason: z.string(), n: z.number() })),
    rows: z.array(excludedRow),
  }),
});
const condition = z.object({
  code: z.string(),
  met: z.boolean().nullable(),
  wanted: z.string().nullable(),
  found: z.string().nullable(),
});
/** "Why is this calf paid, and why not that one": every condition of the rule, in order, as the record stands to it. */
export const explainSubsidy = endpoint({
  method: 'GET',
  path: 'ant/breed/subsidy/explain',
  access: needs('breed:subsidy:list', 'breed:subsidyLog:list', 'breed:calving:list'),
  query: z.object({
    recordKind: z.enum(['insemination', 'pregnancy', 'censusCow', 'calf']),
    recordId: z.coerce.number().int().positive(),
    programmeId: z.coerce.number().int().positive().optional(),
  }),
  data: z.object({
    label: z.string(),
    holder: z.string().nullable(),
    happenedOn: z.string().nullable(),
    programmes: z.array(
      z.object({
        programmeId: idSchema,
        programme: z.string(),
        ruleVersion: z.number().nullable(),
        verdict: z.enum(['counted', 'excluded', 'open']),
        reason: z.string().nullable(),
        batchNo: z.string().nullable(),
        lineId: z.number().nullable(),
        payeeName: z.string().nullable(),
        amountCents: z.number().nullable(),
        payStatus: z.string().nullable(),
        conditions: z.array(condition),
      }),
    ),
  }),
});
export type Explained = z.output<typeof explainSubsidy.data>;
export const holdLine = endpoint({
  method: 'POST',
  path: 'ant/breed/subsidy/hold',
  access: needs('breed:subsidy:check'),
  body: z.strictObject({
    lineId: idSchema,
    version: versionSchema,
    on: z.boolean(),
    reason: z.string().trim().max(300).nullish(),
  }),
  data: z.object({ payStatus: z.string() }),
  action: 'edit',
});
/** Goes to the bank with accounts in clear: told once, and logged. */
export const paySubsidy = endpoint({
  method: 'POST',
  path: 'ant/breed/subsidy/pay',
  access: needs('breed:subsidy:pay'),
  body: z.strictObject({ id: idSchema, version: versionSchema }),
  data: z.object({ payBatchNo: z.string(), lines: z.number(), totalCents: z.number(), file: z.string() }),
  action: 'pay',
  secret: true,
});
export const takePayResult = endpoint({
  method: 'POST',
  path: 'ant/breed/subsidy/payResult',
  access: needs('breed:subsidy:pay'),
  body: z.strictObject({ id: idSchema, text: z.string().min(1).max(5_000_000) }),
  data: z.object({
    settled: z.number(),
    known: z.number(),
    unknown: z.array(z.string()),
    differing: z.array(z.string()),
    unreadable: z.array(z.number()),
    status: z.string(),
  }),
  action: 'pay',
});
/** A draft on past records, nothing stored. */
export const tryRule = endpoint({
  method: 'POST',
  path: 'ant/breed/rule/tryOut',
  access: needs('breed:subsidyRule:edit', 'breed:subsidyRule:publish'),
  body: z.strictObject({ ruleId: idSchema, regionCode: z.int(), periodFrom: z.iso.date(), periodTo: z.iso.date() }),
  data: z.object({
    counted: z.number(),
    payees: z.number(),
    totalCents: z.number(),
    excluded: z.array(z.object({ reason: z.string(), n: z.number() })),
  }),
});

export const subsidies = {
  resources: [subsidyProgramme, subsidyRule, subsidyBatch, subsidyLine],
  endpoints: [
    computeSubsidy,
    recomputeSubsidy,
    renewSubsidy,
    subsidyBasis,
    subsidyExcluded,
    explainSubsidy,
    holdLine,
    paySubsidy,
    takePayResult,
    tryRule,
  ],
};
