import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Kinds whose limit a tenant may set; what each measures and which way it goes. */
export const ruleKinds = {
  lowBattery: { metric: 'bat', comparison: 'below', threshold: 20, hold: 0 },
  noMotion: { metric: 'activity', comparison: 'below', threshold: 3, hold: 720 },
  fever: { metric: 'bodyTemp', comparison: 'above', threshold: 40, hold: 120 },
  estrus: { metric: 'activity', comparison: 'above', threshold: 160, hold: 240 },
  envHigh: { metric: 'nh3', comparison: 'above', threshold: 20, hold: 30 },
  envLow: { metric: 'temp', comparison: 'below', threshold: 5, hold: 30 },
  heatStress: { metric: 'thi', comparison: 'above', threshold: 72, hold: 30 },
  transport: { metric: 'speed', comparison: 'above', threshold: 25, hold: 20 },
} as const;
export type RuleKind = keyof typeof ruleKinds;
/** R41: kinds whose limit may only be made stricter where an animal is pledged. */
export const strictKinds: readonly string[] = ['transport'];

/** 预警规则: when a measure opens an alarm. The nearest scope wins: a unit's own, then the tenant's, then the product's. */
export const alarmRule = defineResource({
  module: 'device',
  name: 'alarmRule',
  path: 'anm/device/alarmRule',
  screen: '/anm/device/alarmRule',
  permission: 'alarm:rule',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    kind: field.dict('device_rule_kind', { fixed: true }),
    name: field.text({ max: 60 }),
    scope: field.dict('alarm_rule_scope', { fixed: true }),
    principalId: field.ref('registry.principal', { optional: true, fixed: true }),
    metric: field.dict('device_metric'),
    comparison: field.dict('device_comparison'),
    threshold: field.decimal({ scale: 2, min: -100, max: 100_000 }),
    seriousThreshold: field.decimal({ scale: 2, min: -100, max: 100_000, optional: true }),
    clearThreshold: field.decimal({ scale: 2, min: -100, max: 100_000, optional: true }),
    holdMinutes: field.int({ min: 0, max: 2880 }),
    level: field.dict('alarm_level'),
    dedupMinutes: field.int({ min: 0, max: 10_080 }),
    ruleVersion: field.int({ derived: true }),
    status: enabledStatus,
    updatedAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'kind',
      'name',
      'scope',
      'principalId',
      'metric',
      'comparison',
      'threshold',
      'holdMinutes',
      'level',
      'ruleVersion',
      'status',
    ],
    filters: ['kind', 'scope', 'principalId', 'status'],
    search: ['name'],
    sorts: ['kind', 'updatedAt'],
    sort: 'kind',
  },
  form: [
    'kind',
    'name',
    'scope',
    'principalId',
    'metric',
    'comparison',
    'threshold',
    'seriousThreshold',
    'clearThreshold',
    'holdMinutes',
    'level',
    'dedupMinutes',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['enabled'],
  transitions: enableDisable(),
});
export type AlarmRule = RowOf<typeof alarmRule>;

/** R40: how many alarms this condition would have opened on the tenant's own last days. */
export const backtest = endpoint({
  method: 'POST',
  path: 'anm/device/alarmRule/backtest',
  access: needs('alarm:rule:edit', 'alarm:rule:list'),
  body: z.strictObject({
    kind: z.enum(Object.keys(ruleKinds) as [RuleKind, ...RuleKind[]]),
    metric: z.string().max(20),
    comparison: z.enum(['above', 'below']),
    threshold: z.number(),
    clearThreshold: z.number().nullish(),
    holdMinutes: z.int().min(0).max(2880),
    principalId: idSchema.nullish(),
    days: z.int().min(1).max(14).default(14),
  }),
  data: z.object({
    count: z.int(),
    devices: z.int(),
    looked: z.int(),
    byDay: z.array(z.object({ day: z.string(), n: z.int() })),
    sample: z.array(
      z.object({ deviceId: idSchema, deviceNo: z.string(), from: z.string(), minutes: z.int(), extreme: z.number() }),
    ),
  }),
});

export const ruleVersions = endpoint({
  method: 'GET',
  path: 'anm/device/alarmRule/versions',
  access: needs('alarm:rule:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      ruleVersion: z.int(),
      savedAt: z.string(),
      savedByName: z.string().nullable(),
      content: z.record(z.string(), z.unknown()),
    }),
  ),
});

export const resources = [alarmRule];
export const endpoints = [backtest, ruleVersions];
