import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const permission = 'cure:template';
const actions = { add: 'edit', remove: 'edit', export: 'list' } as const;
const status = field.state('template_status', 'draft', 'published', 'stopped');
const derived = { derived: true } as const;
/** A published template is never edited: a change is the next version. */
const transitions = {
  publish: { from: ['draft', 'stopped'], to: 'published', permission: 'edit' },
  stop: { from: ['published'], to: 'stopped', permission: 'edit', danger: true },
} as const;
const named = {
  code: field.text({ max: 30, pattern: /^[a-zA-Z0-9]+$/ }),
  nameZh: field.text({ max: 40 }),
  nameTw: field.text({ max: 40, optional: true }),
  nameEn: field.text({ max: 60 }),
  species: field.dict('species'),
} as const;
const day = { min: -400, max: 10_000, optional: true } as const;

/** 养殖阶段: rearing, backgrounding, fattening, breeding. */
export const breedingStage = defineResource({
  module: 'cure',
  name: 'breedingStage',
  path: 'cure/breedingStage',
  screen: '/cure/sys/breedingStage',
  permission,
  actions,
  scope: 'tenant',
  fields: {
    id: field.id(),
    ...named,
    fromDay: field.int({ ...day, unit: 'day' }),
    toDay: field.int({ ...day, unit: 'day' }),
    /** Kilograms a day. */
    targetGain: field.decimal({ scale: 3, min: 0, max: 5, optional: true }),
    targetWeight: field.decimal({ scale: 1, min: 0, max: 2000, optional: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
    remark: field.longText({ max: 500, optional: true }),
    status,
    ...stamps,
  },
  title: 'nameZh',
  list: {
    columns: ['nameZh', 'nameEn', 'species', 'fromDay', 'toDay', 'targetGain', 'targetWeight', 'status'],
    filters: ['species', 'status'],
    search: ['nameZh', 'nameEn', 'code'],
    sorts: ['orderNum'],
    sort: 'orderNum',
  },
  form: [
    'code',
    'nameZh',
    'nameTw',
    'nameEn',
    'species',
    'fromDay',
    'toDay',
    'targetGain',
    'targetWeight',
    'orderNum',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions,
});

/** 生理阶段: suckling, weaned, open, gestation, calving, lactation. */
export const careStage = defineResource({
  module: 'cure',
  name: 'careStage',
  path: 'cure/stage',
  screen: '/cure/sys/stage',
  permission,
  actions,
  scope: 'tenant',
  fields: {
    id: field.id(),
    ...named,
    modelStages: field.dicts('stage'),
    anchor: field.dict('care_cycle_anchor', { optional: true }),
    fromDay: field.int({ ...day, unit: 'day' }),
    toDay: field.int({ ...day, unit: 'day' }),
    careHints: field.longText({ max: 1000, optional: true }),
    orderNum: field.int({ min: 0, max: 9999 }),
    status,
    ...stamps,
  },
  title: 'nameZh',
  list: {
    columns: ['nameZh', 'nameEn', 'species', 'modelStages', 'anchor', 'fromDay', 'toDay', 'status'],
    filters: ['species', 'modelStages', 'status'],
    search: ['nameZh', 'nameEn', 'code'],
    sorts: ['orderNum'],
    sort: 'orderNum',
  },
  form: [
    'code',
    'nameZh',
    'nameTw',
    'nameEn',
    'species',
    'modelStages',
    'anchor',
    'fromDay',
    'toDay',
    'careHints',
    'orderNum',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions,
});

/** 养殖周期: which stage from when to when, and what is done on which day. */
export const careCycle = defineResource({
  module: 'cure',
  name: 'careCycle',
  path: 'cure/cycle',
  screen: '/cure/sys/cycle',
  permission,
  actions,
  scope: 'tenant',
  fields: {
    id: field.id(),
    name: field.text({ max: 60 }),
    species: field.dict('species'),
    purpose: field.dict('care_cycle_purpose'),
    totalDays: field.int({ min: 1, max: 4000, unit: 'day' }),
    planVersion: field.int(derived),
    used: field.int(derived),
    remark: field.longText({ max: 500, optional: true }),
    steps: field.lines({
      fields: {
        breedingStageId: field.ref('cure.breedingStage', { where: { status: 'published' } }),
        fromDay: field.int({ min: 0, max: 4000 }),
        toDay: field.int({ min: 0, max: 4000 }),
      },
      max: 30,
    }),
    actions: field.lines({
      fields: {
        anchor: field.dict('care_cycle_anchor'),
        day: field.int({ min: -400, max: 4000 }),
        tolerance: field.int({ min: 0, max: 90 }),
        kind: field.dict('care_action'),
        say: field.text({ max: 200 }),
        mustProve: field.bool(),
      },
      min: 0,
      max: 100,
    }),
    status,
    ...stamps,
  },
  title: 'name',
  list: {
    columns: ['name', 'species', 'purpose', 'totalDays', 'planVersion', 'used', 'updatedAt', 'status'],
    filters: ['species', 'purpose', 'status'],
    search: ['name'],
    sorts: ['name'],
    sort: 'name',
  },
  form: ['name', 'species', 'purpose', 'totalDays', 'remark', 'steps', 'actions'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions,
});
export type CareCycle = RowOf<typeof careCycle>;

/** 饲养方案: what an animal of a stage eats, and what that costs. */
export const feedingTemplate = defineResource({
  module: 'cure',
  name: 'feedingTemplate',
  path: 'cure/feedingPlan',
  screen: '/cure/sys/feedingPlan',
  permission,
  actions,
  scope: 'tenant',
  fields: {
    id: field.id(),
    name: field.text({ max: 60 }),
    species: field.dict('species'),
    stageKind: field.dict('feeding_template_stage_kind'),
    breedingStageId: field.ref('cure.breedingStage', {
      optional: true,
      needed: { by: 'stageKind', in: ['breeding'] },
      where: { species: { from: 'species' } },
    }),
    careStageId: field.ref('cure.careStage', {
      optional: true,
      needed: { by: 'stageKind', in: ['care'] },
      where: { species: { from: 'species' } },
    }),
    weightFrom: field.decimal({ scale: 1, min: 0, max: 2000, optional: true }),
    weightTo: field.decimal({ scale: 1, min: 0, max: 2000, optional: true }),
    targetGain: field.decimal({ scale: 3, min: 0, max: 5, optional: true }),
    /** Dry matter and crude protein in percent, energy in MJ per kilogram of dry matter. */
    dm: field.decimal({ scale: 2, min: 0, max: 100, optional: true }),
    cp: field.decimal({ scale: 2, min: 0, max: 100, optional: true }),
    energy: field.decimal({ scale: 2, min: 0, max: 30, optional: true }),
    kgPerHeadDay: field.decimal({ scale: 3, derived: true }),
    costPerHeadDay: field.money(derived),
    costPerKgGain: field.money({ derived: true, optional: true }),
    planVersion: field.int(derived),
    remark: field.longText({ max: 500, optional: true }),
    lines: field.lines({
      fields: {
        feedName: field.text({ max: 60 }),
        materialId: field.ref('depot.material', { optional: true, where: { kind: 'feed' } }),
        kgPerHeadDay: field.decimal({ scale: 3, min: 0.001, max: 200 }),
        pricePerKg: field.money({ min: 0, max: 1_000_000 }),
        cost: field.money(derived),
      },
      compute: { cost: ({ kgPerHeadDay, pricePerKg }) => Math.round(Number(kgPerHeadDay) * Number(pricePerKg)) },
      totals: { kgPerHeadDay: 'kgPerHeadDay', cost: 'costPerHeadDay' },
      max: 30,
    }),
    status,
    ...stamps,
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'species',
      'breedingStageId',
      'careStageId',
      'weightFrom',
      'weightTo',
      'targetGain',
      'kgPerHeadDay',
      'costPerHeadDay',
      'costPerKgGain',
      'planVersion',
      'status',
    ],
    filters: ['species', 'stageKind', 'breedingStageId', 'careStageId', 'status'],
    search: ['name'],
    sorts: ['name'],
    sort: 'name',
  },
  form: [
    'name',
    'species',
    'stageKind',
    'breedingStageId',
    'careStageId',
    'weightFrom',
    'weightTo',
    'targetGain',
    'dm',
    'cp',
    'energy',
    'remark',
    'lines',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions,
});
export type FeedingTemplate = RowOf<typeof feedingTemplate>;

/** The next version of a published template, as a draft; when it is published, the older one stops. */
export const reviseTemplate = endpoint({
  method: 'POST',
  path: 'cure/template/revise',
  access: needs('cure:template:edit'),
  body: z.strictObject({ kind: z.enum(['cycle', 'feeding']), id: idSchema }),
  data: z.object({ id: idSchema, planVersion: z.number().int() }),
  action: 'add',
});
