import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, place, rowOf } from '../site/parts.ts';

/** 盘点单. */
export const pledgeCount = defineResource({
  module: 'bank',
  name: 'pledgeCount',
  path: 'bank/count',
  screen: '/bank/stocktake',
  permission: 'bank:count',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    siteId: field.ref('bank.pledgeSite', derived),
    principalId: rowOf(),
    client: field.text({ max: 80, ...maybe }),
    bankId: rowOf(),
    supervisorId: rowOf({ optional: true }),
    supervisor: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    method: field.dict('pledge_count_method', derived),
    blind: field.bool(derived),
    planReason: field.dict('pledge_count_reason', derived),
    plannedOn: field.date(derived),
    dueOn: field.date(derived),
    isLate: field.bool(derived),
    isOnTime: field.bool(derived),
    startedAt: field.dateTime(maybe),
    endedAt: field.dateTime(maybe),
    counters: field.text({ max: 200, ...maybe }),
    holderSign: field.files(maybe),
    bookHeads: field.int({ unit: 'head', ...derived }),
    found: field.int({ unit: 'head', ...derived }),
    missing: field.int({ unit: 'head', ...derived }),
    gap: field.int({ unit: 'head', ...derived }),
    extra: field.int({ unit: 'head', ...derived }),
    accuracy: field.decimal({ scale: 1, unit: '%', ...maybe }),
    typedShare: field.decimal({ scale: 2, unit: '%', ...derived }),
    cameraHeads: field.int({ unit: 'head', ...maybe }),
    sampleSeed: field.int(maybe),
    marks: field.dicts('pledge_count_marks', derived),
    marksAnswer: field.longText({ max: 500, ...maybe }),
    settler: field.text({ max: 60, ...maybe }),
    settledAt: field.dateTime(maybe),
    status: field.state('pledge_count_status', 'planned', 'counting', 'counted', 'settled', 'cancelled'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'siteId',
      'client',
      'plannedOn',
      'dueOn',
      'counters',
      'bookHeads',
      'found',
      'missing',
      'gap',
      'extra',
      'accuracy',
      'marks',
      'status',
    ],
    filters: [
      'status',
      'siteId',
      'isLate',
      'isOnTime',
      'planReason',
      'dueOn',
      'endedAt',
      'settledAt',
      'principalId',
      'bankId',
      'supervisorId',
      'regionCode',
    ],
    search: ['docNo'],
    sorts: ['docNo', 'dueOn', 'startedAt', 'missing'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    finish: {
      from: ['counting'],
      to: 'counted',
      permission: 'edit',
      form: { holderSign: field.files({ optional: true, max: 1, accept: 'image/*' }) },
    },
    settle: {
      from: ['counted'],
      to: 'settled',
      permission: 'settle',
      form: { marksAnswer: field.longText({ max: 500, optional: true }) },
    },
    back: { from: ['counted'], to: 'counting', permission: 'settle', remark: true },
    cancel: { from: ['planned', 'counting'], to: 'cancelled', permission: 'edit', remark: true, danger: true },
  },
});
export type PledgeCount = RowOf<typeof pledgeCount>;

/** 盘点明细: an animal of the frozen book, or what else was read. */
export const pledgeCountLine = defineResource({
  module: 'bank',
  name: 'pledgeCountLine',
  path: 'bank/countLine',
  screen: '/bank/stocktake',
  permission: 'bank:count',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    countId: field.ref('bank.pledgeCount', derived),
    earTag: field.text({ max: 30, ...maybe }),
    tagRead: field.text({ max: 30, ...maybe }),
    penNo: field.text({ max: 30, ...maybe }),
    expected: field.bool(derived),
    inSample: field.bool(derived),
    readBy: field.dict('tag_read_by', maybe),
    at: field.dateTime(maybe),
    metres: field.int({ unit: 'm', ...maybe }),
    photo: field.files(maybe),
    result: field.dict('count_result', maybe),
    explain: field.dict('count_explain', maybe),
    explainNote: field.text({ max: 300, ...maybe }),
    explainProof: field.files(maybe),
    isGap: field.bool(derived),
    createdAt: field.dateTime(derived),
  },
  title: 'earTag',
  list: {
    columns: [
      'countId',
      'earTag',
      'tagRead',
      'penNo',
      'expected',
      'result',
      'readBy',
      'at',
      'metres',
      'photo',
      'explain',
      'explainNote',
    ],
    filters: ['countId', 'result', 'explain', 'expected', 'inSample', 'isGap', 'readBy'],
    search: ['earTag', 'tagRead'],
    sorts: ['earTag', 'at'],
  },
  form: [],
  operations: ['list', 'export'],
});

const bookLine = z.object({
  animalId: idSchema,
  earTag: z.string(),
  electronicTag: z.string().nullable(),
  hovelId: idSchema.nullable(),
  hovel: z.string(),
  pen: z.string(),
  stage: z.string(),
  inSample: z.boolean(),
  result: z.string().nullable(),
  explain: z.string().nullable(),
});
const sheet = {
  id: idSchema,
  docNo: z.string(),
  siteId: idSchema,
  site: z.string(),
  client: z.string(),
  status: z.string(),
  method: z.string(),
  blind: z.boolean(),
  dueOn: z.string(),
  bookHeads: z.number(),
  /** Nothing in a blind count: who counts is not told what to find. */
  book: z.array(bookLine),
  sample: z.array(z.string()),
  extras: z.array(z.object({ tag: z.string(), result: z.string() })),
  marks: z.array(z.string()),
};

