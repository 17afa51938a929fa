import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 检疫申报: who wants to take which animals where, and what stands in the way. */
export const quarantineDeclaration = defineResource({
  module: 'traceability',
  name: 'quarantineDeclaration',
  path: 'trace/quarantine',
  screen: '/traceability/livestockRegistration/quarantineManagement',
  permission: 'trace:quarantine',
  actions: { add: 'declare', edit: 'declare', remove: 'declare', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true, where: { status: 'active' } }),
    regionCode: field.region(derived),
    purpose: field.dict('move_purpose'),
    species: field.dict('species'),
    /** A unit of the tenant; who lies outside is written out. */
    toPrincipalId: { ...field.int({ min: 1, optional: true }), kind: 'id' as const },
    toName: field.text({ max: 120, ...maybe }),
    toText: field.text({ max: 120, optional: true }),
    toRegionCode: field.region(),
    scope: field.dict('quarantine_declaration_scope', derived),
    departAt: field.dateTime(),
    plateNo: field.text({ max: 12, optional: true }),
    carrierName: field.text({ max: 120, ...maybe }),
    route: field.text({ max: 300, optional: true }),
    approvalFile: field.files({ optional: true, max: 3 }),
    photos: field.files({ optional: true, max: 9, accept: 'image/*' }),
    animals: field.lines({
      fields: {
        animalId: field.ref('registry.animal', { where: { status: 'inStock' } }),
        tag: field.text({ max: 20, ...derived }),
        result: field.dict('quarantine_animal_result', maybe),
        failCode: field.dict('quarantine_fail', maybe),
      },
      max: 500,
      scan: { find: 'animalId' },
      signatures: ['declarer', 'vet'],
    }),
    heads: field.int(derived),
    submittedAt: field.dateTime(maybe),
    vetName: field.text({ max: 60, ...maybe }),
    inspectAt: field.dateTime(maybe),
    inspectPlace: field.text({ max: 120, ...maybe }),
    inspectedAt: field.dateTime(maybe),
    temperatureFrom: field.decimal({ scale: 1, ...maybe }),
    temperatureTo: field.decimal({ scale: 1, ...maybe }),
    disinfected: field.bool(maybe),
    inspectPhotos: field.files(maybe),
    /** Conditions that were red when they were last asked: those that block, those that warn. */
    red: field.dicts('quarantine_condition', derived),
    warned: field.dicts('quarantine_condition', derived),
    checkedAt: field.dateTime(maybe),
    vetWord: field.longText({ max: 500, ...maybe }),
    certificateNo: field.text({ max: 40, ...maybe }),
    handling: field.longText({ max: 500, ...maybe }),
    reason: field.longText({ max: 500, ...maybe }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state(
      'quarantine_declaration_status',
      'draft',
      'submitted',
      'accepted',
      'declined',
      'returned',
      'inspected',
      'issued',
      'failed',
      'cancelled',
    ),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'status',
      'principalId',
      'heads',
      'species',
      'purpose',
      'toName',
      'scope',
      'departAt',
      'plateNo',
      'red',
      'warned',
      'vetName',
      'certificateNo',
    ],
    filters: [
      'docNo',
      'certificateNo',
      'principalId',
      'regionCode',
      'plateNo',
      'purpose',
      'species',
      'scope',
      'red',
      'departAt',
      'status',
    ],
    search: ['docNo', 'certificateNo', 'plateNo'],
    sorts: ['departAt', 'submittedAt', 'createdAt'],
  },
  form: [
    'principalId',
    'purpose',
    'species',
    'toPrincipalId',
    'toText',
    'toRegionCode',
    'departAt',
    'plateNo',
    'route',
    'animals',
    'approvalFile',
    'photos',
    'remark',
  ],
  detail: [
    'principalId',
    'regionCode',
    'purpose',
    'species',
    'heads',
    'toName',
    'toRegionCode',
    'scope',
    'departAt',
    'plateNo',
    'carrierName',
    'route',
    'submittedAt',
    'vetName',
    'inspectAt',
    'inspectPlace',
    'inspectedAt',
    'temperatureFrom',
    'temperatureTo',
    'disinfected',
    'red',
    'warned',
    'checkedAt',
    'vetWord',
    'certificateNo',
    'handling',
    'reason',
    'approvalFile',
    'photos',
    'inspectPhotos',
    'remark',
    'animals',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft', 'returned'],
  transitions: {
    submit: { from: ['draft', 'returned'], to: 'submitted', permission: 'declare' },
    accept: {
      from: ['submitted'],
      to: 'accepted',
      form: { inspectAt: field.dateTime(), inspectPlace: field.text({ max: 120 }) },
    },
    decline: { from: ['submitted'], to: 'declined', permission: 'accept', remark: true, danger: true },
    sendBack: { from: ['submitted', 'accepted'], to: 'returned', permission: 'accept', remark: true },
    inspect: {
      from: ['accepted'],
      to: 'inspected',
      form: {
        temperatureFrom: field.decimal({ scale: 1, min: 35, max: 43 }),
        temperatureTo: field.decimal({ scale: 1, min: 35, max: 43 }),
        disinfected: field.bool(),
        failedTags: field.longText({ max: 8000, optional: true }),
        failCode: field.dict('quarantine_fail', { optional: true }),
        suspectDisease: field.dict('ant_disease', { optional: true }),
        inspectPhotos: field.files({ optional: true, max: 9, accept: 'image/*' }),
      },
    },
    issue: {
      from: ['inspected'],
      to: 'issued',
      form: {
        officialNo: field.text({ max: 40, pattern: /^[A-Za-z0-9-]{6,40}$/ }),
        validUntil: field.dateTime(),
        vetWord: field.longText({ max: 500, optional: true }),
      },
    },
    fail: {
      from: ['inspected'],
      to: 'failed',
      permission: 'inspect',
      form: { handling: field.longText({ max: 500 }) },
      danger: true,
    },
    cancel: {
      from: ['draft', 'submitted', 'accepted', 'returned'],
      to: 'cancelled',
      permission: 'declare',
      remark: true,
      danger: true,
    },
  },
});
export type QuarantineDeclaration = RowOf<typeof quarantineDeclaration>;

