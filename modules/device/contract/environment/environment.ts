import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** 环境标准: between which values the air of a house should stay. The nearest wins: own, region's, the product's. */
export const envStandard = defineResource({
  module: 'device',
  name: 'envStandard',
  path: 'anm/device/envStandard',
  screen: '/anm/device/environment',
  permission: 'device:env',
  actions: { list: 'view', detail: 'view', add: 'edit', remove: 'edit', export: 'view' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    metric: field.dict('device_metric'),
    hovelKind: field.dict('hovel_kind', { optional: true }),
    principalId: field.ref('registry.principal', { optional: true }),
    low: field.decimal({ scale: 2, optional: true }),
    high: field.decimal({ scale: 2, optional: true }),
    seriousLow: field.decimal({ scale: 2, optional: true }),
    seriousHigh: field.decimal({ scale: 2, optional: true }),
    holdMinutes: field.int({ min: 0, max: 1440 }),
    updatedAt: field.dateTime({ derived: true }),
  },
  title: 'metric',
  list: {
    columns: ['metric', 'hovelKind', 'principalId', 'low', 'high', 'seriousLow', 'seriousHigh', 'holdMinutes'],
    filters: ['metric', 'hovelKind', 'principalId'],
    sorts: ['metric'],
    sort: 'metric',
  },
  form: ['metric', 'hovelKind', 'principalId', 'low', 'high', 'seriousLow', 'seriousHigh', 'holdMinutes'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});

const value = z.object({
  metric: z.string(),
  value: z.number(),
  at: z.string(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  state: z.enum(['ok', 'over', 'serious', 'old']),
});
const card = z.object({
  hovelId: idSchema,
  name: z.string(),
  kind: z.string(),
  holder: z.string(),
  sensors: z.int(),
  apart: z.boolean(),
  values: z.array(value),
  /** Hours past the limit this month. */
  overHours: z.int(),
});
export type EnvCard = z.output<typeof card>;

export const envBoard = endpoint({
  method: 'GET',
  path: 'anm/device/env/board',
  access: needs('device:env:view'),
  query: z.strictObject({ principalId: z.coerce.number().int().positive().optional() }),
  data: z.array(card),
});

export const envSeries = endpoint({
  method: 'GET',
  path: 'anm/device/env/series',
  access: needs('device:env:view'),
  query: z.strictObject({
    hovelId: z.coerce.number().int().positive(),
    metric: z.string().max(20),
    days: z.enum(['1', '7', '30']),
  }),
  data: z.object({
    low: z.number().nullable(),
    high: z.number().nullable(),
    points: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    over: z.array(z.object({ day: z.string(), hours: z.int() })),
  }),
});

export const resources = [envStandard];
export const endpoints = [envBoard, envSeries];
