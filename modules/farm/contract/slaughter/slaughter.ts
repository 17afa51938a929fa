import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { ownFarm } from '../sale/customer.ts';
import { judged, kgField } from '../sale/sale.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 屠宰批次: animals on their way to a plant and what became of them. Prices stand apart, where only the two sides read them. */
export const slaughterBatch = defineResource({
  module: 'farm',
  name: 'slaughterBatch',
  path: 'anm/slaughter',
  screen: '/anm/animal/slaughter',
  permission: 'anm:slaughter',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: ownFarm(),
    regionCode: field.region(derived),
    slaughterhouseId: field.int({ min: 1, max: Number.MAX_SAFE_INTEGER, optional: true }),
    plantText: field.text({ max: 80, optional: true }),
    plantName: field.text({ max: 80, ...maybe }),
    farmName: field.text({ max: 80, ...maybe }),
    sentOn: field.date(),
    quarantineCertNo: field.text({ max: 40, optional: true }),
    vehicleNo: field.text({ max: 20, optional: true }),
    priceMode: field.dict('slaughter_batch_price_mode'),
    lines: field.lines({
      fields: {
        animalId: field.ref('registry.animal'),
        earTag: field.text({ max: 20, ...maybe }),
        liveKg: field.decimal({ ...kgField, unit: 'kg', optional: true }),
        tagOk: field.bool(maybe),
        outcome: field.dict('slaughter_line_outcome', maybe),
        carcassKg: field.decimal({ ...kgField, unit: 'kg', ...maybe }),
        dressPct: field.decimal({ scale: 2, ...maybe }),
        grade: field.text({ max: 20, ...maybe }),
        traceLotNo: field.text({ max: 40, ...maybe }),
      },
      totals: { liveKg: 'liveKg' },
      scan: { find: 'animalId' },
      signatures: ['farm', 'driver', 'plant'],
    }),
    head: field.int({ ...derived }),
    liveKg: field.decimal({ scale: 2, unit: 'kg', ...derived }),
    carcassKg: field.decimal({ scale: 2, unit: 'kg', ...maybe }),
    dressPct: field.decimal({ scale: 2, unit: '%', ...maybe }),
    mismatches: field.int(derived),
    booked: field.bool(derived),
    changeNo: field.text({ max: 24, ...maybe }),
    doneOn: field.date(maybe),
    status: field.state('slaughter_batch_status', 'draft', 'sent', 'received', 'done', 'settled'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'plantName',
      'farmName',
      'sentOn',
      'head',
      'liveKg',
      'carcassKg',
      'dressPct',
      'mismatches',
      'booked',
      'quarantineCertNo',
    ],
    filters: ['status', 'sentOn', 'principalId', 'regionCode', 'mismatches', 'booked'],
    search: ['docNo', 'quarantineCertNo'],
    sorts: ['sentOn', 'head'],
    sort: '-sentOn',
  },
  form: [
    'principalId',
    'slaughterhouseId',
    'plantText',
    'sentOn',
    'quarantineCertNo',
    'vehicleNo',
    'priceMode',
    'lines',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    send: {
      from: ['draft'],
      to: 'sent',
      permission: 'edit',
      form: { quarantineCertNo: field.text({ max: 40, optional: true }) },
    },
  },
});
export type SlaughterRow = RowOf<typeof slaughterBatch>;

