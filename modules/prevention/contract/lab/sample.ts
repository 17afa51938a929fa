import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, listQuery, type RowOf } from '#kit/contract/resource.ts';

/** 样品: one tube. */
export const sample = defineResource({
  module: 'prevention',
  name: 'sample',
  path: 'ant/sample',
  screen: '/ant/collection/sampleList',
  permission: 'ant:sample',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    barcode: field.text({ max: 12, derived: true }),
    logId: field.int({ derived: true }),
    taskId: field.ref('prevention.sampleTask', { derived: true }),
    principalId: field.int({ derived: true }),
    holder: field.text({ max: 100, derived: true, optional: true }),
    regionCode: field.region({ derived: true }),
    labName: field.text({ max: 100, derived: true, optional: true }),
    animalId: field.int({ derived: true, optional: true }),
    earTag: field.text({ max: 15, derived: true, optional: true }),
    poolNo: field.text({ max: 40, derived: true, optional: true }),
    /** The animals of a pool. */
    poolTags: field.json({ derived: true, optional: true }),
    species: field.dict('species', { derived: true }),
    sampleType: field.dict('sample_type', { derived: true }),
    volume: field.decimal({ scale: 2, unit: 'ml', derived: true, optional: true }),
    quality: field.dict('sample_quality', { derived: true }),
    immunisedOn: field.json({ derived: true, optional: true }),
    daysAfterImmune: field.int({ derived: true, optional: true, unit: 'day' }),
    lotNo: field.text({ max: 60, derived: true, optional: true }),
    sampledOn: field.date({ derived: true, optional: true }),
    receivedAt: field.dateTime({ derived: true, optional: true }),
    refuseReason: field.text({ max: 200, derived: true, optional: true }),
    /** [{id, item, conclusion, status}] */
    results: field.json({ derived: true, optional: true }),
    status: field.state('sample_status', 'collected', 'sent', 'received', 'refused', 'testing', 'reported'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'barcode',
  list: {
    columns: [
      'barcode',
      'earTag',
      'status',
      'results',
      'holder',
      'daysAfterImmune',
      'quality',
      'species',
      'sampleType',
      'regionCode',
      'receivedAt',
    ],
    filters: ['barcode', 'earTag', 'status', 'taskId', 'quality', 'sampledOn', 'regionCode'],
    search: ['barcode', 'earTag', 'poolNo', 'holder'],
    sorts: ['receivedAt'],
  },
  form: [],
  detail: [
    'taskId',
    'holder',
    'regionCode',
    'labName',
    'earTag',
    'poolNo',
    'poolTags',
    'species',
    'sampleType',
    'volume',
    'sampledOn',
    'immunisedOn',
    'daysAfterImmune',
    'lotNo',
    'quality',
    'refuseReason',
    'receivedAt',
    'results',
  ],
  operations: ['list', 'detail', 'export'],
});
export type Sample = RowOf<typeof sample>;

/** By scan, one tube or many; any quality but ok turns the tubes away. */
export const receiveSamples = endpoint({
  method: 'POST',
  path: 'ant/sample/receive',
  access: needs('ant:sample:receive'),
  action: 'edit',
  body: z.strictObject({
    barcodes: z.array(z.string().trim().min(1).max(40)).min(1).max(200),
    quality: z.enum(['ok', 'haemolysed', 'little', 'leaked', 'unlabelled']).optional(),
    reason: z.string().trim().max(200).optional(),
  }),
  data: z.object({
    accepted: z.array(
      z.object({
        barcode: z.string(),
        earTag: z.string().nullable(),
        poolNo: z.string().nullable(),
        holder: z.string(),
      }),
    ),
    refused: z.array(z.string()),
    unknown: z.array(z.string()),
    already: z.array(z.string()),
  }),
});

const { pageNum: _n, pageSize: _s, after: _a, sort: _o, ...filters } = listQuery(sample).shape;

/** What the filter finds, by status. */
export const sampleTotals = endpoint({
  method: 'GET',
  path: 'ant/sample/totals',
  access: needs('ant:sample:list'),
  query: z.strictObject(filters),
  data: z.object({ total: z.number(), byStatus: z.record(z.string(), z.number()) }),
});
