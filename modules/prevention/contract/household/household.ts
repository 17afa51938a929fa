import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Those who keep animals, as prevention looks at them: what they have, what is done, what is to be made up. Only read here. */
export const household = defineResource({
  module: 'prevention',
  name: 'household',
  path: 'ant/household',
  screen: '/ant/animalProtection/household',
  permission: 'ant:household',
  actions: { detail: 'detail', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalUnitName: field.text({ max: 60, derived: true }),
    namePinyin: field.text({ max: 400, derived: true, optional: true }),
    contactName: field.text({ max: 40, derived: true }),
    contactPhone: field.pii('phone', { derived: true }),
    principalUnitType: field.dict('principal_type', { derived: true }),
    regionCode: field.region({ derived: true }),
    scale: field.dict('farm_scale', { derived: true, optional: true }),
    cattle: field.int({ derived: true }),
    sheep: field.int({ derived: true }),
    goat: field.int({ derived: true }),
    untagged: field.int({ derived: true }),
    due: field.int({ derived: true, optional: true }),
    done: field.int({ derived: true, optional: true }),
    coverage: field.decimal({ scale: 1, derived: true, optional: true, unit: '%' }),
    planStatus: field.dict('prevention_plan_status', { derived: true, optional: true }),
    makeUpDue: field.int({ derived: true }),
    staffId: field.ref('registry.staff', { derived: true, optional: true }),
    lastVisitOn: field.date({ derived: true, optional: true }),
    hasStock: field.bool({ derived: true }),
    status: field.dict('principal_status', { derived: true }),
  },
  title: 'principalUnitName',
  list: {
    columns: [
      'principalUnitName',
      'cattle',
      'sheep',
      'goat',
      'coverage',
      'makeUpDue',
      'staffId',
      'lastVisitOn',
      'regionCode',
      'scale',
      'untagged',
      'planStatus',
    ],
    filters: [
      'regionCode',
      'contactPhone',
      'scale',
      'staffId',
      'hasStock',
      'planStatus',
      'principalUnitType',
      'makeUpDue',
      'cattle',
      'sheep',
      'goat',
    ],
    search: ['principalUnitName', 'namePinyin', 'contactName'],
    sorts: ['principalUnitName'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type Household = RowOf<typeof household>;
export const resources = [household];

const head = z.int();
const plan = z.object({
  diseaseCode: z.string(),
  diseaseName: z.string(),
  species: z.string(),
  stock: head,
  due: head,
  done: head,
  remaining: head,
  exempt: head,
  young: head,
  protected: head,
});
const routine = z.object({
  month: z.string(),
  diseaseName: z.string(),
  species: z.string(),
  due: head,
  done: head,
  remaining: head,
  reasons: z.record(z.string(), head),
});
const visit = z.object({
  id: idSchema,
  docNo: z.string(),
  visitedOn: z.string(),
  mode: z.string(),
  result: z.string(),
  status: z.string(),
  cattle: head,
  sheep: head,
  goat: head,
  vaccines: z.string().nullable(),
  staffName: z.string().nullable(),
  photos: z.array(idSchema),
});
const sheet = z.object({
  id: idSchema,
  roundName: z.string(),
  countedOn: z.string().nullable(),
  taggedSeen: head.nullable(),
  taggedSystem: head.nullable(),
  untagged: head.nullable(),
  difference: head.nullable(),
  status: z.string(),
});
const sample = z.object({
  barcode: z.string(),
  earTag: z.string().nullable(),
  sampleType: z.string(),
  sampledOn: z.string().nullable(),
  status: z.string(),
  results: z.array(z.object({ item: z.string(), conclusion: z.string() })),
});
const stress = z.object({
  id: idSchema,
  docNo: z.string(),
  earTag: z.string().nullable(),
  species: z.string(),
  vaccineName: z.string(),
  reactedAt: z.string(),
  outcome: z.string(),
  /** Yuan. */
  amount: z.number().nullable(),
  status: z.string(),
});
const file = z.object({
  id: idSchema,
  lastVisitOn: z.string().nullable(),
  staffName: z.string().nullable(),
  season: z.object({ id: idSchema, name: z.string(), startDate: z.string(), endDate: z.string() }).nullable(),
  stock: z.array(z.object({ species: z.string(), stage: z.string(), tagged: head, untagged: head })),
  countedOn: z.string().nullable(),
  plan: z.array(plan),
  routine: z.array(routine),
  visits: z.array(visit),
  census: z.array(sheet),
  samples: z.array(sample),
  stress: z.array(stress),
});
export type HouseholdFile = z.output<typeof file>;

/** What prevention knows of one holder: what is due now, and what was. The newest hundred of each. */
export const householdFile = endpoint({
  method: 'GET',
  path: 'ant/household/:id/file',
  access: needs('ant:household:detail'),
  params: z.object({ id: idSchema }),
  data: file,
});

const bookLine = z.object({
  on: z.string(),
  species: z.string(),
  head,
  vaccine: z.string(),
  lotNo: z.string(),
  staffName: z.string().nullable(),
  signId: idSchema.nullable(),
});
/** 免疫档案: a line for every visit, kind and vaccine of some years. */
export const recordBook = endpoint({
  method: 'GET',
  path: 'ant/print/recordBook/:id',
  access: needs('ant:household:detail'),
  params: z.object({ id: idSchema }),
  query: z.strictObject({
    from: z.coerce.number().int().min(2000).max(2100),
    to: z.coerce.number().int().min(2000).max(2100),
  }),
  data: z.object({
    name: z.string(),
    regionName: z.string().nullable(),
    contactName: z.string(),
    years: z.array(z.object({ year: z.int(), lines: z.array(bookLine) })),
  }),
});
export type RecordBook = z.output<(typeof recordBook)['data']>;

export const endpoints = [householdFile, recordBook];
