import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 称重单. */
export const weighSession = defineResource({
  module: 'device',
  name: 'weighSession',
  path: 'anm/device/weighing',
  screen: '/anm/device/weighing',
  permission: 'device:weigh',
  actions: { add: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 30, derived: true }),
    principalId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region({ derived: true }),
    deviceId: field.ref('device.device', { optional: true, fixed: true, where: { kind: 'scale' } }),
    hovelId: field.ref('registry.hovel', { optional: true, where: { principalId: { from: 'principalId' } } }),
    species: field.dict('species', { fixed: true }),
    purpose: field.dict('weigh_purpose'),
    startedAt: field.dateTime({ derived: true }),
    endedAt: field.dateTime({ derived: true, optional: true }),
    headCount: field.int({ derived: true }),
    sumKg: field.decimal({ scale: 2, derived: true }),
    avgKg: field.decimal({ scale: 2, derived: true, optional: true }),
    adgKg: field.decimal({ scale: 3, derived: true, optional: true }),
    openMarks: field.int({ derived: true }),
    createdByName: field.text({ max: 60, derived: true, optional: true }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('weigh_session_status', 'weighing', 'review', 'posted', 'voided', 'cancelled'),
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'startedAt',
      'principalId',
      'deviceId',
      'purpose',
      'species',
      'headCount',
      'avgKg',
      'adgKg',
      'openMarks',
      'createdByName',
      'status',
    ],
    filters: ['regionCode', 'principalId', 'deviceId', 'purpose', 'species', 'startedAt', 'status'],
    search: ['docNo'],
    sorts: ['startedAt', 'avgKg'],
    sort: '-startedAt',
  },
  form: ['principalId', 'deviceId', 'hovelId', 'species', 'purpose', 'remark'],
  operations: ['list', 'detail', 'add', 'export'],
  editableIn: ['weighing'],
  transitions: {
    finish: { from: ['weighing'], to: 'review', permission: 'edit' },
    back: { from: ['review'], to: 'weighing', permission: 'edit' },
    post: { from: ['review'], to: 'posted', permission: 'post' },
    void: { from: ['posted'], to: 'voided', permission: 'void', remark: true, danger: true },
    cancel: { from: ['weighing', 'review'], to: 'cancelled', permission: 'edit', remark: true, danger: true },
  },
});
export type WeighSession = RowOf<typeof weighSession>;

const record = z.object({
  id: idSchema,
  n: z.int(),
  at: z.string(),
  tagRead: z.string().nullable(),
  animalId: idSchema.nullable(),
  earTag: z.string().nullable(),
  kg: z.number(),
  bcs: z.number().nullable(),
  prevKg: z.number().nullable(),
  prevOn: z.string().nullable(),
  gainKg: z.number().nullable(),
  adgKg: z.number().nullable(),
  marks: z.array(z.string()),
  accepted: z.boolean(),
  note: z.string().nullable(),
  version: versionSchema,
});
export type WeighRecord = z.output<typeof record>;

/** A session with its records, the newest first, and what the scale said last. */
export const weighView = endpoint({
  method: 'GET',
  path: 'anm/device/weighing/session',
  access: needs('device:weigh:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    records: z.array(record),
    live: z.object({ kg: z.number(), at: z.string(), stable: z.boolean() }).nullable(),
  }),
});

/** Records made in the field; `n` is the key, so that what is sent twice is stored once. */
export const addWeights = endpoint({
  method: 'POST',
  path: 'anm/device/weighing/record',
  access: needs('device:weigh:edit'),
  action: 'weigh',
  body: z.strictObject({
    sessionId: idSchema,
    records: z
      .array(
        z.strictObject({
          n: z.int().min(1).max(100_000),
          at: z.iso.datetime({ offset: true }),
          tag: z.string().trim().max(40).nullish(),
          kg: z.number().min(0.5).max(2000),
          bcs: z.number().min(1).max(5).nullish(),
          note: z.string().trim().max(200).nullish(),
        }),
      )
      .min(1)
      .max(500),
  }),
  data: z.array(record),
});

/** R48: the text of a file that a stand-alone scale wrote. */
export const addScaleFile = endpoint({
  method: 'POST',
  path: 'anm/device/weighing/file',
  access: needs('device:weigh:edit'),
  action: 'weigh',
  body: z.strictObject({
    sessionId: idSchema,
    name: z.string().trim().min(1).max(200),
    text: z.string().min(1).max(500_000),
  }),
  data: z.object({ taken: z.int(), faults: z.array(z.object({ line: z.int(), text: z.string() })) }),
});

/** R44, R45: typing a tag, leaving out, taking in with a note. */
export const solveWeight = endpoint({
  method: 'POST',
  path: 'anm/device/weighing/solve',
  access: needs('device:weigh:edit'),
  action: 'weigh',
  body: z.strictObject({
    id: idSchema,
    tag: z.string().trim().min(4).max(40).optional(),
    accepted: z.boolean().optional(),
    note: z.string().trim().max(200).optional(),
  }),
  data: record,
});

const found = z.object({
  animalId: idSchema,
  earTag: z.string(),
  stage: z.string(),
  birthDate: z.string(),
  weight: z.number().nullable(),
  weightOn: z.string().nullable(),
});
export type WeighAnimal = z.output<typeof found>;
/** By whole number or by its last digits, among the session's holder's animals. */
export const findAnimal = endpoint({
  method: 'GET',
  path: 'anm/device/weighing/animal',
  access: needs('device:weigh:edit'),
  query: z.strictObject({ sessionId: z.coerce.number().int().positive(), tag: z.string().trim().min(3).max(24) }),
  data: z.array(found),
});

export const resources = [weighSession];
export const endpoints = [weighView, addWeights, addScaleFile, solveWeight, findAnimal];
