import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const entryKinds = ['born', 'bought', 'donated', 'backlog'] as const;

/** 登记单: animals that came in together. */
export const animalEntry = defineResource({
  module: 'registry',
  name: 'animalEntry',
  path: 'pri/animal/entry',
  screen: '/pri/animal/entry',
  permission: 'pri:animal',
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, derived: true }),
    entryKind: field.dict('entry_kind', { derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    penId: field.ref('registry.pen', { derived: true, optional: true }),
    species: field.dict('species', { derived: true }),
    breed: field.text({ max: 40, derived: true, optional: true }),
    count: field.int({ derived: true, min: 1, max: 1000 }),
    segments: field.longText({ max: 20_000, derived: true }),
    wornOn: field.date({ derived: true }),
    wornByStaffId: field.int({ derived: true, optional: true }),
    originRegionCode: field.region({ derived: true, optional: true }),
    quarantineCertNo: field.text({ max: 40, derived: true, optional: true }),
    sellerName: field.text({ max: 60, derived: true, optional: true }),
    status: field.state('animal_entry_status', 'done', 'voided'),
    voidReason: field.text({ max: 200, derived: true, optional: true }),
    createdByName: field.text({ max: 60, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'entryKind',
      'principalId',
      'regionCode',
      'species',
      'count',
      'segments',
      'wornOn',
      'createdByName',
      'status',
      'createdAt',
    ],
    filters: ['docNo', 'entryKind', 'principalId', 'regionCode', 'species', 'wornOn', 'status', 'createdAt'],
    sorts: ['docNo', 'wornOn', 'createdAt'],
  },
  form: [],
  detail: [
    'entryKind',
    'principalId',
    'regionCode',
    'penId',
    'species',
    'breed',
    'count',
    'segments',
    'wornOn',
    'originRegionCode',
    'quarantineCertNo',
    'sellerName',
    'createdByName',
    'createdAt',
    'voidReason',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: { void: { from: ['done'], to: 'voided', remark: true, danger: true } },
});
export type AnimalEntry = RowOf<typeof animalEntry>;

const day = z.iso.date();
const tag = z.string().regex(/^\d{15}$/);
const animalInput = z.object({
  tag,
  electronicTag: tag.nullish(),
  species: z.enum(['cattle', 'sheep', 'goat']),
  breed: z.string().min(1).max(40),
  sex: z.enum(['male', 'female']),
  birthDate: day,
  coatColor: z.string().max(40).nullish(),
  motherTag: tag.nullish(),
  fatherCode: z.string().max(40).nullish(),
  parity: z.int().min(0).max(30).optional(),
  castrated: z.boolean().optional(),
});
const entryFacts = {
  entryKind: z.enum(entryKinds),
  principalId: idSchema,
  ownerId: idSchema.nullish(),
  penId: idSchema.nullish(),
  wornOn: day,
  staffId: idSchema.nullish(),
  earSide: z.enum(['left', 'right']).nullish(),
  originRegionCode: z.int().nullish(),
  quarantineCertNo: z.string().max(40).nullish(),
  sellerName: z.string().max(60).nullish(),
  /** Yuan with two decimals. */
  price: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .nullish(),
  animals: z.array(animalInput).min(1).max(1000),
};

export const finding = z.object({
  tag: z.string(),
  level: z.enum(['warn', 'error']),
  bizCode: z.string(),
  words: z.string(),
});

/** The checks of a registration, told animal by animal before anything is written. */
export const checkEntry = endpoint({
  method: 'POST',
  path: 'pri/animal/info/check',
  access: needs('pri:animal:add'),
  body: z.object(entryFacts),
  data: z.array(finding),
});

export const registerEntry = endpoint({
  method: 'POST',
  path: 'pri/animal/entry/register',
  access: needs('pri:animal:add'),
  action: 'register',
  body: z.object(entryFacts),
  data: z.object({
    entryId: idSchema,
    docNo: z.string(),
    count: z.int(),
    /** Of those registered, how many were counted before without a number, and how many such are left. */
    fromUntagged: z.int(),
    untaggedLeft: z.int(),
  }),
});

/** The animals of an entry as they are printed on the sheet of worn tags. */
export const entryAnimals = endpoint({
  method: 'GET',
  path: 'pri/animal/entry/animals',
  access: needs('pri:animal:list'),
  query: z.object({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      id: idSchema,
      earTag: z.string(),
      sex: z.string(),
      breed: z.string(),
      birthDate: z.string(),
      version: versionSchema,
    }),
  ),
});