const reason = z.object({
  animalId: idSchema.nullable(),
  tag: z.string().nullable(),
  text: z.string(),
  wayOut: z.string().nullable(),
});
export const conditionSchema = z.object({
  code: z.string(),
  level: z.enum(['block', 'warn']),
  ok: z.boolean(),
  reasons: z.array(reason),
});
export type ShownCondition = z.output<typeof conditionSchema>;

/** R12: the conditions of a declaration that is being written; nothing is saved. */
export const checkQuarantine = endpoint({
  method: 'POST',
  path: 'trace/quarantine/check',
  access: needs('trace:quarantine:declare', 'trace:quarantine:accept'),
  body: z.strictObject({
    principalId: idSchema,
    animalIds: z.array(idSchema).max(500).default([]),
    tags: z.array(z.string().max(20)).max(500).default([]),
    purpose: z.string().max(40),
    species: z.string().max(40),
    toPrincipalId: idSchema.nullish(),
    toRegionCode: z.number().int(),
    departAt: z.iso.datetime({ offset: true }),
    plateNo: z.string().max(12).nullish(),
    hasApproval: z.boolean().default(false),
  }),
  data: z.object({
    conditions: z.array(conditionSchema),
    fit: z.array(idSchema),
    animals: z.array(z.object({ animalId: idSchema, tag: z.string() })),
    strange: z.array(z.string()),
  }),
});

/** The file of a declaration: conditions as they were asked step by step, its certificate and movement. */
export const declarationFile = endpoint({
  method: 'GET',
  path: 'trace/quarantine/file',
  access: needs('trace:quarantine:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    checks: z.array(conditionSchema.extend({ step: z.string(), at: z.string() })),
    certificate: z
      .object({
        id: idSchema,
        officialNo: z.string(),
        certType: z.string(),
        issuedAt: z.string(),
        validUntil: z.string(),
        heads: z.number().int(),
        ranges: z.string(),
        vetName: z.string(),
        status: z.string(),
        prints: z.number().int(),
      })
      .nullable(),
    movement: z.object({ id: idSchema, docNo: z.string(), status: z.string(), dueAt: z.string() }).nullable(),
  }),
});

/** The animals a holder could declare, for the form: tag, pen and what they are. */
export const declarable = endpoint({
  method: 'GET',
  path: 'trace/quarantine/animals',
  access: needs('trace:quarantine:declare'),
  query: z.strictObject({ principalId: z.coerce.number().int().positive(), species: z.string().max(40) }),
  data: z.array(
    z.object({
      animalId: idSchema,
      tag: z.string(),
      stage: z.string(),
      sex: z.string(),
      penId: idSchema.nullable(),
      pen: z.string().nullable(),
    }),
  ),
});

/** Units of the tenant that could receive animals, found by a piece of their name. */
export const destinations = endpoint({
  method: 'GET',
  path: 'trace/quarantine/destinations',
  access: needs('trace:quarantine:declare'),
  query: z.strictObject({ name: z.string().trim().max(40).default('') }),
  data: z.array(z.object({ id: idSchema, name: z.string(), regionCode: z.number(), roles: z.array(z.string()) })),
});
