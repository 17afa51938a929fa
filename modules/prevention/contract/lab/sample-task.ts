import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { isRegionCode } from '#kit/contract/region.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 采样任务: what is looked for, in how many households of which places. */
export const sampleTask = defineResource({
  module: 'prevention',
  name: 'sampleTask',
  path: 'ant/sampleTask',
  screen: '/ant/collection/definitionTask',
  permission: 'ant:sample',
  actions: { list: 'task', remove: 'task', export: 'task' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    name: field.text({ max: 60, derived: true }),
    regionCode: field.region({ derived: true }),
    purpose: field.dict('sample_purpose', { derived: true }),
    diseaseList: field.json({ derived: true }),
    diseases: field.text({ max: 200, derived: true, optional: true }),
    species: field.dicts('species', { derived: true }),
    itemList: field.json({ derived: true }),
    items: field.text({ max: 400, derived: true, optional: true }),
    sampleType: field.dict('sample_type', { derived: true }),
    minDaysAfterImmune: field.int({ derived: true, optional: true, unit: 'day' }),
    labId: field.int({ derived: true }),
    labName: field.text({ max: 100, derived: true, optional: true }),
    startDate: field.date({ derived: true }),
    endDate: field.date({ derived: true }),
    quota: field.json({ derived: true }),
    pick: field.dict('sample_task_pick', { derived: true }),
    seed: field.int({ derived: true }),
    quotaHeads: field.int({ derived: true }),
    collected: field.int({ derived: true }),
    status: field.state('sample_task_status', 'draft', 'published', 'ongoing', 'closed'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'docNo',
      'name',
      'status',
      'purpose',
      'diseases',
      'collected',
      'quotaHeads',
      'startDate',
      'endDate',
      'species',
      'labName',
    ],
    filters: ['purpose', 'status', 'startDate', 'regionCode'],
    search: ['docNo', 'name'],
    sorts: ['startDate', 'endDate'],
  },
  form: [],
  detail: [
    'docNo',
    'purpose',
    'diseases',
    'species',
    'items',
    'sampleType',
    'minDaysAfterImmune',
    'labName',
    'startDate',
    'endDate',
    'pick',
    'seed',
    'quotaHeads',
    'collected',
    'quota',
  ],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    publish: { from: ['draft'], to: 'published', permission: 'task' },
    close: { from: ['published', 'ongoing'], to: 'closed', permission: 'task', remark: true, danger: true },
  },
});
export type SampleTask = RowOf<typeof sampleTask>;

/** Households of a place and heads of each; or these very households. */
const quotaRow = z.strictObject({
  regionCode: z.number().int().refine(isRegionCode, { error: 'error.field.region' }),
  households: z.number().int().min(1).max(500),
  heads: z.number().int().min(1).max(200),
  principalIds: z.array(idSchema).max(500).optional(),
});
export type QuotaRow = z.output<typeof quotaRow>;

const header = {
  name: z.string().trim().min(1).max(60),
  purpose: z.string().min(1).max(64),
  diseaseCodes: z.array(z.string().min(1).max(40)).min(1).max(12),
  species: z.array(z.string().min(1).max(40)).min(1).max(6),
  itemIds: z.array(idSchema).min(1).max(20),
  sampleType: z.string().min(1).max(64),
  minDaysAfterImmune: z.number().int().min(0).max(365).nullish(),
  labId: idSchema,
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  pick: z.enum(['random', 'named']),
  seed: z.number().int().min(1).max(2_000_000_000).optional(),
  quota: z.array(quotaRow).min(1).max(200),
};
const saved = z.object({ id: idSchema, version: versionSchema, docNo: z.string() });

export const addSampleTask = endpoint({
  method: 'POST',
  path: 'ant/sampleTask/add',
  access: needs('ant:sample:task'),
  action: 'add',
  body: z.strictObject(header),
  data: saved,
});

export const editSampleTask = endpoint({
  method: 'POST',
  path: 'ant/sampleTask/edit',
  access: needs('ant:sample:task'),
  action: 'edit',
  body: z.strictObject({ id: idSchema, version: versionSchema, ...header }),
  data: saved,
});

const drawn = z.object({
  regionCode: z.number(),
  place: z.string(),
  principalId: idSchema,
  name: z.string(),
  stock: z.number(),
  quota: z.number(),
  staffId: idSchema.nullable(),
  staffName: z.string().nullable(),
});
export type Drawn = z.output<typeof drawn>;

/** R42: the same seed draws the same households; a new one is kept with the draft. */
export const drawSampleTask = endpoint({
  method: 'POST',
  path: 'ant/sampleTask/:id/draw',
  access: needs('ant:sample:task'),
  action: 'edit',
  params: z.object({ id: idSchema }),
  body: z.strictObject({ seed: z.number().int().min(1).max(2_000_000_000).optional() }),
  data: z.object({
    seed: z.number(),
    version: versionSchema,
    rows: z.array(drawn),
    /** Places with fewer such households than were wanted. */
    short: z.array(z.object({ regionCode: z.number(), place: z.string(), wanted: z.number(), found: z.number() })),
  }),
});
