import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
export const mostAnimals = 1000;

/** 诊疗记录: what was given to whom, on which day, from which bottle. */
export const treatment = defineResource({
  module: 'cure',
  name: 'treatment',
  path: 'cure/treatment',
  screen: '/cure/treatment/list',
  permission: 'cure:treatment',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    treatedOn: field.date(derived),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    species: field.dict('species', derived),
    heads: field.int(derived),
    untaggedHead: field.int(derived),
    cause: field.dict('treat_cause', derived),
    diagnosisTagId: field.ref('cure.cureTag', maybe),
    signs: field.text({ max: 500, ...maybe }),
    medicines: field.text({ max: 400, ...derived }),
    lots: field.text({ max: 400, ...derived }),
    /** One of its medicines is an antimicrobial. */
    antimicrobial: field.bool(derived),
    staffId: field.ref('registry.staff', maybe),
    unitId: field.ref('registry.principal', maybe),
    prescriptionNo: field.text({ max: 24, ...maybe }),
    source: field.dict('treat_source', derived),
    meatUntil: field.date(maybe),
    isolate: field.bool(derived),
    contagious: field.bool(derived),
    result: field.dict('case_result', maybe),
    photos: field.files(maybe),
    voidReason: field.text({ max: 500, ...maybe }),
    status: field.state('treatment_status', 'done', 'voided'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'treatedOn',
      'principalId',
      'medicines',
      'heads',
      'meatUntil',
      'cause',
      'diagnosisTagId',
      'lots',
      'staffId',
      'species',
      'regionCode',
      'status',
    ],
    filters: [
      'docNo',
      'treatedOn',
      'principalId',
      'regionCode',
      'species',
      'cause',
      'antimicrobial',
      'diagnosisTagId',
      'staffId',
      'unitId',
      'source',
      'result',
      'status',
    ],
    search: ['docNo', 'medicines', 'lots'],
    sorts: ['treatedOn', 'createdAt', 'heads'],
    sort: '-treatedOn',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type Treatment = RowOf<typeof treatment>;

const head = z.number().int().min(0).max(100_000);
const line = z.strictObject({
  medicineId: idSchema,
  materialId: idSchema.nullish(),
  lotId: idSchema.nullish(),
  /** Bought elsewhere: its number and a picture of its label. */
  lotNo: z.string().trim().max(60).nullish(),
  labelPhoto: z.array(idSchema).max(3).default([]),
  route: z.string().min(1).max(20),
  dose: z.number().positive().max(100_000),
  dosePer: z.enum(['kg', 'head']),
  doseUnit: z.string().min(1).max(20),
  meatDays: z.number().int().min(0).max(365).nullish(),
});

export const treatmentSheet = z.strictObject({
  requestId: z.uuid(),
  principalId: idSchema,
  treatedOn: z.iso.date(),
  species: z.string().min(1).max(20),
  cause: z.string().min(1).max(20),
  diagnosisTagId: idSchema.nullish(),
  signs: z.string().trim().max(500).nullish(),
  source: z.enum(['box', 'depot', 'outside']),
  depotId: idSchema.nullish(),
  prescriptionId: idSchema.nullish(),
  consultId: idSchema.nullish(),
  caseId: idSchema.nullish(),
  penId: idSchema.nullish(),
  untaggedHead: head.default(0),
  isolate: z.boolean().default(false),
  contagious: z.boolean().default(false),
  photos: z.array(idSchema).max(9).default([]),
  animals: z
    .array(z.strictObject({ animalId: idSchema, weightKg: z.number().positive().max(3000).nullish() }))
    .max(mostAnimals)
    .default([]),
  lines: z.array(line).min(1).max(5),
});
export type TreatmentSheet = z.output<typeof treatmentSheet>;

const refused = z.object({ animalId: idSchema, earTag: z.string(), code: z.string(), text: z.string() });
export type RefusedAnimal = z.output<typeof refused>;
const checkedLine = z.object({
  medicineId: idSchema,
  name: z.string(),
  totalQty: z.number(),
  doseUnit: z.string(),
  meatDays: z.number().int(),
  milkHours: z.number().int().nullable(),
  meatUntil: z.string().nullable(),
});
const checked = z.object({
  accepted: z.number().int(),
  refused: z.array(refused),
  lines: z.array(checkedLine),
  meatUntil: z.string().nullable(),
  milkUntil: z.string().nullable(),
});
export type CheckedTreatment = z.output<typeof checked>;

export const checkTreatment = endpoint({
  method: 'POST',
  path: 'cure/treatment/check',
  access: needs('cure:treatment:add'),
  body: treatmentSheet,
  data: checked,
});

/** One transaction: record, stock, one event per animal, withdrawal. Sent again with the same key it changes nothing. */
export const addTreatment = endpoint({
  method: 'POST',
  path: 'cure/treatment/add',
  access: needs('cure:treatment:add'),
  body: treatmentSheet.extend({ skipRefused: z.boolean().default(false) }),
  data: z.object({
    id: idSchema,
    docNo: z.string(),
    accepted: z.number().int(),
    refused: z.array(refused),
    meatUntil: z.string().nullable(),
    isRepeat: z.boolean(),
  }),
  action: 'add',
});

export const voidTreatment = endpoint({
  method: 'POST',
  path: 'cure/treatment/void',
  access: needs('cure:treatment:add', 'cure:treatment:void'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    reason: z.string().trim().min(2).max(500),
    files: z.array(idSchema).max(3).default([]),
  }),
  data: z.object({ status: z.string(), version: versionSchema }),
  action: 'void',
});

/** How an illness ended. */
export const closeTreatmentCase = endpoint({
  method: 'POST',
  path: 'cure/treatment/close',
  access: needs('cure:treatment:add'),
  body: z.strictObject({ id: idSchema, result: z.enum(['recovered', 'dead', 'culled', 'stopped']) }),
  data: z.null(),
  action: 'edit',
});

const lot = z.object({
  materialId: idSchema,
  materialName: z.string(),
  medicineId: idSchema,
  medicineName: z.string(),
  rxOnly: z.boolean(),
  baseUnit: z.string(),
  depotId: idSchema,
  depotName: z.string(),
  source: z.enum(['box', 'depot']),
  lotId: idSchema,
  lotNo: z.string(),
  expireOn: z.string().nullable(),
  qty: z.number(),
});
export type DrugLot = z.output<typeof lot>;
const label = z.object({
  medicineId: idSchema,
  species: z.string(),
  route: z.string(),
  doseFrom: z.number(),
  doseTo: z.number(),
  dosePer: z.string(),
  doseUnit: z.string(),
  meatDays: z.number().int(),
  milkHours: z.number().int().nullable(),
});
export type DrugLabel = z.output<typeof label>;
const animal = z.object({
  animalId: idSchema,
  earTag: z.string(),
  species: z.string(),
  stage: z.string(),
  penId: idSchema.nullable(),
  pen: z.string().nullable(),
  weightKg: z.number().nullable(),
  /** The last day it is blocked, as things stand. */
  until: z.string().nullable(),
});
export type TreatableAnimal = z.output<typeof animal>;

/** What the form needs of a holder: the herd, and what lies in the caller's box and the holder's store. */
export const prepareTreatment = endpoint({
  method: 'GET',
  path: 'cure/treatment/prepare',
  access: needs('cure:treatment:add'),
  query: z.strictObject({
    principalId: z.coerce.number().int().positive(),
    prescriptionId: z.coerce.number().int().positive().optional(),
  }),
  data: z.object({
    holder: z.string(),
    regionCode: z.number(),
    animals: z.array(animal),
    lots: z.array(lot),
    labels: z.array(label),
    medicines: z.array(z.object({ id: idSchema, name: z.string(), rxOnly: z.boolean() })),
  }),
});

const due = z.object({
  prescriptionId: idSchema,
  docNo: z.string(),
  principalId: idSchema,
  holder: z.string(),
  regionCode: z.number(),
  heads: z.number().int(),
  species: z.string(),
  lineId: idSchema,
  medicine: z.string(),
  dose: z.number(),
  doseUnit: z.string(),
  /** Day n of m of the course. */
  day: z.number().int(),
  days: z.number().int(),
  times: z.number().int(),
  given: z.number().int(),
  isLate: z.boolean(),
});
export type DueDose = z.output<typeof due>;

/** R56: what is due from open sheets, less what was given. */
export const todaysDoses = endpoint({
  method: 'GET',
  path: 'cure/treatment/today',
  access: needs('cure:treatment:add'),
  query: z.strictObject({ on: z.iso.date().optional(), principalId: z.coerce.number().int().positive().optional() }),
  data: z.array(due),
});

/** One tap: the dose of a line of a sheet was given to all its animals. */
export const tickDose = endpoint({
  method: 'POST',
  path: 'cure/treatment/tick',
  access: needs('cure:treatment:add'),
  body: z.strictObject({
    requestId: z.uuid(),
    lineId: idSchema,
    on: z.iso.date(),
    source: z.enum(['box', 'depot', 'dispensed']).default('dispensed'),
  }),
  data: z.object({ id: idSchema, docNo: z.string() }),
  action: 'add',
});

const given = z.object({
  treatment: z.object({
    id: idSchema,
    docNo: z.string(),
    treatedOn: z.string(),
    version: versionSchema,
    status: z.string(),
  }),
  lines: z.array(
    z.object({
      name: z.string(),
      lotNo: z.string(),
      route: z.string(),
      dose: z.number(),
      dosePer: z.string(),
      doseUnit: z.string(),
      totalQty: z.number(),
      meatDays: z.number().int(),
    }),
  ),
  animals: z.array(
    z.object({
      animalId: idSchema,
      earTag: z.string(),
      weightKg: z.number().nullable(),
      weightBy: z.string(),
      doses: z.record(z.string(), z.number()),
    }),
  ),
});
export type GivenTreatment = z.output<typeof given>;

/** Bottle by bottle and head by head. */
export const treatmentContent = endpoint({
  method: 'GET',
  path: 'cure/treatment/content',
  access: needs('cure:treatment:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: given,
});
