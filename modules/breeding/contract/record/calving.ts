import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { rowOf } from './row-of.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 产犊记录: a birth, matched to the service it came from, with its calves. */
export const calving = defineResource({
  module: 'breeding',
  name: 'calving',
  path: 'ant/breed/calving',
  screen: '/ant/breed/calving',
  permission: 'breed:calving',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    calvedOn: field.date(derived),
    motherId: rowOf(),
    earTag: field.text({ max: 15, ...derived }),
    parity: field.int(derived),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    serviceId: rowOf({ optional: true }),
    sireCode: field.text({ max: 15, ...maybe }),
    sireBreed: field.dict('breed_code', maybe),
    sireCertain: field.bool(derived),
    gestationDays: field.int({ unit: 'day', ...maybe }),
    fit: field.dict('calving_fit', derived),
    ease: field.dict('calving_ease', derived),
    placenta: field.dict('calving_placenta', maybe),
    total: field.int(derived),
    alive: field.int(derived),
    toTag: field.int(derived),
    tagLate: field.bool(derived),
    calfTags: field.text({ max: 200, ...maybe }),
    recorderId: field.ref('registry.staff', maybe),
    reason: field.text({ max: 500, ...maybe }),
    photoIds: field.files({ ...maybe, max: 6 }),
    verifiedAt: field.dateTime(maybe),
    voidReason: field.text({ max: 500, ...maybe }),
    remark: field.longText({ max: 500, ...maybe }),
    status: field.state('calving_status', 'reported', 'verified', 'rejected', 'voided'),
    lines: field.lines({
      fields: {
        sex: field.dict('animal_sex'),
        alive: field.bool(),
        birthWeight: field.decimal({ scale: 1, unit: 'kg', min: 0.5, max: 90, optional: true }),
        coatColor: field.text({ max: 20, optional: true }),
        breed: field.dict('breed_code', { optional: true }),
        tagDueOn: field.date(maybe),
        animalId: field.int(maybe),
        taggedOn: field.date(maybe),
        deadOn: field.date(maybe),
        state: field.dict('calving_calf_state', derived),
      },
    }),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'calvedOn',
      'earTag',
      'parity',
      'principalId',
      'regionCode',
      'sireCode',
      'gestationDays',
      'fit',
      'total',
      'alive',
      'calfTags',
      'ease',
      'recorderId',
      'status',
    ],
    filters: [
      'earTag',
      'principalId',
      'ease',
      'fit',
      'sireCode',
      'sireBreed',
      'calvedOn',
      'toTag',
      'tagLate',
      'status',
      'docNo',
      'regionCode',
      'motherId',
    ],
    search: ['docNo', 'earTag'],
    sorts: ['calvedOn'],
    sort: '-calvedOn',
  },
  form: [],
  detail: [
    'docNo',
    'calvedOn',
    'earTag',
    'parity',
    'principalId',
    'regionCode',
    'sireCode',
    'sireCertain',
    'gestationDays',
    'fit',
    'ease',
    'placenta',
    'total',
    'alive',
    'recorderId',
    'reason',
    'photoIds',
    'verifiedAt',
    'voidReason',
    'remark',
    'status',
    'lines',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    verify: {
      from: ['reported'],
      to: 'verified',
      form: { photoIds: field.files({ max: 3, accept: 'image/*' }) },
    },
    reject: { from: ['reported'], to: 'rejected', permission: 'verify', remark: true, danger: true },
    void: { from: ['reported', 'verified'], to: 'voided', remark: true, danger: true },
  },
});
export type Calving = RowOf<typeof calving>;

const calf = z.strictObject({
  sex: z.enum(['male', 'female']),
  alive: z.boolean(),
  birthWeight: z.number().min(0.5).max(90).nullish(),
  coatColor: z.string().trim().max(20).nullish(),
  breed: z.string().max(40).nullish(),
});
const told = {
  motherId: idSchema,
  calvedOn: z.iso.date(),
};
const candidate = z.object({
  serviceId: idSchema,
  servedOn: z.string(),
  sireCode: z.string(),
  days: z.number(),
  fit: z.string(),
});
export const checkCalving = endpoint({
  method: 'POST',
  path: 'ant/breed/calving/check',
  access: needs('breed:calving:add'),
  body: z.strictObject({ ...told, serviceId: idSchema.nullish() }),
  data: z.object({
    serviceId: idSchema.nullable(),
    sireCode: z.string().nullable(),
    sireCertain: z.boolean(),
    gestationDays: z.number().nullable(),
    fit: z.string(),
    candidates: z.array(candidate),
    window: z.object({
      gestation: z.number(),
      normalDays: z.number(),
      acceptBefore: z.number(),
      acceptAfter: z.number(),
    }),
    calfBreed: z.string().nullable(),
    mostCalves: z.number(),
    refused: z.string().nullable(),
  }),
});
export type CalvingPreview = z.output<typeof checkCalving.data>;
export const addCalving = endpoint({
  method: 'POST',
  path: 'ant/breed/calving/add',
  access: needs('breed:calving:add'),
  body: z.strictObject({
    ...told,
    clientKey: z.uuid(),
    ease: z.enum(['normal', 'assisted', 'hard', 'caesarean']),
    placenta: z.enum(['normal', 'retained']).nullish(),
    serviceId: idSchema.nullish(),
    reason: z.string().trim().max(500).nullish(),
    photoIds: z.array(idSchema).max(6).default([]),
    point: z.object({ longitude: z.number(), latitude: z.number() }).nullish(),
    remark: z.string().trim().max(500).nullish(),
    calves: z.array(calf).min(1).max(6),
  }),
  data: z.object({ id: idSchema, docNo: z.string(), fit: z.string(), calfIds: z.array(idSchema) }),
  action: 'add',
});
/** R32: the registry's entry, filled from the birth. */
export const registerCalf = endpoint({
  method: 'POST',
  path: 'ant/breed/calving/registerCalf',
  access: needs('breed:calving:add'),
  body: z.strictObject({
    calfId: idSchema,
    tag: z.string().regex(/^\d{15}$/),
    penId: idSchema.nullish(),
    wornOn: z.iso.date(),
    breed: z.string().max(40).nullish(),
  }),
  data: z.object({ animalId: idSchema, docNo: z.string() }),
  action: 'add',
});
/** R32: a calf that died before it wore a tag never becomes an animal. */
export const closeCalf = endpoint({
  method: 'POST',
  path: 'ant/breed/calving/closeCalf',
  access: needs('breed:calving:add'),
  body: z.strictObject({
    calfId: idSchema,
    deadOn: z.iso.date(),
    cause: z.string().trim().min(2).max(200),
    version: versionSchema,
  }),
  data: z.object({ state: z.string() }),
  action: 'edit',
});
