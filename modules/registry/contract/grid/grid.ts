import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { isRegionCode, levelOf } from '#kit/contract/region.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const villages = z
  .array(
    z
      .number()
      .int()
      .refine((code) => isRegionCode(code) && levelOf(code) === 5, { error: 'error.field.region' }),
  )
  .max(2000);

/** 网格: villages that are one set of people's charge. */
export const grid = defineResource({
  module: 'registry',
  name: 'grid',
  path: 'pri/grid',
  screen: '/pri/grid',
  permission: 'pri:grid',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    gridNo: field.text({ max: 12, derived: true }),
    name: field.text({ max: 40 }),
    gridLevel: field.dict('grid_level', { fixed: true }),
    parentId: field.ref('registry.grid', { optional: true }),
    regionCode: field.region({ fixed: true }),
    villages: { ...field.json(), schema: villages } as unknown as Field<number[]>,
    villageCount: field.int({ derived: true }),
    householdCount: field.int({ derived: true }),
    /** Open main duties by job. */
    mains: field.json({ derived: true, optional: true }),
    /** What the printed board tells everybody: an office's number, never a person's. */
    officePhone: field.text({ max: 30, optional: true }),
    remark: field.text({ max: 200, optional: true }),
    status: field.state('grid_status', 'active', 'stopped'),
  },
  title: 'name',
  list: {
    columns: ['name', 'gridNo', 'gridLevel', 'regionCode', 'villageCount', 'householdCount', 'mains', 'status'],
    filters: ['regionCode', 'gridLevel', 'status', 'parentId'],
    search: ['name', 'gridNo'],
    sort: 'gridNo',
    sorts: ['gridNo'],
  },
  form: ['gridLevel', 'regionCode', 'name', 'parentId', 'villages', 'officePhone', 'remark'],
  detail: ['gridNo', 'gridLevel', 'regionCode', 'parentId', 'villageCount', 'householdCount', 'officePhone', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['active'],
  transitions: {
    stop: { from: ['active'], to: 'stopped', permission: 'edit', remark: true, danger: true },
    resume: { from: ['stopped'], to: 'active', permission: 'edit' },
  },
});
export type Grid = RowOf<typeof grid>;

const dutySchema = z.object({
  id: idSchema,
  job: z.string(),
  staffId: idSchema,
  staffName: z.string(),
  unitName: z.string().nullable(),
  phone: z.string().nullable(),
  isMain: z.boolean(),
  fromOn: z.string(),
  toOn: z.string().nullable(),
});
export type Duty = z.output<typeof dutySchema>;

/** Who has charge of a grid and who had, newest first; and its villages by name. */
export const gridDuties = endpoint({
  method: 'GET',
  path: 'pri/grid/duties',
  access: needs('pri:grid:list'),
  query: z.object({ gridId: z.coerce.number().int().positive() }),
  data: z.object({
    duties: z.array(dutySchema),
    villages: z.array(z.object({ code: z.number(), name: z.string(), households: z.int() })),
  }),
});

/** Gives somebody a duty; a new main one ends the old on the day before. */
export const setDutyCall = endpoint({
  method: 'POST',
  path: 'pri/grid/duty',
  access: needs('pri:grid:edit'),
  action: 'duty',
  body: z.object({
    gridId: idSchema,
    job: z.string().max(40),
    staffId: idSchema,
    isMain: z.boolean(),
    fromOn: z.iso.date(),
  }),
  data: z.object({ id: idSchema, endedId: idSchema.nullable() }),
});

export const endDutyCall = endpoint({
  method: 'POST',
  path: 'pri/grid/duty/end',
  access: needs('pri:grid:edit'),
  action: 'endDuty',
  body: z.object({ id: idSchema, toOn: z.iso.date() }),
  data: z.null(),
});

/** Villages nobody has main charge of in a job. */
export const vacancies = endpoint({
  method: 'GET',
  path: 'pri/grid/vacancies',
  access: needs('pri:grid:list', 'pri:staff:list'),
  query: z.object({ regionCode: z.coerce.number().int().optional(), job: z.string().max(40) }),
  data: z.object({
    grids: z.int(),
    villages: z.array(z.object({ code: z.number(), name: z.string(), gridId: idSchema, gridName: z.string() })),
  }),
});

/** Some villages of a grid become a grid of their own, beside it; whoever had charge of them keeps it until somebody else is named. */
export const splitGrid = endpoint({
  method: 'POST',
  path: 'pri/grid/split',
  access: needs('pri:grid:edit'),
  action: 'split',
  body: z.strictObject({
    gridId: idSchema,
    version: z.int(),
    name: z.string().trim().min(1).max(40),
    villages: villages.min(1),
    /** Who has main charge of the new grid from that day on. */
    main: z.strictObject({ job: z.string().max(40), staffId: idSchema, fromOn: z.iso.date() }).optional(),
  }),
  data: z.object({ id: idSchema, gridNo: z.string() }),
});

const boardPerson = z.object({
  job: z.string(),
  name: z.string(),
  unitName: z.string().nullable(),
  isMain: z.boolean(),
});
export type BoardPerson = z.output<typeof boardPerson>;

/** 公示牌: what hangs in each village of a grid. Names and an office's number; a person's own number is nobody's business (R18). */
export const gridBoard = endpoint({
  method: 'GET',
  path: 'pri/grid/board',
  access: needs('pri:grid:list'),
  query: z.strictObject({ gridId: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      code: z.number(),
      name: z.string(),
      /** The regions above it. */
      around: z.string(),
      gridName: z.string(),
      gridNo: z.string(),
      phone: z.string().nullable(),
      workers: z.array(boardPerson),
      supervisors: z.array(boardPerson),
    }),
  ),
});

const mapped = z.object({
  code: z.number(),
  name: z.string(),
  gridId: idSchema,
  gridName: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** `wider`: no grid of its own, only one of a township or county above it. */
  state: z.enum(['covered', 'vacant', 'wider']),
  staffName: z.string().nullable(),
  households: z.int(),
  head: z.int(),
  /** Everything in stock where whoever has charge here has charge; null where nobody has. */
  load: z.int().nullable(),
});
export type MappedVillage = z.output<typeof mapped>;

/** Villages of the grids in force, where they lie, who has main charge of each in a job, and how much that is. */
export const gridMap = endpoint({
  method: 'GET',
  path: 'pri/grid/map',
  access: needs('pri:grid:list'),
  query: z.strictObject({ job: z.string().max(40) }),
  data: z.object({
    villages: z.array(mapped),
    /** Villages of the caller's regions that lie in no grid at all. */
    without: z.int(),
  }),
});
