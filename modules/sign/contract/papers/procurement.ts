import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 申购: numbers are asked for, agreed to, made, and followed until all of them are stored. */
export const signProcurement = defineResource({
  module: 'sign',
  name: 'signProcurement',
  path: 'signIn/procurement',
  screen: '/signIn/procurement',
  permission: 'sign:procurement',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    docCategoryId: field.ref('sign.signDocCategory', { where: { docType: 'procurement', status: 'enabled' } }),
    applicantId: field.ref('registry.principal', derived),
    applicantName: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    year: field.int({ min: 2020, max: 2100 }),
    deliverTo: field.ref('registry.principal', derived),
    needBy: field.date(),
    reason: field.longText({ max: 500, optional: true }),
    supplierId: field.ref('registry.principal', maybe),
    supplierName: field.text({ max: 80, ...maybe }),
    lines: field.lines({
      fields: {
        categoryId: field.ref('sign.signCategory', { where: { status: 'enabled' } }),
        countyCode: field.region(),
        applied: field.int({ min: 1, max: 10_000_000 }),
        approved: field.int(maybe),
        basis: field.json(maybe),
        rejectCode: field.dict('procure_reject', maybe),
        rejectText: field.text({ max: 200, ...maybe }),
        remark: field.text({ max: 200, optional: true }),
      },
      totals: { applied: 'applied' },
      signatures: ['applicant', 'approver'],
    }),
    applied: field.int(derived),
    approved: field.int(derived),
    produced: field.int(derived),
    shipped: field.int(derived),
    received: field.int(derived),
    stored: field.int(derived),
    receivedPct: field.decimal({ scale: 1, unit: '%', ...maybe }),
    amountCents: field.money(maybe),
    opinion: field.text({ max: 500, ...maybe }),
    files: field.files({ max: 5, optional: true }),
    stateSince: field.date(derived),
    daysInState: field.int({ unit: 'day', ...derived }),
    status: field.state(
      'sign_procurement_status',
      'draft',
      'submitted',
      'audited',
      'approved',
      'rejected',
      'producing',
      'shipping',
      'done',
      'cancelled',
    ),
    createdByName: field.text({ max: 60, ...maybe }),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'applicantName',
      'docCategoryId',
      'applied',
      'approved',
      'received',
      'receivedPct',
      'amountCents',
      'supplierName',
      'needBy',
      'daysInState',
      'status',
    ],
    filters: ['status', 'year', 'docCategoryId', 'applicantId', 'supplierId', 'needBy', 'regionCode'],
    search: ['docNo'],
    sorts: ['docNo', 'needBy', 'createdAt'],
  },
  form: ['docCategoryId', 'year', 'needBy', 'reason', 'files', 'lines'],
  detail: [
    'docNo',
    'applicantName',
    'docCategoryId',
    'year',
    'needBy',
    'reason',
    'supplierName',
    'applied',
    'approved',
    'produced',
    'shipped',
    'received',
    'stored',
    'amountCents',
    'opinion',
    'files',
    'createdByName',
    'createdAt',
    'lines',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft', 'rejected'],
  transitions: {
    submit: { from: ['draft', 'rejected'], to: 'submitted', permission: 'add' },
    withdraw: { from: ['submitted'], to: 'draft', permission: 'add' },
    audit: { from: ['submitted'], to: 'audited', form: { opinion: field.text({ max: 500, optional: true }) } },
    produce: { from: ['approved'], to: 'producing' },
    closeShort: { from: ['shipping'], to: 'done', permission: 'approve', remark: true },
    cancel: { from: ['approved'], to: 'cancelled', permission: 'approve', remark: true, danger: true },
  },
});
export type SignProcurement = RowOf<typeof signProcurement>;

const paper = { id: idSchema, version: versionSchema };
const moved = z.object({ status: z.string(), version: versionSchema });

