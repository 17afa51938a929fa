import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, listQuery, type RowOf } from '#kit/contract/resource.ts';

/** 检测结果: one item of one tube, as often as it was measured. */
export const sampleResult = defineResource({
  module: 'prevention',
  name: 'sampleResult',
  path: 'ant/sampleResult',
  screen: '/ant/collection/sampleResult',
  permission: 'ant:lab',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    barcode: field.text({ max: 12, derived: true }),
    sampleId: field.int({ derived: true }),
    taskId: field.ref('prevention.sampleTask', { derived: true }),
    earTag: field.text({ max: 15, derived: true, optional: true }),
    poolNo: field.text({ max: 40, derived: true, optional: true }),
    poolTags: field.json({ derived: true, optional: true }),
    animalId: field.int({ derived: true, optional: true }),
    principalId: field.int({ derived: true }),
    holder: field.text({ max: 100, derived: true, optional: true }),
    regionCode: field.region({ derived: true }),
    species: field.dict('species', { derived: true }),
    itemId: field.ref('prevention.detectItem', { derived: true }),
    diseaseCode: field.text({ max: 40, derived: true }),
    disease: field.text({ max: 60, derived: true, optional: true }),
    round: field.int({ derived: true }),
    value: field.decimal({ scale: 4, derived: true }),
    unit: field.text({ max: 20, derived: true, optional: true }),
    conclusion: field.dict('sample_result_conclusion', { derived: true }),
    lotNo: field.text({ max: 60, derived: true, optional: true }),
    plateNo: field.text({ max: 40, derived: true, optional: true }),
    well: field.text({ max: 4, derived: true, optional: true }),
    testedOn: field.date({ derived: true }),
    instrumentId: field.int({ derived: true }),
    instrument: field.text({ max: 60, derived: true, optional: true }),
    labName: field.text({ max: 100, derived: true, optional: true }),
    testerId: field.int({ derived: true }),
    tester: field.text({ max: 60, derived: true, optional: true }),
    reviewerId: field.int({ derived: true, optional: true }),
    reviewer: field.text({ max: 60, derived: true, optional: true }),
    reviewedAt: field.dateTime({ derived: true, optional: true }),
    releasedAt: field.dateTime({ derived: true, optional: true }),
    returnReason: field.text({ max: 200, derived: true, optional: true }),
    status: field.state('sample_result_status', 'entered', 'reviewed', 'released', 'superseded'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'barcode',
  list: {
    columns: [
      'barcode',
      'earTag',
      'itemId',
      'value',
      'conclusion',
      'status',
      'holder',
      'tester',
      'reviewer',
      'testedOn',
      'plateNo',
      'well',
      'regionCode',
    ],
    filters: [
      'itemId',
      'conclusion',
      'status',
      'plateNo',
      'barcode',
      'earTag',
      'taskId',
      'diseaseCode',
      'species',
      'lotNo',
      'testedOn',
      'regionCode',
    ],
    search: ['barcode', 'earTag', 'holder', 'plateNo'],
    sorts: ['testedOn', 'value'],
    sort: '-testedOn',
  },
  form: [],
  detail: [
    'taskId',
    'holder',
    'regionCode',
    'earTag',
    'poolNo',
    'poolTags',
    'species',
    'itemId',
    'disease',
    'round',
    'value',
    'conclusion',
    'lotNo',
    'plateNo',
    'well',
    'testedOn',
    'instrument',
    'labName',
    'tester',
    'reviewer',
    'reviewedAt',
    'releasedAt',
    'returnReason',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    review: { from: ['entered'], to: 'reviewed' },
    return: { from: ['reviewed'], to: 'entered', permission: 'review', remark: true, danger: true },
  },
});
export type SampleResult = RowOf<typeof sampleResult>;

const waiting = z.object({
  barcode: z.string(),
  earTag: z.string().nullable(),
  poolNo: z.string().nullable(),
  holder: z.string(),
  receivedAt: z.string().nullable(),
  /** How often it was measured for this item, an invalid time included. */
  rounds: z.number(),
});
const instrument = z.object({ id: idSchema, name: z.string(), serialNo: z.string(), calibrateDueOn: z.string() });

/** R44: what waits for this item, and what it may be measured with today. */
export const labBench = endpoint({
  method: 'GET',
  path: 'ant/sampleResult/bench',
  access: needs('ant:lab:test'),
  query: z.object({ itemId: idSchema }),
  data: z.object({ waiting: z.array(waiting), instruments: z.array(instrument), plateNo: z.string() }),
});
export type LabBench = z.output<(typeof labBench)['data']>;

export const enterPlate = endpoint({
  method: 'POST',
  path: 'ant/sampleResult/plate',
  access: needs('ant:lab:test'),
  action: 'add',
  body: z.strictObject({
    itemId: idSchema,
    instrumentId: idSchema,
    plateNo: z.string().trim().min(1).max(40),
    testedOn: z.iso.date().optional(),
    rows: z
      .array(
        z.strictObject({
          barcode: z.string().regex(/^\d{12}$/),
          well: z
            .string()
            .regex(/^[A-H](1[0-2]|[1-9])$/)
            .nullish(),
          value: z.number().min(-1_000_000).max(10_000_000),
        }),
      )
      .min(1)
      .max(96),
  }),
  data: z.object({
    rows: z.array(z.object({ id: idSchema, barcode: z.string(), conclusion: z.string() })),
    /** Measured, and to be measured again. */
    invalid: z.array(z.string()),
    refused: z.array(z.object({ barcode: z.string(), msg: z.string() })),
  }),
});

export const releaseResults = endpoint({
  method: 'POST',
  path: 'ant/sampleResult/release',
  access: needs('ant:lab:release'),
  action: 'edit',
  body: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
  data: z.object({
    released: z.number(),
    failed: z.array(z.object({ id: idSchema, msg: z.string() })),
    /** Alarms that were opened: of positives and of groups under the target. */
    alerts: z.number(),
  }),
});

const { pageNum: _n, pageSize: _s, after: _a, sort: _o, ...filters } = listQuery(sampleResult).shape;

export const resultTotals = endpoint({
  method: 'GET',
  path: 'ant/sampleResult/totals',
  access: needs('ant:lab:list'),
  query: z.strictObject(filters),
  data: z.object({
    tested: z.number(),
    qualified: z.number(),
    unqualified: z.number(),
    positive: z.number(),
    invalid: z.number(),
    waiting: z.number(),
  }),
});
