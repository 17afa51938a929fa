import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 采样记录: one household's tubes, from the pen to the laboratory's door. */
export const sampleLog = defineResource({
  module: 'prevention',
  name: 'sampleLog',
  path: 'ant/sampleLog',
  screen: '/ant/collection/sampledLog',
  permission: 'ant:sample',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    assignmentId: field.int({ derived: true }),
    taskId: field.ref('prevention.sampleTask', { derived: true }),
    principalId: field.int({ derived: true }),
    holder: field.text({ max: 100, derived: true, optional: true }),
    regionCode: field.region({ derived: true }),
    labName: field.text({ max: 100, derived: true, optional: true }),
    sampledOn: field.date({ derived: true }),
    samplerId: field.int({ derived: true }),
    sampler: field.text({ max: 60, derived: true, optional: true }),
    witness: field.text({ max: 40, derived: true, optional: true }),
    boxTemp: field.decimal({ scale: 1, unit: '°C', derived: true, optional: true }),
    tubes: field.int({ derived: true }),
    refused: field.int({ derived: true }),
    photos: field.json({ derived: true, optional: true }),
    /** Fetched by a call of its own; the detail only keeps its place. */
    tubeList: field.json({ derived: true, optional: true }),
    sentAt: field.dateTime({ derived: true, optional: true }),
    courier: field.text({ max: 60, derived: true, optional: true }),
    receivedAt: field.dateTime({ derived: true, optional: true }),
    status: field.state('sample_log_status', 'draft', 'collected', 'sent', 'received'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'sampledOn',
      'status',
      'holder',
      'tubes',
      'refused',
      'boxTemp',
      'sampler',
      'taskId',
      'sentAt',
      'receivedAt',
      'regionCode',
    ],
    filters: ['taskId', 'status', 'sampledOn', 'regionCode'],
    search: ['docNo', 'holder'],
    sorts: ['sampledOn'],
    sort: '-sampledOn',
  },
  form: [],
  detail: [
    'taskId',
    'holder',
    'regionCode',
    'labName',
    'sampledOn',
    'sampler',
    'witness',
    'boxTemp',
    'tubes',
    'refused',
    'sentAt',
    'courier',
    'receivedAt',
    'tubeList',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    send: {
      from: ['collected'],
      to: 'sent',
      permission: 'collect',
      form: { courier: field.text({ max: 60 }) },
    },
  },
});
export type SampleLog = RowOf<typeof sampleLog>;

/** Begins a household's record; the one that is open goes on. */
export const startSampleLog = endpoint({
  method: 'POST',
  path: 'ant/sampleLog/add',
  access: needs('ant:sample:collect'),
  action: 'add',
  body: z.strictObject({ assignmentId: idSchema }),
  data: z.object({ id: idSchema, version: versionSchema, docNo: z.string() }),
});

/** Labels of this record: each number belongs to it and to one tube. */
export const sampleBarcodes = endpoint({
  method: 'POST',
  path: 'ant/sampleLog/:id/barcodes',
  access: needs('ant:sample:collect'),
  action: 'edit',
  params: z.object({ id: idSchema }),
  body: z.strictObject({ count: z.number().int().min(1).max(200) }),
  data: z.object({
    docNo: z.string(),
    task: z.string(),
    holder: z.string(),
    place: z.string(),
    sampleType: z.string(),
    sampler: z.string(),
    dueOn: z.string(),
    barcodes: z.array(z.string()),
  }),
});

const candidate = z.object({
  animalId: idSchema,
  earTag: z.string(),
  species: z.string(),
  stage: z.string(),
  /** {disease: date} */
  immunisedOn: z.record(z.string(), z.string()),
  days: z.number().nullable(),
  /** R43: why it is not to be sampled. */
  refused: z.enum(['notImmunised', 'tooEarly', 'sampled']).nullable(),
});
export type SampleCandidate = z.output<typeof candidate>;

export const sampleCandidates = endpoint({
  method: 'GET',
  path: 'ant/sampleLog/:id/animals',
  access: needs('ant:sample:collect'),
  params: z.object({ id: idSchema }),
  data: z.object({ minDays: z.number().nullable(), quota: z.number(), animals: z.array(candidate) }),
});

/** As many animals as one tube is pooled of. */
export const mostPooled = 20;

/** A tube is of one animal, or of a pool: of animals of one species that are named, or of something that has no names, as a tank of milk. */
export const collectSamples = endpoint({
  method: 'POST',
  path: 'ant/sampleLog/collect',
  access: needs('ant:sample:collect'),
  action: 'edit',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    sampledOn: z.iso.date(),
    witness: z.string().trim().max(40).nullish(),
    boxTemp: z.number().min(-90).max(60).nullish(),
    photos: z.array(idSchema).max(9).optional(),
    samples: z
      .array(
        z.strictObject({
          barcode: z.string().regex(/^\d{12}$/),
          animalId: idSchema.nullish(),
          animalIds: z.array(idSchema).min(2).max(mostPooled).nullish(),
          poolNo: z.string().trim().max(40).nullish(),
          species: z.string().max(40).nullish(),
          volume: z.number().min(0).max(1000).nullish(),
        }),
      )
      .min(1)
      .max(200),
  }),
  data: z.object({ id: idSchema, version: versionSchema, tubes: z.number() }),
});

const tube = z.object({
  barcode: z.string(),
  earTag: z.string().nullable(),
  poolNo: z.string().nullable(),
  poolTags: z.array(z.string()),
  species: z.string(),
  volume: z.number().nullable(),
  daysAfterImmune: z.number().nullable(),
  quality: z.string(),
  refuseReason: z.string().nullable(),
  status: z.string(),
});
export type Tube = z.output<typeof tube>;

export const sampleTubes = endpoint({
  method: 'GET',
  path: 'ant/sampleLog/:id/tubes',
  access: needs('ant:sample:list'),
  params: z.object({ id: idSchema }),
  data: z.array(tube),
});
