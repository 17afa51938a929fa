import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 防疫季: the campaign of a spring or an autumn, or a special one. */
export const preventionSeason = defineResource({
  module: 'prevention',
  name: 'preventionSeason',
  path: 'ant/season',
  screen: '/ant/preventionMange/antiEpidemicSeason',
  permission: 'ant:season',
  actions: { export: 'list', remove: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    name: field.text({ max: 60, derived: true }),
    year: field.int({ derived: true }),
    kind: field.dict('prevention_season_kind', { derived: true }),
    emergency: field.bool({ derived: true }),
    regionCode: field.region({ derived: true }),
    regionCodes: field.json({ derived: true }),
    regionNames: field.text({ max: 400, derived: true }),
    startDate: field.date({ derived: true }),
    endDate: field.date({ derived: true }),
    snapshotDate: field.date({ derived: true }),
    slogan: field.text({ max: 200, derived: true, optional: true }),
    docFileId: field.int({ derived: true, optional: true }),
    items: field.json({ derived: true }),
    diseases: field.text({ max: 400, derived: true, optional: true }),
    households: field.int({ derived: true, optional: true }),
    due: field.int({ derived: true }),
    done: field.int({ derived: true }),
    coverage: field.decimal({ scale: 1, derived: true, optional: true, unit: '%' }),
    planBuiltAt: field.dateTime({ derived: true, optional: true }),
    summaryText: field.longText({ max: 5000, derived: true, optional: true }),
    summaryFileId: field.int({ derived: true, optional: true }),
    summary: field.json({ derived: true, optional: true }),
    amended: field.bool({ derived: true }),
    status: field.state(
      'prevention_season_status',
      'draft',
      'published',
      'ongoing',
      'summarising',
      'closed',
      'cancelled',
    ),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'kind',
      'startDate',
      'endDate',
      'regionNames',
      'diseases',
      'households',
      'due',
      'done',
      'coverage',
      'status',
    ],
    filters: ['year', 'kind', 'status', 'startDate'],
    search: ['name'],
    sorts: ['startDate', 'name'],
    sort: '-startDate',
  },
  form: [],
  detail: [
    'name',
    'kind',
    'year',
    'emergency',
    'regionNames',
    'startDate',
    'endDate',
    'snapshotDate',
    'slogan',
    'diseases',
    'households',
    'due',
    'done',
    'coverage',
    'planBuiltAt',
    'summaryText',
  ],
  operations: ['list', 'detail', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    publish: {
      from: ['draft'],
      to: 'published',
      form: { snapshotDate: field.date(), notice: field.longText({ max: 2000, optional: true }) },
    },
    start: { from: ['published'], to: 'ongoing', permission: 'publish' },
    extend: {
      from: ['ongoing'],
      to: 'ongoing',
      permission: 'publish',
      form: { endDate: field.date({ ahead: true }) },
      remark: true,
    },
    summarise: { from: ['ongoing'], to: 'summarising', permission: 'close' },
    close: {
      from: ['summarising'],
      to: 'closed',
      form: { summaryText: field.longText({ max: 5000 }), summaryFileId: field.int({ optional: true }) },
    },
    reopen: { from: ['closed'], to: 'summarising', remark: true },
    cancel: { from: ['draft', 'published'], to: 'cancelled', permission: 'publish', remark: true, danger: true },
  },
});
export type PreventionSeason = RowOf<typeof preventionSeason>;

export const seasonItem = z.object({
  diseaseCode: z.string().min(1).max(40),
  species: z.string().min(1).max(20),
  target: z.number().min(0).max(100).default(100),
  defaultVaccineCode: z.string().max(40).nullish(),
  plannedCurve: z.enum(['linear', 'sShaped']).default('sShaped'),
});
const seasonBody = z
  .object({
    name: z.string().trim().min(2).max(60),
    year: z.number().int().min(2000).max(2100),
    kind: z.enum(['spring', 'autumn', 'special']),
    emergency: z.boolean().default(false),
    regionCodes: z.array(z.number().int().positive()).min(1).max(100),
    startDate: z.iso.date(),
    endDate: z.iso.date(),
    slogan: z.string().max(200).nullish(),
    docFileId: idSchema.nullish(),
    items: z.array(seasonItem).min(1).max(60),
  })
  .refine((one) => one.endDate >= one.startDate, { path: ['endDate'], message: 'endBeforeStart' });
export type SeasonInput = z.output<typeof seasonBody>;

export const addSeason = endpoint({
  method: 'POST',
  path: 'ant/season/add',
  access: needs('ant:season:add'),
  action: 'add',
  body: seasonBody,
  data: z.object({ id: idSchema, version: versionSchema }),
});

export const editSeason = endpoint({
  method: 'POST',
  path: 'ant/season/edit',
  access: needs('ant:season:edit'),
  action: 'edit',
  body: seasonBody.safeExtend({ id: idSchema, version: versionSchema }),
  data: z.object({ id: idSchema, version: versionSchema }),
});

export const currentSeason = endpoint({
  method: 'GET',
  path: 'ant/season/current',
  access: needs('ant:home:view'),
  query: z.object({ regionCode: z.coerce.number().int().optional() }),
  data: z.object({
    id: idSchema,
    name: z.string(),
    kind: z.string(),
    startDate: z.string(),
    endDate: z.string(),
    slogan: z.string().nullable(),
    day: z.number(),
    days: z.number(),
    daysLeft: z.number(),
    planPct: z.number(),
    items: z.array(seasonItem),
  }),
});

export const rebuildPlan = endpoint({
  method: 'POST',
  path: 'ant/season/:id/rebuildPlan',
  access: needs('ant:season:publish'),
  action: 'rebuild',
  params: z.object({ id: idSchema }),
  body: z.strictObject({}),
  data: z.object({ jobId: idSchema }),
});

/** What a season is made of: diseases with the kinds they befall, and the vaccines against them. */
export const seasonOptions = endpoint({
  method: 'GET',
  path: 'ant/season/options',
  access: needs('ant:season:list', 'ant:plan:list', 'ant:home:view'),
  data: z.object({
    diseases: z.array(
      z.object({ code: z.string(), name: z.string(), species: z.array(z.string()), compulsory: z.boolean() }),
    ),
    vaccines: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        diseaseCodes: z.array(z.string()),
        species: z.array(z.string()),
      }),
    ),
  }),
});
export type SeasonOptions = z.output<(typeof seasonOptions)['data']>;

export const seasons = {
  resources: [preventionSeason],
  endpoints: [addSeason, editSeason, currentSeason, rebuildPlan, seasonOptions],
} as const;
