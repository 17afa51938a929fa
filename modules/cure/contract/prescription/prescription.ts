import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
/** R38. */
export const mostLines = 5;

/** 处方笺: one holder, one species, one diagnosis, at most five medicines. */
export const prescription = defineResource({
  module: 'cure',
  name: 'prescription',
  path: 'cure/prescription',
  screen: '/cure/prescription/list',
  permission: 'cure:prescription',
  actions: { add: 'issue', edit: 'issue', remove: 'issue', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region(derived),
    species: field.dict('species'),
    diagnosisTagId: field.ref('cure.cureTag', { where: { kind: 'disease' } }),
    /** Heads without a number, where no animal is named. */
    untaggedHead: field.int({ min: 1, max: 10_000, optional: true }),
    validDays: field.int({ min: 1, max: 3, unit: 'day' }),
    consultId: field.int({ min: 1, optional: true }),
    remark: field.longText({ max: 500, optional: true }),
    animals: field.lines({
      min: 0,
      max: 1000,
      fields: {
        animalId: field.ref('registry.animal'),
        weightKg: field.decimal({ scale: 2, min: 0.5, max: 3000, optional: true, unit: 'kg' }),
      },
      scan: { find: 'animalId' },
    }),
    lines: field.lines({
      min: 1,
      max: mostLines,
      fields: {
        medicineId: field.ref('cure.medicine', { where: { status: 'published' } }),
        route: field.dict('drug_route'),
        dose: field.decimal({ scale: 3, min: 0.001, max: 100_000 }),
        doseUnit: field.dict('unit'),
        timesPerDay: field.int({ min: 1, max: 6 }),
        days: field.int({ min: 1, max: 30, unit: 'day' }),
        /** Lengthens what the leaflet says, never shortens it. */
        meatDays: field.int({ min: 0, max: 365, optional: true, unit: 'day' }),
        reason: field.text({ max: 200, optional: true }),
        totalQty: field.decimal({ scale: 3, ...derived }),
        offLabel: field.bool(derived),
        givenQty: field.decimal({ scale: 3, ...derived }),
        dispensedQty: field.decimal({ scale: 3, ...derived }),
      },
      signatures: ['prescriber', 'dispenser'],
    }),
    unitId: field.ref('registry.principal', derived),
    prescriberId: field.ref('cure.practitioner', derived),
    /** Who signed a controlled medicine beside them. */
    secondBy: field.ref('cure.practitioner', maybe),
    issuedAt: field.dateTime(maybe),
    validUntil: field.date(maybe),
    courseFrom: field.date(maybe),
    courseTo: field.date(maybe),
    meatUntil: field.date(maybe),
    medicines: field.text({ max: 400, ...derived }),
    heads: field.int(derived),
    antimicrobial: field.bool(derived),
    offLabel: field.bool(derived),
    contentHash: field.text({ max: 64, ...maybe }),
    paper: field.files(maybe),
    cancelReason: field.text({ max: 500, ...maybe }),
    status: field.state(
      'prescription_status',
      'draft',
      'issued',
      'running',
      'finished',
      'stopped',
      'expired',
      'cancelled',
    ),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'principalId',
      'diagnosisTagId',
      'medicines',
      'meatUntil',
      'species',
      'heads',
      'issuedAt',
      'validUntil',
      'prescriberId',
      'regionCode',
      'antimicrobial',
      'offLabel',
      'status',
    ],
    filters: [
      'docNo',
      'principalId',
      'regionCode',
      'species',
      'diagnosisTagId',
      'prescriberId',
      'unitId',
      'antimicrobial',
      'offLabel',
      'issuedAt',
      'status',
      'consultId',
    ],
    search: ['docNo', 'medicines'],
    sorts: ['issuedAt', 'createdAt'],
    sort: '-createdAt',
  },
  form: [
    'principalId',
    'species',
    'diagnosisTagId',
    'animals',
    'untaggedHead',
    'lines',
    'validDays',
    'consultId',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    bought: { from: ['issued'], to: 'running', permission: 'dispense' },
    finish: {
      from: ['running'],
      to: 'finished',
      permission: 'issue',
      form: { lastDay: field.date({ ahead: true }) },
    },
    stop: {
      from: ['running'],
      to: 'stopped',
      permission: 'issue',
      form: { lastDay: field.date({ ahead: true }) },
      remark: true,
      danger: true,
    },
    cancel: { from: ['issued'], to: 'cancelled', permission: 'issue', remark: true, danger: true },
  },
});
export type Prescription = RowOf<typeof prescription>;

/** Signs a draft: its content is hashed, the animals are blocked. */
export const issuePrescription = endpoint({
  method: 'POST',
  path: 'cure/prescription/issue',
  access: needs('cure:prescription:issue'),
  body: z.strictObject({ id: idSchema, version: versionSchema, password: z.string().min(1).max(200) }),
  data: z.object({
    docNo: z.string(),
    contentHash: z.string(),
    validUntil: z.string(),
    meatUntil: z.string(),
    version: versionSchema,
  }),
  action: 'issue',
});

const finding = z.object({
  line: z.number().int().nullable(),
  level: z.enum(['error', 'warn']),
  code: z.string(),
  text: z.string(),
});
export type RxFinding = z.output<typeof finding>;

/** What the rules say of a sheet that is being written, line by line, and until when its animals would be blocked. */
export const checkPrescription = endpoint({
  method: 'POST',
  path: 'cure/prescription/check',
  access: needs('cure:prescription:issue'),
  body: z.strictObject({
    principalId: idSchema,
    species: z.string().max(20),
    animalIds: z.array(idSchema).max(1000).default([]),
    diagnosisTagId: idSchema.nullish(),
    exceptId: idSchema.nullish(),
    lines: z
      .array(
        z.object({
          medicineId: idSchema,
          route: z.string().max(20),
          dose: z.number().positive(),
          doseUnit: z.string().max(20).optional(),
          timesPerDay: z.number().int().min(1).max(6),
          days: z.number().int().min(1).max(30),
          meatDays: z.number().int().min(0).max(365).nullish(),
          reason: z.string().max(200).nullish(),
        }),
      )
      .max(mostLines),
  }),
  data: z.object({
    findings: z.array(finding),
    lines: z.array(
      z.object({
        doseFrom: z.number().nullable(),
        doseTo: z.number().nullable(),
        dosePer: z.string().nullable(),
        doseUnit: z.string().nullable(),
        meatDays: z.number().int(),
        meatSource: z.enum(['label', 'pack', 'offLabel', 'typed']),
        milkHours: z.number().int().nullable(),
        totalQty: z.number(),
        offLabel: z.boolean(),
      }),
    ),
    meatUntil: z.string().nullable(),
  }),
});

/** The signed sheet as a file; made when it is asked for first. */
export const printPrescription = endpoint({
  method: 'POST',
  path: 'cure/prescription/paper',
  access: needs('cure:prescription:list'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ fileId: idSchema }),
  action: 'print',
});

/** Whether a printed sheet is what was issued. */
export const verifyPrescription = endpoint({
  method: 'GET',
  path: 'cure/prescription/verify',
  access: needs('cure:prescription:list'),
  query: z.strictObject({ no: z.string().trim().max(24), hash: z.string().trim().max(64) }),
  data: z.object({ id: idSchema, same: z.boolean(), status: z.string() }),
});