/** R35: freezes the book and draws the sample; a count that was started already is answered as it stands. */
export const startCount = endpoint({
  method: 'POST',
  path: 'bank/count/start',
  access: needs('bank:count:edit'),
  body: z.strictObject({
    siteId: idSchema,
    pledgeIds: z.array(idSchema).max(50).default([]),
    method: z.enum(['scan', 'scanAndCamera']).default('scan'),
    blind: z.boolean().default(false),
  }),
  data: z.object(sheet),
  action: 'start',
});

/** What a phone takes along. */
export const countSheet = endpoint({
  method: 'GET',
  path: 'bank/count/sheet',
  access: needs('bank:count:edit'),
  query: z.object({ countId: z.coerce.number().int().positive() }),
  data: z.object(sheet),
});
export type CountSheet = z.output<typeof countSheet.data>;

/** A count besides the rhythm, or an earlier day for the one that is planned. */
export const planCount = endpoint({
  method: 'POST',
  path: 'bank/count/plan',
  access: needs('bank:count:edit', 'bank:count:settle'),
  body: z.strictObject({ siteId: idSchema, dueOn: z.iso.date() }),
  data: z.object({ id: idSchema }),
  action: 'add',
});

const scan = z.strictObject({
  tag: z.string().trim().min(4).max(30),
  readBy: z.enum(['rfid', 'camera', 'typed']),
  at: z.iso.datetime({ offset: true }),
  location: place.nullish(),
  photo: idSchema.nullish(),
});
export const mostScans = 1_000;
/** R36: what was read, with its own time and place; sent twice it adds nothing, and what is refused comes back named. */
export const sendCount = endpoint({
  method: 'POST',
  path: 'bank/count/scan',
  access: needs('bank:count:edit'),
  body: z.strictObject({
    countId: idSchema,
    clientKey: z.uuid(),
    scans: z.array(scan).max(mostScans),
  }),
  data: z.object({
    results: z.array(z.object({ tag: z.string(), result: z.string() })),
    refused: z.array(z.object({ tag: z.string(), code: z.string() })),
    found: z.number(),
    extra: z.number(),
    left: z.number(),
    marks: z.array(z.string()),
  }),
  action: 'scan',
});

/** Why an animal was not seen, with its proof. */
export const explainCount = endpoint({
  method: 'POST',
  path: 'bank/count/explain',
  access: needs('bank:count:edit'),
  body: z.strictObject({
    countId: idSchema,
    lines: z
      .array(
        z.strictObject({
          animalId: idSchema,
          explain: z.enum(['elsewhere', 'dead', 'saleApproved', 'tagLost', 'none']),
          note: z.string().trim().max(300).nullish(),
          proof: z.array(idSchema).max(6).default([]),
        }),
      )
      .min(1)
      .max(500),
  }),
  data: z.object({ left: z.number() }),
  action: 'explain',
});

/** The last step of a phone's sheet: every head found or explained; sent again it stands. */
export const finishCount = endpoint({
  method: 'POST',
  path: 'bank/count/finish',
  access: needs('bank:count:edit'),
  body: z.strictObject({ countId: idSchema, clientKey: z.uuid(), holderSign: idSchema.nullish() }),
  data: z.object({ status: z.string(), found: z.number(), missing: z.number(), marks: z.array(z.string()) }),
  action: 'finish',
});

/** 盘点结果: the sheet that is printed and filed. */
export const countResult = endpoint({
  method: 'GET',
  path: 'bank/count/result',
  access: needs('bank:count:list'),
  query: z.object({ countId: z.coerce.number().int().positive() }),
  data: z.object({
    docNo: z.string(),
    site: z.string(),
    client: z.string(),
    bank: z.string(),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    counters: z.string(),
    bookHeads: z.number(),
    found: z.number(),
    missing: z.number(),
    extra: z.number(),
    cameraHeads: z.number().nullable(),
    typedShare: z.number(),
    seed: z.number().nullable(),
    marks: z.array(z.string()),
    marksAnswer: z.string().nullable(),
    settler: z.string().nullable(),
    settledAt: z.string().nullable(),
    status: z.string(),
    hovels: z.array(z.object({ name: z.string(), book: z.number(), found: z.number() })),
    lines: z.array(
      z.object({
        earTag: z.string(),
        result: z.string().nullable(),
        explain: z.string().nullable(),
        note: z.string().nullable(),
      }),
    ),
    sample: z.array(z.object({ earTag: z.string(), photo: idSchema.nullable() })),
  }),
});
export type CountResult = z.output<typeof countResult.data>;

export const counts = {
  resources: [pledgeCount, pledgeCountLine],
  endpoints: [startCount, countSheet, planCount, sendCount, explainCount, finishCount, countResult],
  reports: [],
};
