import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const counted = { derived: true, optional: true } as const;
const tankFields = {
  id: field.id(),
  tankNo: field.text({ max: 40 }),
  depotId: field.ref('depot.depot', { fixed: true }),
  volumeL: field.decimal({ scale: 2, min: 1, max: 500, unit: 'L' }),
  canisters: field.int({ min: 1, max: 60 }),
  strawCapacity: field.int({ min: 1, max: 100_000 }),
  holdDays: field.int({ min: 1, max: 400, unit: 'day' }),
  fullKg: field.decimal({ scale: 2, min: 1, max: 500, unit: 'kg', optional: true }),
  emptyKg: field.decimal({ scale: 2, min: 1, max: 500, unit: 'kg', optional: true }),
  remark: field.longText({ max: 500, optional: true }),
  principalId: field.ref('registry.principal', derived),
  regionCode: field.region(derived),
  staffId: field.ref('registry.staff', counted),
  straws: field.int(derived),
  lots: field.int(derived),
  lastLevelPct: field.decimal({ scale: 1, unit: '%', ...counted }),
  lastLevelAt: field.dateTime(counted),
  dryOn: field.date(counted),
  tankState: field.dict('semen_tank_state', derived),
} as const;

/** 液氮罐: what holds straws, and when it runs dry. */
export const semenTank = defineResource({
  module: 'breeding',
  name: 'semenTank',
  path: 'ant/breed/tank',
  screen: '/ant/breed/tank',
  permission: 'breed:tank',
  actions: { add: 'log', edit: 'log', export: 'list' },
  scope: 'jurisdiction',
  fields: tankFields,
  title: 'tankNo',
  list: {
    columns: [
      'tankNo',
      'depotId',
      'lastLevelPct',
      'dryOn',
      'straws',
      'strawCapacity',
      'principalId',
      'staffId',
      'volumeL',
      'lastLevelAt',
      'lots',
      'tankState',
    ],
    filters: ['tankNo', 'principalId', 'staffId', 'tankState', 'dryOn', 'regionCode'],
    search: ['tankNo'],
    sorts: ['dryOn', 'tankNo'],
  },
  form: ['depotId', 'tankNo', 'volumeL', 'canisters', 'strawCapacity', 'holdDays', 'fullKg', 'emptyKg', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
});
export type SemenTank = RowOf<typeof semenTank>;

/** 改良员冻精: the portable tanks, each with what its carrier received, used and has left this year. */
export const userSemen = defineResource({
  module: 'breeding',
  name: 'userSemen',
  path: 'ant/breed/userSemen',
  screen: '/ant/breed/userSemen',
  permission: 'breed:userSemen',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    staffName: field.text({ max: 60, ...counted }),
    staffId: field.ref('registry.staff', counted),
    tankNo: field.text({ max: 40, ...derived }),
    principalId: field.ref('registry.principal', derived),
    regionCode: field.region(derived),
    bulls: field.text({ max: 200, ...counted }),
    received: field.int(derived),
    used: field.int(derived),
    wasted: field.int(derived),
    returned: field.int(derived),
    destroyed: field.int(derived),
    left: field.int(derived),
    pregnancies: field.int(derived),
    perPregnancy: field.decimal({ scale: 2, ...counted }),
    lastUseOn: field.date(counted),
    idleDays: field.int({ ...counted, unit: 'day' }),
    difference: field.int(derived),
    tankState: field.dict('semen_tank_state', derived),
  },
  title: 'tankNo',
  list: {
    columns: [
      'staffName',
      'tankNo',
      'bulls',
      'received',
      'used',
      'wasted',
      'returned',
      'destroyed',
      'left',
      'perPregnancy',
      'lastUseOn',
      'idleDays',
      'difference',
      'tankState',
    ],
    filters: ['staffName', 'principalId', 'tankState', 'idleDays', 'regionCode'],
    search: ['staffName', 'tankNo'],
    sorts: ['tankNo'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type UserSemen = RowOf<typeof userSemen>;

const straw = z.object({
  lotId: idSchema,
  lotNo: z.string(),
  materialId: idSchema,
  sireCode: z.string(),
  sireName: z.string().nullable(),
  breed: z.string().nullable(),
  semenKind: z.string(),
  qty: z.number(),
  held: z.boolean(),
  canisters: z.array(z.number()),
});
export const tankContent = endpoint({
  method: 'GET',
  path: 'ant/breed/tank/content',
  access: needs('breed:tank:list', 'breed:userSemen:list', 'breed:userSemen:own'),
  query: z.object({ id: z.coerce.number().int().positive().optional() }),
  data: z.object({
    tankId: z.number().nullable(),
    depotId: z.number().nullable(),
    tankNo: z.string().nullable(),
    canisters: z.number(),
    strawCapacity: z.number(),
    tankState: z.string(),
    levelPct: z.number().nullable(),
    dryOn: z.string().nullable(),
    straws: z.array(straw),
    log: z.array(
      z.object({
        id: idSchema,
        at: z.string(),
        kind: z.string(),
        levelPct: z.number().nullable(),
        litres: z.number().nullable(),
        who: z.string().nullable(),
        remark: z.string().nullable(),
      }),
    ),
  }),
});
export type TankContent = z.output<typeof tankContent.data>;

/** R6: a level, a refill, a move, or that it is dry: then all in it is held at once. */
export const logTank = endpoint({
  method: 'POST',
  path: 'ant/breed/tank/log',
  access: needs('breed:tank:log'),
  body: z.strictObject({
    id: idSchema,
    kind: z.enum(['level', 'refill', 'move', 'dry']),
    at: z.iso.datetime({ offset: true }).nullish(),
    levelPct: z.number().min(0).max(100).nullish(),
    weightKg: z.number().min(0).max(500).nullish(),
    litres: z.number().min(0).max(500).nullish(),
    photoIds: z.array(idSchema).max(3).default([]),
    remark: z.string().trim().max(500).nullish(),
  }),
  data: z.object({ tankState: z.string(), dryOn: z.string().nullable(), held: z.number() }),
  action: 'log',
});
export const placeStraws = endpoint({
  method: 'POST',
  path: 'ant/breed/tank/places',
  access: needs('breed:tank:log'),
  body: z.strictObject({
    id: idSchema,
    places: z.array(z.strictObject({ lotId: idSchema, canisterNo: z.int().min(1).max(60) })).max(500),
  }),
  data: z.object({ placed: z.number() }),
  action: 'edit',
});

export const tanks = { resources: [semenTank, userSemen], endpoints: [tankContent, logTank, placeStraws] };
