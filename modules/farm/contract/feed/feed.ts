import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe } from '../fields.ts';

const grams = (value: number) => Math.round(value * 1000) / 1000;

/** 日粮配方: what one head eats in a day. A version in use is stopped and drawn up anew, never edited. */
export const feedFormula = defineResource({
  module: 'farm',
  name: 'feedFormula',
  path: 'anm/formula',
  screen: '/anm/feeding/formula',
  permission: 'anm:formula',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    code: field.text({ max: 20, pattern: /^[\w-]+$/ }),
    name: field.text({ max: 40 }),
    species: field.dict('species'),
    formulaVersion: field.int(derived),
    items: field.lines({
      min: 1,
      max: 20,
      fields: {
        materialId: field.ref('depot.material', { where: { kind: 'feed', status: 'active' } }),
        kgPerHead: field.decimal({ scale: 3, min: 0.001, max: 100, unit: 'kg' }),
        dmPct: field.decimal({ scale: 2, min: 1, max: 100, unit: '%' }),
        dmKg: field.decimal({ scale: 3, unit: 'kg', derived: true }),
      },
      compute: { dmKg: ({ kgPerHead, dmPct }) => grams((Number(kgPerHead) * Number(dmPct)) / 100) },
      totals: { kgPerHead: 'kgPerHead', dmKg: 'dmKg' },
    }),
    kgPerHead: field.decimal({ scale: 3, unit: 'kg', derived: true }),
    dmKg: field.decimal({ scale: 3, unit: 'kg', derived: true }),
    daysLeft: field.int({ unit: 'day', ...maybe }),
    plans: field.int(derived),
    remark: field.text({ max: 200, optional: true }),
    regionCode: field.region(derived),
    status: field.state('feed_formula_status', 'draft', 'active', 'stopped'),
    createdAt: field.dateTime(derived),
  },
  title: 'name',
  list: {
    columns: ['name', 'code', 'formulaVersion', 'species', 'kgPerHead', 'dmKg', 'plans', 'daysLeft', 'status'],
    filters: ['principalId', 'species', 'status', 'regionCode'],
    search: ['name', 'code'],
    sorts: ['createdAt', 'kgPerHead'],
  },
  form: ['principalId', 'code', 'name', 'species', 'items', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    activate: { from: ['draft', 'stopped'], to: 'active', permission: 'edit' },
    stop: { from: ['active'], to: 'stopped', permission: 'edit' },
  },
});
export type FeedFormula = RowOf<typeof feedFormula>;

/** 饲喂计划: who eats by which formula. The nearest wins: pen, then group, then stage. */
export const feedingPlan = defineResource({
  module: 'farm',
  name: 'feedingPlan',
  path: 'anm/feedingPlan',
  screen: '/anm/feeding/plan',
  permission: 'anm:feeding',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    target: field.dict('feeding_plan_target', { fixed: true }),
    penId: field.ref('registry.pen', {
      optional: true,
      needed: { by: 'target', in: ['pen'] },
      where: { principalId: { from: 'principalId' } },
    }),
    groupId: field.ref('farm.farmGroup', {
      optional: true,
      needed: { by: 'target', in: ['group'] },
      where: { principalId: { from: 'principalId' }, status: 'active' },
    }),
    stageId: field.ref('farm.farmStage', {
      optional: true,
      needed: { by: 'target', in: ['stage'] },
      where: { principalId: { from: 'principalId' } },
    }),
    formulaId: field.ref('farm.feedFormula', { where: { principalId: { from: 'principalId' }, status: 'active' } }),
    factor: field.decimal({ scale: 2, min: 0.1, max: 3 }),
    meals: field.text({ max: 40, pattern: /^\d{1,3}(,\d{1,3}){0,5}$/ }),
    fromOn: field.date(),
    toOn: field.date({ optional: true }),
    kgPerHead: field.decimal({ scale: 3, unit: 'kg', ...maybe }),
    head: field.int(derived),
    kgPerDay: field.decimal({ scale: 1, unit: 'kg', ...maybe }),
    regionCode: field.region(derived),
    status: field.state('feeding_plan_status', 'draft', 'active', 'ended'),
    createdAt: field.dateTime(derived),
  },
  title: 'target',
  list: {
    columns: [
      'target',
      'penId',
      'groupId',
      'stageId',
      'formulaId',
      'kgPerHead',
      'meals',
      'head',
      'kgPerDay',
      'fromOn',
      'toOn',
      'status',
    ],
    filters: ['principalId', 'target', 'penId', 'formulaId', 'status', 'regionCode'],
    sorts: ['fromOn', 'createdAt'],
  },
  form: ['principalId', 'target', 'penId', 'groupId', 'stageId', 'formulaId', 'factor', 'meals', 'fromOn', 'toOn'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    activate: { from: ['draft'], to: 'active', permission: 'edit' },
    end: { from: ['active'], to: 'ended', permission: 'edit' },
  },
});
export type FeedingPlan = RowOf<typeof feedingPlan>;

/** Stages of the schemes that run, to be chosen. */
export const farmStage = defineResource({
  module: 'farm',
  name: 'farmStage',
  path: 'anm/cycle/stage',
  screen: '/anm/animal/cycle',
  permission: 'anm:cycle',
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    name: field.text({ max: 40, ...derived }),
    scheme: field.text({ max: 40, ...derived }),
    principalId: field.ref('registry.principal', derived),
    head: field.int(derived),
    maxDays: field.int({ unit: 'day', ...maybe }),
    targetAdg: field.int({ unit: 'g', ...maybe }),
    regionCode: field.region(derived),
  },
  title: 'name',
  list: {
    columns: ['scheme', 'name', 'head', 'maxDays', 'targetAdg'],
    filters: ['principalId', 'regionCode'],
    search: ['name'],
  },
  form: [],
  operations: ['list', 'detail'],
});

