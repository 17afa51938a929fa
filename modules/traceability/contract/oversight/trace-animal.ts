import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 活体追溯: animals in stock by how complete their record is. */
export const traceAnimal = defineResource({
  module: 'traceability',
  name: 'traceAnimal',
  path: 'trace/animal',
  screen: '/traceability/traceabilityIdentification/liveTraceability',
  permission: 'trace:animal',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    animalId: field.int(derived),
    earTag: field.text({ max: 20, ...derived }),
    species: field.dict('species', derived),
    breed: field.text({ max: 40, ...maybe }),
    sex: field.dict('animal_sex', maybe),
    birthDate: field.date(maybe),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    present: field.dicts('trace_node', derived),
    missing: field.dicts('trace_node', derived),
    timeOdd: field.dicts('trace_odd', derived),
    score: field.int(derived),
    grade: field.dict('trace_animal_grade', derived),
    chain: field.dict('trace_animal_chain', derived),
    code: field.text({ max: 12, ...maybe }),
    lastOn: field.date(maybe),
    checkedAt: field.dateTime(derived),
  },
  title: 'earTag',
  list: {
    columns: [
      'earTag',
      'grade',
      'chain',
      'missing',
      'principalId',
      'regionCode',
      'score',
      'species',
      'sex',
      'birthDate',
      'code',
      'lastOn',
    ],
    filters: ['earTag', 'species', 'principalId', 'regionCode', 'grade', 'missing', 'chain'],
    search: ['earTag', 'code'],
    sorts: ['score', 'lastOn'],
  },
  form: [],
  detail: [
    'species',
    'breed',
    'sex',
    'birthDate',
    'principalId',
    'regionCode',
    'present',
    'missing',
    'timeOdd',
    'score',
    'grade',
    'chain',
    'code',
    'lastOn',
    'checkedAt',
  ],
  operations: ['list', 'detail', 'export'],
});

/** 追溯档案: one life in order, with its places, its seal and who stood beside it. */
export const animalFile = endpoint({
  method: 'GET',
  path: 'trace/animal/file',
  access: needs('trace:animal:detail'),
  query: z.strictObject({ animalId: z.coerce.number().int().positive() }),
  data: z.object({
    animalId: idSchema,
    tag: z.string(),
    species: z.string(),
    breed: z.string(),
    sex: z.string(),
    birthDate: z.string(),
    holder: z.string(),
    region: z.string(),
    grade: z.string().nullable(),
    score: z.int().nullable(),
    missing: z.array(z.string()),
    timeOdd: z.array(z.string()),
    code: z.string().nullable(),
    chain: z.object({ ok: z.boolean(), count: z.int(), brokenAt: z.int().nullable(), sealedTo: z.int() }),
    events: z.array(
      z.object({
        seq: z.int(),
        kind: z.string(),
        on: z.string(),
        place: z.string(),
        holder: z.string(),
        isVoided: z.boolean(),
        lateDays: z.int(),
        sealed: z.boolean(),
      }),
    ),
    stays: z.array(
      z.object({
        holder: z.string(),
        place: z.string(),
        from: z.string(),
        to: z.string().nullable(),
        contacts: z.int(),
      }),
    ),
    lots: z.array(z.object({ id: idSchema, docNo: z.string(), productName: z.string() })),
  }),
});

/** R1: recomputes lives now and says what differs; nothing here repairs. */
export const verifyChains = endpoint({
  method: 'POST',
  path: 'trace/verify',
  access: needs('trace:animal:verify', 'trace:chain:verify'),
  body: z.strictObject({
    scope: z.enum(['animal', 'seals']),
    animalIds: z.array(idSchema).max(200).default([]),
  }),
  data: z.object({
    animals: z.int(),
    events: z.int(),
    seals: z.int(),
    broken: z.array(z.object({ subject: z.string(), seq: z.int().nullable(), kind: z.string() })),
  }),
  action: 'edit',
});
