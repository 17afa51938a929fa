import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 防疫员名册: members of staff in this job, as prevention sees them. Their records are the registry's. */
export const worker = defineResource({
  module: 'prevention',
  name: 'worker',
  path: 'ant/worker',
  screen: '/ant/person/prevention',
  permission: 'ant:staff',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    photoId: field.int({ derived: true, optional: true }),
    name: field.text({ max: 40, derived: true }),
    sex: field.dict('sex', { derived: true, optional: true }),
    age: field.int({ derived: true, optional: true }),
    phone: field.pii('phone', { derived: true, optional: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    villageCount: field.int({ derived: true }),
    householdCount: field.int({ derived: true }),
    stock: field.int({ derived: true }),
    certificateNo: field.text({ max: 40, derived: true, optional: true }),
    certificateUntil: field.date({ derived: true, optional: true }),
    hiredOn: field.date({ derived: true }),
    leftOn: field.date({ derived: true, optional: true }),
    lastGrade: field.dict('worker_quarter_grade', { derived: true, optional: true }),
    hasAccount: field.bool({ derived: true }),
    status: field.state('staff_status', 'pending', 'active', 'left'),
  },
  title: 'name',
  list: {
    columns: [
      'photoId',
      'name',
      'sex',
      'phone',
      'regionCode',
      'villageCount',
      'householdCount',
      'stock',
      'certificateUntil',
      'hiredOn',
      'lastGrade',
      'hasAccount',
      'status',
      'principalId',
      'age',
    ],
    filters: ['regionCode', 'status', 'hasAccount', 'lastGrade', 'phone', 'hiredOn'],
    search: ['name'],
    sorts: ['hiredOn', 'name'],
    sort: '-hiredOn',
  },
  form: [],
  detail: [
    'principalId',
    'regionCode',
    'sex',
    'age',
    'phone',
    'certificateNo',
    'certificateUntil',
    'hiredOn',
    'leftOn',
  ],
  operations: ['list', 'detail', 'export'],
});
export type Worker = RowOf<typeof worker>;

/** 辖区养殖统计: what each of them looks after. */
export const workerArea = defineResource({
  module: 'prevention',
  name: 'workerArea',
  path: 'ant/workerArea',
  screen: '/ant/person/breedStats',
  permission: 'ant:staff',
  actions: { list: 'stat', export: 'stat' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    name: field.text({ max: 40, derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    villages: field.text({ max: 2000, derived: true, optional: true }),
    villageCount: field.int({ derived: true }),
    householdCount: field.int({ derived: true }),
    scaledCount: field.int({ derived: true }),
    cattle: field.int({ derived: true }),
    sheep: field.int({ derived: true }),
    goat: field.int({ derived: true }),
    units: field.decimal({ scale: 1, derived: true }),
    born: field.int({ derived: true }),
    offtake: field.int({ derived: true }),
    dead: field.int({ derived: true }),
    status: field.state('staff_status', 'pending', 'active', 'left'),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'regionCode',
      'villageCount',
      'householdCount',
      'scaledCount',
      'cattle',
      'sheep',
      'goat',
      'units',
      'born',
      'offtake',
      'dead',
      'principalId',
      'villages',
    ],
    filters: ['regionCode', 'principalId'],
    search: ['name'],
    sorts: ['name', 'cattle', 'sheep', 'units'],
    sort: '-units',
  },
  form: [],
  operations: ['list', 'export'],
});
export type WorkerArea = RowOf<typeof workerArea>;

const progress = z.object({
  seasonId: idSchema,
  seasonName: z.string(),
  households: z.int(),
  householdsDone: z.int(),
  due: z.int(),
  done: z.int(),
});
const cardVillage = z.object({
  code: z.number(),
  name: z.string(),
  households: z.int(),
  stock: z.int(),
  due: z.int(),
  done: z.int(),
});

/** The card of a worker: this season's progress village by village, and the days they worked. */
export const workerCard = endpoint({
  method: 'GET',
  path: 'ant/worker/card',
  access: needs('ant:staff:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    season: progress.nullable(),
    villages: z.array(cardVillage),
    /** The last half year. */
    days: z.array(z.object({ day: z.string(), visits: z.int(), heads: z.int() })),
    quarters: z.array(
      z.object({ id: idSchema, year: z.int(), quarter: z.int(), total: z.number(), grade: z.string() }),
    ),
    certificates: z.array(idSchema),
    education: z.string().nullable(),
  }),
});
export type WorkerCard = z.output<typeof workerCard.data>;

/** Papers and picture of somebody who is at work already. */
export const saveWorkerProfile = endpoint({
  method: 'POST',
  path: 'ant/worker/profile',
  access: needs('ant:staff:apply', 'ant:staff:examine'),
  action: 'edit',
  body: z.strictObject({
    staffId: idSchema,
    education: z.string().trim().max(40).nullish(),
    certificateNo: z.string().trim().max(40).nullish(),
    certificateUntil: z.iso.date().nullish(),
    photoId: idSchema.nullish(),
    certificateIds: z.array(idSchema).max(9).optional(),
  }),
  data: z.null(),
});

/** An account for a worker who has none; it waits for the security administrator like every other. */
export const openWorkerAccount = endpoint({
  method: 'POST',
  path: 'ant/worker/openAccount',
  access: needs('ant:staff:examine', 'ant:setting:account'),
  action: 'openAccount',
  body: z.strictObject({ staffId: idSchema }),
  data: z.null(),
});

/** Villages nobody has charge of. */
export const uncoveredVillages = endpoint({
  method: 'GET',
  path: 'ant/stat/uncovered',
  access: needs('ant:staff:stat'),
  query: z.strictObject({ regionCode: z.coerce.number().int().optional() }),
  data: z.array(z.object({ code: z.number(), name: z.string(), households: z.int(), head: z.int(), waiting: z.int() })),
});

export const resources = [worker, workerArea];
export const endpoints = [workerCard, saveWorkerProfile, openWorkerAccount, uncoveredVillages];