/** 饲喂记录: what went into a trough. It took its feed from the store in the same transaction. */
export const feedingRecord = defineResource({
  module: 'farm',
  name: 'feedingRecord',
  path: 'anm/feedingRecord',
  screen: '/anm/feeding/record',
  permission: 'anm:feeding',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    onDate: field.date(derived),
    mealNo: field.int(derived),
    penId: field.ref('registry.pen', derived),
    principalId: field.ref('registry.principal', derived),
    head: field.int(derived),
    planKg: field.decimal({ scale: 1, unit: 'kg', ...maybe }),
    fedKg: field.decimal({ scale: 3, unit: 'kg', derived: true }),
    leftKg: field.decimal({ scale: 3, unit: 'kg', derived: true }),
    eatenKg: field.decimal({ scale: 3, unit: 'kg', derived: true }),
    perHead: field.decimal({ scale: 2, unit: 'kg', ...maybe }),
    dmKg: field.decimal({ scale: 2, unit: 'kg', derived: true }),
    offPlan: field.bool(derived),
    items: field.text({ max: 400, ...maybe }),
    staffId: field.ref('registry.staff', maybe),
    voidReason: field.text({ max: 200, ...maybe }),
    regionCode: field.region(derived),
    status: field.state('feeding_record_status', 'done', 'voided'),
    createdAt: field.dateTime(derived),
  },
  title: 'onDate',
  list: {
    columns: [
      'onDate',
      'mealNo',
      'penId',
      'head',
      'planKg',
      'fedKg',
      'leftKg',
      'eatenKg',
      'perHead',
      'dmKg',
      'items',
      'staffId',
      'status',
    ],
    filters: ['principalId', 'penId', 'onDate', 'staffId', 'offPlan', 'status', 'regionCode'],
    sorts: ['onDate', 'fedKg', 'createdAt'],
    sort: '-onDate',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: { void: { from: ['done'], to: 'voided', permission: 'record', remark: true, danger: true } },
});
export type FeedingRecord = RowOf<typeof feedingRecord>;

const item = z.object({ materialId: idSchema, name: z.string(), qty: z.number(), onHand: z.number() });
const meal = z.object({
  mealNo: z.number(),
  planKg: z.number().nullable(),
  items: z.array(item),
  record: z
    .object({ id: idSchema, version: versionSchema, fedKg: z.number(), leftKg: z.number(), by: z.string().nullable() })
    .nullable(),
});
const sheetPen = z.object({
  penId: idSchema,
  pen: z.string(),
  hovel: z.string(),
  head: z.number(),
  mine: z.boolean(),
  plan: z.string().nullable(),
  meals: z.array(meal),
});
export type SheetPen = z.output<typeof sheetPen>;
/** R31: every pen with its meals, what is planned and what was given. */
export const feedingSheet = endpoint({
  method: 'GET',
  path: 'anm/feeding/sheet',
  access: needs('anm:feeding:list', 'anm:feeding:record'),
  query: z.object({ farmId: z.coerce.number().int().positive().optional(), onDate: z.iso.date().optional() }),
  data: z.object({
    farmId: idSchema.nullable(),
    farm: z.string(),
    onDate: z.string(),
    mode: z.enum(['meal', 'day']),
    store: z.string().nullable(),
    pens: z.array(sheetPen),
  }),
});
export type FeedingSheet = z.output<typeof feedingSheet.data>;

const one = z.strictObject({
  requestId: z.uuid(),
  penId: idSchema,
  onDate: z.iso.date(),
  mealNo: z.number().int().min(0).max(6),
  fedKg: z.number().positive().max(100_000),
  leftKg: z.number().min(0).max(100_000).default(0),
  items: z
    .array(z.strictObject({ materialId: idSchema, lotId: idSchema.nullish(), qty: z.number().positive().max(100_000) }))
    .max(20)
    .optional(),
});
export type FeedingInput = z.output<typeof one>;
/** R32: a record and what it took; sent again it is the first one. */
export const saveFeeding = endpoint({
  method: 'POST',
  path: 'anm/feeding/save',
  access: needs('anm:feeding:record'),
  action: 'record',
  body: one,
  data: z.object({
    id: idSchema,
    version: versionSchema,
    fedKg: z.number(),
    stockAfter: z.array(z.object({ materialId: idSchema, onHand: z.number() })),
  }),
});

/** What was left in the trough, told when the next meal is given. */
export const leftFeeding = endpoint({
  method: 'POST',
  path: 'anm/feeding/left',
  access: needs('anm:feeding:record'),
  action: 'record',
  body: z.strictObject({ id: idSchema, version: versionSchema, leftKg: z.number().min(0).max(100_000) }),
  data: z.object({ version: versionSchema }),
});

const daysRow = z.object({
  materialId: idSchema,
  name: z.string(),
  onHand: z.number(),
  perDay: z.number(),
  days: z.number().nullable(),
});
/** How long each feed lasts by the plans that run. */
export const feedDays = endpoint({
  method: 'GET',
  path: 'anm/feeding/days',
  access: needs('anm:feeding:list', 'anm:board:view'),
  query: z.object({ farmId: z.coerce.number().int().positive().optional() }),
  data: z.array(daysRow),
});
export type FeedDays = z.output<typeof daysRow>;

export const feed = {
  resources: [feedFormula, feedingPlan, farmStage, feedingRecord],
  endpoints: [feedingSheet, saveFeeding, leftFeeding, feedDays],
};
