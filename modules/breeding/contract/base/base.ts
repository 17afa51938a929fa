import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 母畜档案: the registry's females of breeding age, as breeding looks at them. */
export const animal = defineResource({
  module: 'breeding',
  name: 'animal',
  path: 'improve/animal',
  screen: '/improve/base/animal',
  permission: 'improve:base',
  actions: { list: 'animal', export: 'animal' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    earTag: field.text({ max: 15, ...derived }),
    species: field.dict('species', derived),
    breed: field.dict('breed_code', derived),
    birthDate: field.date(derived),
    ageMonths: field.int(derived),
    parity: field.int(derived),
    fatherCode: field.text({ max: 15, ...maybe }),
    motherTag: field.text({ max: 15, ...maybe }),
    pedigree: field.dict('insemination_pedigree_known', derived),
    cycleStatus: field.dict('breeding_cycle_status', maybe),
    calves: field.int(derived),
    lastCalvedOn: field.date(maybe),
    expectedOn: field.date(maybe),
    inCensus: field.bool(derived),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
  },
  title: 'earTag',
  list: {
    columns: [
      'earTag',
      'breed',
      'ageMonths',
      'parity',
      'cycleStatus',
      'lastCalvedOn',
      'expectedOn',
      'calves',
      'fatherCode',
      'motherTag',
      'pedigree',
      'inCensus',
      'principalId',
      'regionCode',
    ],
    filters: [
      'earTag',
      'principalId',
      'species',
      'breed',
      'parity',
      'cycleStatus',
      'pedigree',
      'inCensus',
      'birthDate',
      'fatherCode',
      'regionCode',
    ],
    sorts: ['earTag', 'birthDate'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type BreedingFemale = RowOf<typeof animal>;

/** 改良主体: who keeps females, and how their breeding stands. */
export const holder = defineResource({
  module: 'breeding',
  name: 'holder',
  path: 'improve/household',
  screen: '/improve/base/principal',
  permission: 'improve:base',
  actions: { list: 'household', export: 'household' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalUnitName: field.text({ max: 80, ...derived }),
    principalUnitType: field.dict('principal_type', derived),
    regionCode: field.region(derived),
    females: field.int(derived),
    cows: field.int(derived),
    served: field.int(derived),
    pregnant: field.int(derived),
    calves: field.int(derived),
    eligible: field.int(derived),
    subsidy: field.money(derived),
    status: field.dict('principal_status', derived),
  },
  title: 'principalUnitName',
  list: {
    columns: [
      'principalUnitName',
      'principalUnitType',
      'regionCode',
      'females',
      'cows',
      'served',
      'pregnant',
      'calves',
      'eligible',
      'subsidy',
    ],
    filters: ['principalUnitName', 'principalUnitType', 'regionCode'],
    search: ['principalUnitName'],
    sorts: [],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type ImprovedHolder = RowOf<typeof holder>;

const record = z.object({ id: idSchema, on: z.string(), docNo: z.string() });
const cycle = z.object({
  id: idSchema,
  cycleNo: z.number(),
  parityBefore: z.number(),
  openedOn: z.string(),
  closedOn: z.string().nullable(),
  status: z.string(),
  endReason: z.string().nullable(),
  heats: z.number(),
  straws: z.number(),
  checkDueOn: z.string().nullable(),
  expectedOn: z.string().nullable(),
  services: z.array(
    record.extend({
      sireCode: z.string(),
      heatNo: z.number(),
      shotNo: z.number(),
      outcome: z.string(),
      technician: z.string().nullable(),
      kinF: z.number().nullable(),
    }),
  ),
  checks: z.array(record.extend({ method: z.string(), result: z.string(), daysAfter: z.number().nullable() })),
  calvings: z.array(
    record.extend({
      sireCode: z.string().nullable(),
      gestationDays: z.number().nullable(),
      fit: z.string(),
      ease: z.string(),
      alive: z.number(),
      total: z.number(),
      calfTags: z.array(z.string()),
    }),
  ),
});
export type CycleCard = z.output<typeof cycle>;
/** The breeding card of a female: her cycles with all their records, her parents, whether she is to be bred. */
export const animalCard = endpoint({
  method: 'GET',
  path: 'improve/animal/card',
  access: needs('improve:base:animal', 'breed:cycle:list'),
  query: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    animalId: idSchema,
    earTag: z.string(),
    species: z.string(),
    sex: z.string(),
    breed: z.string(),
    birthDate: z.string(),
    parity: z.number(),
    principalId: idSchema,
    holder: z.string(),
    region: z.string(),
    motherTag: z.string().nullable(),
    fatherCode: z.string().nullable(),
    setAside: z.boolean(),
    cycles: z.array(cycle),
  }),
});
export type AnimalCard = z.output<typeof animalCard.data>;

export const holderCard = endpoint({
  method: 'GET',
  path: 'improve/household/card',
  access: needs('improve:base:household'),
  query: z.object({ id: z.coerce.number().int().positive() }),
  data: z.object({
    id: idSchema,
    name: z.string(),
    type: z.string(),
    region: z.string(),
    states: z.record(z.string(), z.number()),
    due: z.array(z.object({ animalId: idSchema, earTag: z.string(), what: z.string(), on: z.string() })),
    sheets: z.array(
      z.object({
        roundId: idSchema,
        round: z.string(),
        eligible: z.number(),
        expected: z.number(),
        status: z.string(),
      }),
    ),
    lines: z.array(
      z.object({
        id: idSchema,
        programme: z.string(),
        year: z.number(),
        count: z.number(),
        amountCents: z.number(),
        payStatus: z.string(),
      }),
    ),
    excluded: z.array(z.object({ reason: z.string(), n: z.number() })),
  }),
});
export type HolderCard = z.output<typeof holderCard.data>;

const tile = z.object({
  key: z.string(),
  value: z.number().nullable(),
  whole: z.number().nullable(),
  path: z.string(),
});
/** 改良首页: what the reader's own work is, then how the area stands. */
export const improveHome = endpoint({
  method: 'GET',
  path: 'improve/home',
  access: needs('improve:base:home'),
  query: z.object({ regionCode: z.coerce.number().int().optional() }),
  data: z.object({
    tiles: z.array(tile),
    todo: z.array(tile),
    months: z.array(z.object({ month: z.string(), heats: z.number(), calves: z.number() })),
    regions: z.array(
      z.object({
        regionCode: z.number(),
        name: z.string(),
        heats: z.number(),
        judged: z.number(),
        pregnant: z.number(),
        calves: z.number(),
      }),
    ),
    sires: z.array(z.object({ sireCode: z.string(), breed: z.string(), heats: z.number() })),
  }),
});
export type ImproveHome = z.output<typeof improveHome.data>;

export const base = { resources: [animal, holder], endpoints: [animalCard, holderCard, improveHome] };
