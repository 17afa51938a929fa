import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export interface GrowthPoint {
  month: number;
  sex: 'male' | 'female';
  weightKg: number;
}

const growth = z
  .array(
    z.strictObject({
      month: z.int().min(0).max(240),
      sex: z.enum(['male', 'female']),
      weightKg: z.number().positive().max(3000),
    }),
  )
  .max(100)
  .nullish()
  .transform((value) => value ?? []);

/** 品种: breeds everybody shares, which the operator keeps, and those a tenant adds. */
export const variety = defineResource({
  module: 'registry',
  name: 'variety',
  path: 'pri/variety',
  screen: '/pri/variety',
  permission: 'pri:variety',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    // R28: animals name their breed by it, so it never changes.
    code: field.text({ max: 40, pattern: /^[a-z][A-Za-z0-9]*$/, fixed: true }),
    species: field.dict('species', { fixed: true }),
    nameZh: field.text({ max: 40 }),
    nameTw: field.text({ max: 40, optional: true }),
    nameEn: field.text({ max: 60 }),
    category: field.dict('variety_category'),
    purpose: field.dict('variety_purpose'),
    origin: field.text({ max: 60, optional: true }),
    gestationDays: field.int({ min: 100, max: 400 }),
    firstServiceMonths: field.int({ min: 4, max: 60, optional: true }),
    adultWeightMale: field.decimal({ scale: 1, min: 1, max: 3000, unit: 'kg', optional: true }),
    adultWeightFemale: field.decimal({ scale: 1, min: 1, max: 3000, unit: 'kg', optional: true }),
    growthStandard: { ...field.json({ optional: true }), schema: growth } as unknown as Field<GrowthPoint[]>,
    intro: field.longText({ max: 2000, optional: true }),
    /** In stock where the caller looks, and of all of its species in hundredths. */
    headCount: field.int({ derived: true }),
    share: field.decimal({ scale: 1, derived: true, optional: true, unit: '%' }),
    isShared: field.bool({ derived: true }),
    status: field.state('variety_status', 'active', 'stopped'),
    updatedAt: field.dateTime({ derived: true }),
  },
  title: 'nameZh',
  list: {
    columns: [
      'nameZh',
      'species',
      'category',
      'purpose',
      'origin',
      'gestationDays',
      'firstServiceMonths',
      'adultWeightMale',
      'adultWeightFemale',
      'headCount',
      'share',
      'isShared',
      'status',
    ],
    filters: ['species', 'category', 'purpose', 'status', 'isShared'],
    search: ['nameZh', 'nameEn', 'code'],
    sorts: ['headCount', 'gestationDays', 'adultWeightMale', 'adultWeightFemale'],
  },
  form: [
    'species',
    'code',
    'nameZh',
    'nameTw',
    'nameEn',
    'category',
    'purpose',
    'origin',
    'gestationDays',
    'firstServiceMonths',
    'adultWeightMale',
    'adultWeightFemale',
    'growthStandard',
    'intro',
  ],
  detail: [
    'species',
    'code',
    'nameTw',
    'nameEn',
    'category',
    'purpose',
    'origin',
    'gestationDays',
    'firstServiceMonths',
    'adultWeightMale',
    'adultWeightFemale',
    'headCount',
    'isShared',
    'updatedAt',
    'growthStandard',
    'intro',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['active'],
  transitions: {
    stop: { from: ['active'], to: 'stopped', permission: 'edit', remark: true, danger: true },
    resume: { from: ['stopped'], to: 'active', permission: 'edit' },
  },
});
export type Variety = RowOf<typeof variety>;

/** What animals of the breed weighed when last on the scales, by age: the middle one of each month. */
export const varietyGrowth = endpoint({
  method: 'GET',
  path: 'pri/variety/growth',
  access: needs('pri:variety:list'),
  query: z.object({ species: z.string().max(20), code: z.string().max(40) }),
  data: z.array(z.object({ month: z.int(), sex: z.string(), weightKg: z.number(), n: z.int() })),
});