/** Agreed: supplier, price, how many of each line, and which numbers. R11: auto takes the pool's next, typed what is given. */
export const approveProcurement = endpoint({
  method: 'POST',
  path: 'signIn/procurement/approve',
  access: needs('sign:procurement:approve'),
  action: 'transition',
  body: z.strictObject({
    ...paper,
    supplierId: idSchema,
    contractNo: z.string().trim().max(60).nullish(),
    opinion: z.string().trim().max(500).nullish(),
    lines: z
      .array(
        z.strictObject({
          id: idSchema,
          approved: z.number().int().min(0).max(10_000_000),
          priceCents: z.number().int().min(0).max(100_000),
          mode: z.enum(['auto', 'typed']).default('auto'),
          codeFrom: z.number().int().optional(),
        }),
      )
      .min(1)
      .max(200),
  }),
  data: z.object({
    status: z.string(),
    version: versionSchema,
    ranges: z.array(z.object({ from: z.number(), to: z.number(), shown: z.string(), count: z.number() })),
  }),
});

/** R17: a reason for each line, or one for all; the paper keeps its number. */
export const rejectProcurement = endpoint({
  method: 'POST',
  path: 'signIn/procurement/reject',
  access: needs('sign:procurement:reject'),
  action: 'transition',
  body: z.strictObject({
    ...paper,
    opinion: z.string().trim().min(2).max(500),
    lines: z
      .array(
        z.strictObject({
          id: idSchema,
          rejectCode: z.string().max(40).nullish(),
          rejectText: z.string().trim().max(200).nullish(),
          suggested: z.number().int().min(0).nullish(),
        }),
      )
      .max(200),
  }),
  data: moved,
});

const range = z.strictObject({ from: z.number().int(), to: z.number().int() });
/** R19: what the factory has made, and what it left out; nothing else can ever be packed. */
export const reportMade = endpoint({
  method: 'POST',
  path: 'signIn/procurement/made',
  access: needs('sign:procurement:produce'),
  action: 'edit',
  body: z.strictObject({ id: idSchema, made: z.array(range).max(200), skipped: z.array(range).max(200) }),
  data: z.object({ produced: z.number(), skipped: z.number(), left: z.number() }),
});

const terms = z.object({
  countyCode: z.number(),
  categoryId: idSchema,
  months: z.number(),
  /** Calves expected: those of the same months last year, by how many mothers there are now. */
  births: z.number(),
  untagged: z.number(),
  lossPct: z.number(),
  unworn: z.number(),
  perBag: z.number(),
  need: z.number(),
  cover: z.number().nullable(),
});
export type NeedTerms = z.output<typeof terms>;
/** R14: how many a county needs, with every term of the sum. */
export const needOf = endpoint({
  method: 'GET',
  path: 'sign/need',
  access: needs('sign:procurement:list', 'sign:home:view'),
  query: z.object({
    countyCode: z.coerce.number().int(),
    categoryId: idSchema,
    months: z.coerce.number().int().min(1).max(24).default(12),
  }),
  data: terms,
});

/** Everything about an order that its page shows beside the paper. */
export const procurementProgress = endpoint({
  method: 'GET',
  path: 'signIn/procurement/progress',
  access: needs('sign:procurement:list'),
  query: z.object({ id: idSchema }),
  data: z.object({
    lines: z.array(
      z.object({
        id: idSchema,
        category: z.string(),
        county: z.string(),
        applied: z.number(),
        approved: z.number().nullable(),
        basis: z.record(z.string(), z.unknown()).nullable(),
        rejectCode: z.string().nullable(),
        rejectText: z.string().nullable(),
        suggested: z.number().nullable(),
        perBag: z.number(),
        priceCents: z.number().nullable(),
        ranges: z.array(z.object({ from: z.number(), to: z.number(), shown: z.string(), count: z.number() })),
        places: z.array(z.object({ place: z.string(), count: z.number() })),
      }),
    ),
    shipments: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        shippedOn: z.string().nullable(),
        count: z.number(),
        status: z.string(),
      }),
    ),
    storages: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        storedOn: z.string().nullable(),
        count: z.number(),
        status: z.string(),
      }),
    ),
    contractNo: z.string().nullable(),
    suppliers: z.array(z.object({ id: idSchema, name: z.string() })),
  }),
});

export const procurementEndpoints = [approveProcurement, rejectProcurement, reportMade, needOf, procurementProgress];
