import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** 绑定台账: which device was on which animal or in which place, and when. */
export const deviceBinding = defineResource({
  module: 'device',
  name: 'deviceBinding',
  path: 'anm/device/binding',
  screen: '/anm/device/binding',
  permission: 'device:binding',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    deviceId: field.ref('device.device', { derived: true }),
    deviceKind: field.dict('device_kind', { derived: true }),
    targetKind: field.dict('bind_target', { derived: true }),
    targetText: field.text({ max: 80, derived: true, optional: true }),
    earTag: field.text({ max: 15, derived: true, optional: true }),
    animalId: field.ref('registry.animal', { derived: true, optional: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true, optional: true }),
    fromAt: field.dateTime({ derived: true }),
    toAt: field.dateTime({ derived: true, optional: true }),
    days: field.int({ derived: true }),
    open: field.bool({ derived: true }),
    endReason: field.dict('unbind_reason', { derived: true, optional: true }),
    createdByName: field.text({ max: 60, derived: true, optional: true }),
    replacedBy: field.text({ max: 40, derived: true, optional: true }),
    correction: field.text({ max: 200, derived: true, optional: true }),
  },
  title: 'targetText',
  list: {
    columns: [
      'deviceId',
      'deviceKind',
      'targetKind',
      'targetText',
      'principalId',
      'fromAt',
      'toAt',
      'days',
      'endReason',
      'createdByName',
      'replacedBy',
      'correction',
    ],
    filters: [
      'regionCode',
      'principalId',
      'deviceKind',
      'targetKind',
      'open',
      'endReason',
      'fromAt',
      'deviceId',
      'animalId',
    ],
    search: ['earTag', 'targetText'],
    sorts: ['fromAt', 'toAt'],
    sort: '-fromAt',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

const pair = z.strictObject({ device: z.string().trim().min(3).max(40), target: z.string().trim().max(40) });
export const bindModes = ['bind', 'replace', 'unbind'] as const;
const targets = ['animal', 'pen', 'hovel', 'site', 'depot', 'vehicle'] as const;

const checked = z.object({
  device: z.string(),
  target: z.string(),
  level: z.enum(['ok', 'warn', 'error']),
  words: z.array(z.string()),
  bizCode: z.string().nullable(),
  deviceId: idSchema.nullable(),
  targetId: idSchema.nullable(),
  modelName: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  present: z.object({ deviceNo: z.string(), earTag: z.string().nullable(), fromAt: z.string() }).nullable(),
});
export type CheckedPair = z.output<typeof checked>;

const ask = {
  principalId: idSchema,
  mode: z.enum(bindModes),
  targetKind: z.enum(targets).default('animal'),
  pairs: z.array(pair).min(1).max(200),
};

/** R6, R7: what would become of each pair. */
export const checkBinding = endpoint({
  method: 'POST',
  path: 'anm/device/bind/check',
  access: needs('device:binding:bind'),
  body: z.strictObject(ask),
  data: z.array(checked),
});

export const submitBinding = endpoint({
  method: 'POST',
  path: 'anm/device/bind/submit',
  access: needs('device:binding:bind'),
  action: 'bind',
  body: z.strictObject({
    ...ask,
    at: z.iso.datetime({ offset: true }).optional(),
    reason: z.string().max(40).optional(),
    photos: z.array(idSchema).max(9).default([]),
  }),
  data: z.object({ bound: z.int(), ended: z.int(), refused: z.array(checked) }),
});

/** R8: a past binding put right; what the device said in between follows it. */
export const correctBinding = endpoint({
  method: 'POST',
  path: 'anm/device/binding/correct',
  access: needs('device:binding:correct'),
  action: 'correct',
  body: z.strictObject({
    id: idSchema,
    fromAt: z.iso.datetime({ offset: true }),
    toAt: z.iso.datetime({ offset: true }).nullable(),
    earTag: z
      .string()
      .regex(/^\d{15}$/)
      .optional(),
    reason: z.string().trim().min(2).max(200),
  }),
  data: z.object({ moved: z.int() }),
});

const heard = z.object({
  tagNo: z.string(),
  deviceId: idSchema.nullable(),
  gatewayNo: z.string(),
  lastAt: z.string(),
  rssi: z.int(),
  times: z.int(),
  earTag: z.string().nullable(),
});
export const heardTags = endpoint({
  method: 'GET',
  path: 'anm/device/heard',
  access: needs('device:bluetooth:list', 'device:gateway:list', 'device:binding:bind'),
  query: z.strictObject({
    gatewayId: z.coerce.number().int().positive().optional(),
    principalId: z.coerce.number().int().positive().optional(),
    unbound: z.enum(['true', 'false']).optional(),
  }),
  data: z.array(heard),
});
export type HeardTag = z.output<typeof heard>;

export const resources = [deviceBinding];
export const endpoints = [checkBinding, submitBinding, correctBinding, heardTags];