/** The money of a batch, for its two sides. */
export const slaughterMoney = defineResource({
  module: 'farm',
  name: 'slaughterMoney',
  path: 'anm/slaughterMoney',
  screen: '/anm/animal/slaughter',
  permission: 'anm:money',
  actions: { list: 'view', export: 'view' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    batchId: field.ref('farm.slaughterBatch', derived),
    unitPrice: field.money(maybe),
    amount: field.money(maybe),
    paid: field.money(derived),
    settledOn: field.date(maybe),
    voucher: field.text({ max: 60, ...maybe }),
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'unitPrice', 'amount', 'paid', 'settledOn', 'voucher'],
    filters: ['batchId', 'settledOn'],
    search: ['docNo'],
    sorts: ['settledOn', 'amount'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

export const grade = z.strictObject({
  grade: z.string().trim().min(1).max(20),
  cents: z.number().int().positive().max(99_999_999),
});
const line = z.object({
  id: idSchema,
  animalId: idSchema,
  earTag: z.string(),
  species: z.string(),
  liveKg: z.number().nullable(),
  tagOk: z.boolean().nullable(),
  outcome: z.string(),
  carcassKg: z.number().nullable(),
  dressPct: z.number().nullable(),
  isOdd: z.boolean(),
  oddConfirmed: z.boolean(),
  grade: z.string().nullable(),
  traceLotNo: z.string().nullable(),
  amount: z.number().nullable(),
});
export type SlaughterLine = z.output<typeof line>;

/** One batch as both sides see it; money only for who may see it. */
export const slaughterSheet = endpoint({
  method: 'GET',
  path: 'anm/slaughter/sheet',
  access: needs('anm:slaughter:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    id: idSchema,
    version: versionSchema,
    docNo: z.string(),
    status: z.string(),
    farmName: z.string(),
    plantName: z.string(),
    sentOn: z.string(),
    doneOn: z.string().nullable(),
    quarantineCertNo: z.string().nullable(),
    vehicleNo: z.string().nullable(),
    priceMode: z.string(),
    side: z.enum(['farm', 'plant', 'reader']),
    /** The plant works outside this system: the farm writes down what it is told. */
    isOutside: z.boolean(),
    strangeTags: z.array(z.string()),
    lines: z.array(line),
    money: z
      .object({
        id: idSchema,
        unitPrice: z.number().nullable(),
        grades: z.array(z.object({ grade: z.string(), cents: z.number() })),
        /** Computed with what is known so far; fixed once settled. */
        amount: z.number().nullable(),
        steps: z.array(z.object({ name: z.string(), how: z.string(), cents: z.number() })),
        cost: z.number().nullable(),
        paid: z.number(),
        settledOn: z.string().nullable(),
        voucher: z.string().nullable(),
      })
      .nullable(),
  }),
});
/** Animals ready to go: free of all holds, heaviest first. */
export const slaughterReady = endpoint({
  method: 'GET',
  path: 'anm/slaughter/ready',
  access: needs('anm:slaughter:list'),
  query: z.strictObject({ principalId: z.coerce.number().int().positive().optional() }),
  data: z.object({ animals: z.array(judged), price: z.number().nullable(), priceOn: z.string().nullable() }),
});
export const priceSlaughter = endpoint({
  method: 'POST',
  path: 'anm/slaughter/price',
  access: needs('anm:money:view'),
  action: 'edit',
  body: z.strictObject({
    id: idSchema,
    unitPrice: z.number().int().positive().max(99_999_999),
    grades: z.array(grade).max(12).default([]),
  }),
  data: z.object({ amount: z.number().nullable() }),
});
export const receiveSlaughter = endpoint({
  method: 'POST',
  path: 'anm/slaughter/receive',
  access: needs('anm:slaughter:receive'),
  action: 'receive',
  body: z.strictObject({
    id: idSchema,
    tags: z.array(z.string().trim().min(6).max(20)).min(1).max(400),
    penId: idSchema.nullish(),
  }),
  data: z.object({
    ok: z.array(z.string()),
    missing: z.array(z.string()),
    strange: z.array(z.string()),
    version: versionSchema,
  }),
});
export const reportSlaughter = endpoint({
  method: 'POST',
  path: 'anm/slaughter/report',
  access: needs('anm:slaughter:receive', 'anm:slaughter:edit'),
  action: 'report',
  body: z.strictObject({
    id: idSchema,
    doneOn: z.iso.date().optional(),
    lines: z
      .array(
        z.strictObject({
          animalId: idSchema,
          outcome: z.enum(['slaughtered', 'condemned', 'returned', 'dead']),
          carcassKg: z.number().min(0.5).max(2500).nullish(),
          grade: z.string().trim().max(20).nullish(),
          /** The plant stands by a dressing percentage that is not usual. */
          oddConfirmed: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(200),
  }),
  data: z.object({
    status: z.string(),
    dressPct: z.number().nullable(),
    flags: z.array(z.object({ animalId: idSchema, earTag: z.string(), dressPct: z.number() })),
  }),
});
export const settleSlaughter = endpoint({
  method: 'POST',
  path: 'anm/slaughter/settle',
  access: needs('anm:slaughter:settle'),
  action: 'settle',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    settledOn: z.iso.date().optional(),
    voucher: z.string().trim().max(60).optional(),
  }),
  data: z.object({ amount: z.number(), version: versionSchema }),
});
/** A plant opens a batch for animals that somebody brought without one. */
export const bookSlaughter = endpoint({
  method: 'POST',
  path: 'anm/slaughter/book',
  access: needs('anm:slaughter:receive'),
  action: 'book',
  body: z.strictObject({
    sellerId: idSchema,
    quarantineCertNo: z.string().trim().min(1).max(40),
    vehicleNo: z.string().trim().max(20).optional(),
    priceMode: z.enum(['live', 'carcass', 'head']),
    tags: z.array(z.string().trim().min(6).max(20)).min(1).max(200),
    kg: z.array(z.number().min(0.5).max(2500).nullable()).max(200).optional(),
    penId: idSchema.nullish(),
  }),
  data: z.object({ id: idSchema, docNo: z.string(), head: z.number() }),
});
const compared = z.object({ equal: z.boolean(), stored: z.number(), computed: z.number() });
export const recomputeSlaughter = endpoint({
  method: 'POST',
  path: 'anm/slaughter/:id/recompute',
  access: needs('anm:money:view'),
  params: z.object({ id: idSchema }),
  data: compared,
});
export const recomputed = compared;
