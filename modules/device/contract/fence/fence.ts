import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 电子围栏. */
export const fence = defineResource({
  module: 'device',
  name: 'fence',
  path: 'anm/device/fence',
  screen: '/anm/device/fence',
  permission: 'device:fence',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    name: field.text({ max: 60 }),
    principalId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region({ derived: true }),
    kind: field.dict('fence_kind'),
    polygon: field.json(),
    areaHa: field.decimal({ scale: 2, derived: true }),
    geometryVersion: field.int({ derived: true }),
    bankId: field.ref('registry.principal', { derived: true, optional: true }),
    colour: field.color({ optional: true }),
    insideNow: field.int({ derived: true }),
    outsideNow: field.int({ derived: true }),
    ruleCount: field.int({ derived: true }),
    status: field.state('fence_status', 'draft', 'active', 'paused', 'ended'),
    updatedAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'kind',
      'principalId',
      'regionCode',
      'areaHa',
      'insideNow',
      'outsideNow',
      'ruleCount',
      'polygon',
      'status',
    ],
    filters: ['regionCode', 'principalId', 'kind', 'status'],
    search: ['name'],
    sorts: ['name', 'areaHa'],
  },
  form: ['name', 'principalId', 'kind', 'polygon', 'colour'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft', 'active', 'paused'],
  transitions: {
    publish: { from: ['draft'], to: 'active', permission: 'edit' },
    pause: { from: ['active'], to: 'paused', permission: 'edit', remark: true },
    resume: { from: ['paused'], to: 'active', permission: 'edit' },
    end: { from: ['active', 'paused'], to: 'ended', permission: 'edit', remark: true, danger: true },
  },
});
export type Fence = RowOf<typeof fence>;

/** When a fence speaks up. */
export const fenceRule = defineResource({
  module: 'device',
  name: 'fenceRule',
  path: 'anm/device/fenceRule',
  screen: '/anm/device/fence',
  permission: 'device:fence',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    fenceId: field.ref('device.fence', { fixed: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true }),
    trigger: field.dict('fence_trigger'),
    minutes: field.int({ min: 1, max: 10_080, optional: true }),
    scope: field.dict('fence_rule_scope'),
    scopeWords: field.dicts('stage', { optional: true }),
    level: field.dict('alarm_level'),
    fromTime: field.text({ max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, optional: true }),
    toTime: field.text({ max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, optional: true }),
    seasonFrom: field.text({ max: 5, pattern: /^(0[1-9]|1[0-2])-([0-2]\d|3[01])$/, optional: true }),
    seasonTo: field.text({ max: 5, pattern: /^(0[1-9]|1[0-2])-([0-2]\d|3[01])$/, optional: true }),
    bufferM: field.int({ min: 5, max: 500, optional: true }),
    confirmFixes: field.int({ min: 1, max: 5, optional: true }),
    status: enabledStatus,
    updatedAt: field.dateTime({ derived: true }),
  },
  title: 'trigger',
  list: {
    columns: [
      'fenceId',
      'trigger',
      'minutes',
      'scope',
      'level',
      'fromTime',
      'toTime',
      'seasonFrom',
      'seasonTo',
      'bufferM',
      'status',
    ],
    filters: ['fenceId', 'trigger', 'status'],
    sorts: ['updatedAt'],
  },
  form: [
    'fenceId',
    'trigger',
    'minutes',
    'scope',
    'scopeWords',
    'level',
    'fromTime',
    'toTime',
    'seasonFrom',
    'seasonTo',
    'bufferM',
    'confirmFixes',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['enabled'],
  transitions: enableDisable(),
});
export type FenceRule = RowOf<typeof fenceRule>;

const ring = z
  .array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]))
  .min(4)
  .max(501);
export const polygonSchema = z.array(ring).min(1).max(5);
export type Polygon = z.output<typeof polygonSchema>;

/** R32: who is in it and out of it now, before it is saved. */
export const previewFence = endpoint({
  method: 'POST',
  path: 'anm/device/fence/preview',
  access: needs('device:fence:edit'),
  body: z.strictObject({ principalId: idSchema, polygon: polygonSchema }),
  data: z.object({ areaHa: z.number(), inside: z.int(), outside: z.int(), fault: z.string().nullable() }),
});

export const fenceAnimals = endpoint({
  method: 'GET',
  path: 'anm/device/fence/animals',
  access: needs('device:fence:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      deviceId: idSchema,
      deviceNo: z.string(),
      earTag: z.string().nullable(),
      inside: z.boolean(),
      since: z.string(),
      lastFixAt: z.string(),
    }),
  ),
});

export const resources = [fence, fenceRule];
export const endpoints = [previewFence, fenceAnimals];
