import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe } from '../fields.ts';

/** 养殖周期方案: the stages of a kind of animal. A version in use is never edited: a new one is drawn up from it. */
export const cycleScheme = defineResource({
  module: 'farm',
  name: 'cycleScheme',
  path: 'anm/cycleScheme',
  screen: '/anm/animal/cycle',
  permission: 'anm:cycle',
  actions: { add: 'scheme', edit: 'scheme', remove: 'scheme', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    code: field.text({ max: 20, pattern: /^[a-z][a-zA-Z0-9]*$/ }),
    name: field.text({ max: 40 }),
    species: field.dict('species'),
    purpose: field.dict('farm_purpose'),
    schemeVersion: field.int(derived),
    stages: field.lines({
      min: 1,
      max: 20,
      fields: {
        name: field.text({ max: 20 }),
        enterWhen: field.dict('cycle_stage_enter_when'),
        enterFrom: field.decimal({ scale: 2, min: 0, max: 2000, optional: true }),
        event: field.dict('cycle_event', { optional: true }),
        maxDays: field.int({ min: 1, max: 2000, unit: 'day', optional: true }),
        hovelKinds: field.dicts('hovel_kind', { optional: true }),
        targetAdg: field.int({ min: 0, max: 3000, unit: 'g', optional: true }),
        auto: field.bool(),
      },
    }),
    head: field.int(derived),
    fromTemplate: field.text({ max: 20, ...maybe }),
    regionCode: field.region(derived),
    status: field.state('cycle_scheme_status', 'draft', 'active', 'stopped'),
    createdAt: field.dateTime(derived),
  },
  title: 'name',
  list: {
    columns: ['name', 'code', 'species', 'purpose', 'schemeVersion', 'head', 'principalId', 'status'],
    filters: ['principalId', 'species', 'purpose', 'status', 'regionCode'],
    search: ['name', 'code'],
    sorts: ['createdAt'],
  },
  form: ['principalId', 'code', 'name', 'species', 'purpose', 'stages'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    activate: { from: ['draft', 'stopped'], to: 'active', permission: 'scheme' },
    stop: { from: ['active'], to: 'stopped', permission: 'scheme' },
  },
});
export type CycleScheme = RowOf<typeof cycleScheme>;

const farmQuery = z.object({ farmId: z.coerce.number().int().positive().optional() });
const card = z.object({
  animalId: idSchema,
  earTag: z.string(),
  farmNo: z.string().nullable(),
  pen: z.string().nullable(),
  days: z.number(),
  dueOn: z.string().nullable(),
  proposed: z.string().nullable(),
});
const column = z.object({
  stageId: idSchema,
  name: z.string(),
  head: z.number(),
  meanDays: z.number().nullable(),
  overdue: z.number(),
  proposed: z.number(),
  cards: z.array(card),
});
/** Who is in which stage of the schemes that run, the longest first; cards are the first of each stage. */
export const cycleBoard = endpoint({
  method: 'GET',
  path: 'anm/cycle/board',
  access: needs('anm:cycle:list'),
  query: farmQuery,
  data: z.object({
    farmId: idSchema.nullable(),
    schemes: z.array(z.object({ id: idSchema, name: z.string(), head: z.number(), stages: z.array(column) })),
    flow: z.array(z.object({ from: z.string().nullable(), to: z.string(), n: z.number() })),
  }),
});
export type CycleBoard = z.output<typeof cycleBoard.data>;

/** R5: by hand, until the next event; without a stage the rules decide again. */
export const setStage = endpoint({
  method: 'POST',
  path: 'anm/cycle/setStage',
  access: needs('anm:cycle:edit'),
  action: 'setStage',
  body: z.strictObject({
    animalIds: z.array(idSchema).min(1).max(1000),
    stageId: idSchema.nullable(),
    reason: z.string().trim().max(200).optional(),
  }),
  data: z.object({ changed: z.number() }),
});

/** A draft of the next version, with the stages of this one. */
export const copyScheme = endpoint({
  method: 'POST',
  path: 'anm/cycleScheme/copy',
  access: needs('anm:cycle:scheme'),
  action: 'add',
  body: z.strictObject({ id: idSchema }),
  data: z.object({ id: idSchema, schemeVersion: z.number() }),
});

/** 断奶: writes `weaned`, the weight through the device module, and both get their stages. */
export const weanCalves = endpoint({
  method: 'POST',
  path: 'anm/wean/add',
  access: needs('anm:cycle:edit'),
  action: 'wean',
  body: z.strictObject({
    calves: z
      .array(z.strictObject({ animalId: idSchema, kg: z.number().positive().max(1000).nullish() }))
      .min(1)
      .max(200),
    weanedOn: z.iso.date(),
    toPenId: idSchema.nullish(),
  }),
  data: z.object({ weaned: z.number(), sessionId: idSchema.nullable(), docNo: z.string().nullable() }),
});
