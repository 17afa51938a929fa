import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { diseaseWords } from '../visit/visit-sheet.ts';

/** 免疫计划: one row per household and season, a cell per disease. */
export const planHousehold = defineResource({
  module: 'prevention',
  name: 'planHousehold',
  path: 'ant/plan',
  screen: '/ant/preventionMange/household',
  permission: 'ant:plan',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    seasonId: field.ref('prevention.preventionSeason', { derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    staffId: field.ref('registry.staff', { derived: true, optional: true }),
    pool: field.bool({ derived: true }),
    scale: field.dict('farm_scale', { derived: true, optional: true }),
    stock: field.int({ derived: true }),
    due: field.int({ derived: true }),
    done: field.int({ derived: true }),
    exempt: field.int({ derived: true }),
    rate: field.decimal({ scale: 1, derived: true, optional: true, unit: '%' }),
    cells: field.json({ derived: true }),
    diseaseCode: field.text({ max: 40, derived: true, optional: true }),
    attempts: field.int({ derived: true }),
    lastVisitOn: field.date({ derived: true, optional: true }),
    status: field.dict('prevention_plan_status', { derived: true }),
  },
  title: 'principalId',
  list: {
    columns: [
      'principalId',
      'status',
      'cells',
      'regionCode',
      'staffId',
      'stock',
      'due',
      'done',
      'rate',
      'exempt',
      'lastVisitOn',
      'attempts',
    ],
    filters: ['seasonId', 'regionCode', 'staffId', 'pool', 'status', 'scale', 'principalId', 'diseaseCode'],
    sorts: ['due', 'done', 'lastVisitOn', 'attempts', 'rate'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type PlanHousehold = RowOf<typeof planHousehold>;

export const planAssign = endpoint({
  method: 'POST',
  path: 'ant/plan/assign',
  access: needs('ant:plan:assign', 'ant:household:assign'),
  action: 'assign',
  body: z
    .object({
      ids: z.array(idSchema).max(500).optional(),
      seasonId: idSchema.optional(),
      principalIds: z.array(idSchema).max(500).optional(),
      staffId: idSchema,
    })
    .refine((one) => Boolean(one.ids?.length) !== Boolean(one.principalIds?.length), { path: ['ids'] }),
  data: z.object({ changed: z.number() }),
});

/** R4 opened: how every animal behind a figure stands, and why it is not due. */
export const planAnimals = endpoint({
  method: 'GET',
  path: 'ant/plan/animals',
  access: needs('ant:plan:list', 'ant:household:detail', 'ant:stat:coverage'),
  query: z.object({
    seasonId: idSchema,
    principalId: idSchema.optional(),
    regionCode: z.coerce.number().int().optional(),
    diseaseCode: z.string().max(40).optional(),
    species: z.string().max(20).optional(),
    how: z.string().max(20).optional(),
    limit: z.coerce.number().int().min(1).max(2000).default(500),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        animalId: idSchema,
        earTag: z.string(),
        principalId: idSchema,
        holderName: z.string(),
        species: z.string(),
        stage: z.string(),
        birthDate: z.string(),
        diseaseCode: z.string(),
        how: z.string(),
        lastOn: z.string().nullable(),
        validUntil: z.string().nullable(),
        exemptUntil: z.string().nullable(),
        exemptReason: z.string().nullable(),
      }),
    ),
    counts: z.record(z.string(), z.number()),
    untagged: z.object({ stock: z.number(), done: z.number(), remaining: z.number() }),
    more: z.boolean(),
  }),
});

/** 月度补免. */
export const routinePlan = defineResource({
  module: 'prevention',
  name: 'routinePlan',
  path: 'ant/routinePlan',
  screen: '/ant/preventionMange/mtdLogs',
  permission: 'ant:routine',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    month: field.text({ max: 7, derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    staffId: field.ref('registry.staff', { derived: true, optional: true }),
    diseaseCode: field.text({ max: 40, derived: true }),
    diseaseName: field.text({ max: 60, derived: true }),
    species: field.dict('species', { derived: true }),
    due: field.int({ derived: true }),
    done: field.int({ derived: true }),
    remaining: field.int({ derived: true }),
    rate: field.decimal({ scale: 1, derived: true, optional: true, unit: '%' }),
    reasons: field.json({ derived: true }),
    doneReasons: field.json({ derived: true }),
    reason: field.dict('routine_reason', { derived: true, optional: true }),
    lastVisitOn: field.date({ derived: true, optional: true }),
    status: field.dict('routine_plan_status', { derived: true }),
  },
  title: 'month',
  list: {
    columns: [
      'principalId',
      'regionCode',
      'staffId',
      'diseaseName',
      'species',
      'due',
      'done',
      'rate',
      'reasons',
      'lastVisitOn',
      'status',
    ],
    filters: ['month', 'regionCode', 'staffId', 'diseaseCode', 'species', 'reason', 'status', 'principalId'],
    sorts: ['due', 'done', 'rate', 'lastVisitOn'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type RoutinePlan = RowOf<typeof routinePlan>;

export const routineTotals = endpoint({
  method: 'GET',
  path: 'ant/routinePlan/totals',
  access: needs('ant:routine:list'),
  query: z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), regionCode: z.coerce.number().int().optional() }),
  data: z.object({
    due: z.number(),
    done: z.number(),
    byDisease: z.array(z.object({ diseaseCode: z.string(), due: z.number(), done: z.number() })),
    days: z.array(z.object({ day: z.string(), done: z.number() })),
    /** What of the month slides on into the next. */
    closed: z.boolean(),
    diseases: diseaseWords,
  }),
});

/** The animals a make-up row speaks of. */
export const routineAnimals = endpoint({
  method: 'GET',
  path: 'ant/routinePlan/animals',
  access: needs('ant:routine:list', 'ant:household:detail'),
  query: z.object({ principalId: idSchema, diseaseCode: z.string().max(40).optional() }),
  data: z.array(
    z.object({
      animalId: idSchema,
      earTag: z.string(),
      species: z.string(),
      stage: z.string(),
      diseaseCode: z.string(),
      why: z.string(),
      lastOn: z.string().nullable(),
      /** The day of its first immunisation, where it is too young today. */
      ofAgeOn: z.string().nullable(),
    }),
  ),
});

export const plans = {
  resources: [planHousehold, routinePlan],
  endpoints: [planAssign, planAnimals, routineTotals, routineAnimals],
} as const;
