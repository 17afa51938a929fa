import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** What a device last said, beside its row. */
const state = {
  online: field.dict('device_online', { derived: true }),
  lastSeenAt: field.dateTime({ derived: true, optional: true }),
  batteryPct: field.int({ derived: true, optional: true }),
  rssi: field.int({ derived: true, optional: true }),
  signalPct: field.int({ derived: true, optional: true }),
  openAlarms: field.int({ derived: true }),
  placeName: field.text({ max: 80, derived: true, optional: true }),
  bound: field.bool({ derived: true }),
} as const;

const base = {
  id: field.id(),
  deviceNo: field.text({ max: 32, pattern: /^[A-Z0-9-]{4,32}$/, fixed: true }),
  name: field.text({ max: 60, optional: true }),
  modelId: field.ref('device.deviceModel', { fixed: true, where: { status: 'active' } }),
  kind: field.dict('device_kind', { derived: true }),
  principalId: field.ref('registry.principal', { fixed: true }),
  ownerId: field.ref('registry.principal', { optional: true }),
  ownership: field.dict('device_ownership'),
  regionCode: field.region({ derived: true, optional: true }),
  serialNo: field.text({ max: 40, optional: true }),
  imei: field.text({ max: 20, pattern: /^\d{15}$/, optional: true }),
  mac: field.text({ max: 17, pattern: /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/, optional: true }),
  location: field.point({ optional: true }),
  installedOn: field.date({ derived: true, optional: true }),
  simNo: field.text({ max: 20, optional: true }),
  simExpireOn: field.date({ optional: true }),
  reportSeconds: field.int({ min: 10, max: 86_400, optional: true }),
  shareScope: field.dict('device_share'),
  firmware: field.text({ max: 40, derived: true, optional: true }),
  toCollect: field.bool({ derived: true }),
  ...state,
  remark: field.longText({ max: 500, optional: true }),
  status: field.state('device_status', 'idle', 'active', 'suspended', 'repairing', 'lost', 'scrapped'),
  createdAt: field.dateTime({ derived: true }),
} as const;

const filters = [
  'regionCode',
  'principalId',
  'modelId',
  'status',
  'online',
  'batteryPct',
  'bound',
  'lastSeenAt',
  'toCollect',
] as const;

/** 设备: everything that measures, sees or locates. */
export const device = defineResource({
  module: 'device',
  name: 'device',
  path: 'anm/device/info',
  screen: '/anm/device/detail',
  permission: 'device:info',
  actions: { list: 'view', detail: 'view', remove: 'scrap' },
  scope: 'jurisdiction',
  fields: base,
  title: 'deviceNo',
  list: {
    columns: [
      'deviceNo',
      'kind',
      'name',
      'modelId',
      'principalId',
      'regionCode',
      'placeName',
      'online',
      'lastSeenAt',
      'batteryPct',
      'openAlarms',
      'status',
    ],
    filters: ['kind', ...filters],
    search: ['deviceNo', 'mac', 'serialNo', 'name'],
    sorts: ['deviceNo', 'lastSeenAt'],
  },
  form: [
    'deviceNo',
    'name',
    'modelId',
    'principalId',
    'ownerId',
    'ownership',
    'serialNo',
    'imei',
    'mac',
    'location',
    'simNo',
    'simExpireOn',
    'reportSeconds',
    'shareScope',
    'remark',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'export', 'import'],
  editableIn: ['idle', 'active', 'suspended', 'repairing', 'lost'],
  transitions: {
    suspend: { from: ['idle', 'active'], to: 'suspended', permission: 'edit', remark: true, danger: true },
    resume: { from: ['suspended'], to: 'idle', permission: 'edit' },
    repair: { from: ['active', 'suspended'], to: 'repairing', permission: 'edit', remark: true },
    repaired: { from: ['repairing'], to: 'idle', permission: 'edit' },
    reportLost: { from: ['active'], to: 'lost', permission: 'edit', remark: true, danger: true },
    found: { from: ['lost'], to: 'idle', permission: 'edit', remark: true },
    scrap: { from: ['idle', 'repairing', 'lost'], to: 'scrapped', permission: 'scrap', remark: true, danger: true },
  },
});
export type Device = RowOf<typeof device>;

const { kind: _kind, ...ofOneKind } = base;

/** 网关: hears ear tags and beacons, and carries what they say. */
export const gateway = defineResource({
  module: 'device',
  name: 'gateway',
  path: 'anm/device/gateway',
  screen: '/anm/device/gateway',
  permission: 'device:gateway',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    ...ofOneKind,
    heardNow: field.int({ derived: true }),
    heardDay: field.int({ derived: true }),
  },
  title: 'deviceNo',
  list: {
    columns: [
      'deviceNo',
      'name',
      'principalId',
      'placeName',
      'online',
      'lastSeenAt',
      'heardNow',
      'heardDay',
      'signalPct',
      'batteryPct',
      'firmware',
      'simExpireOn',
      'openAlarms',
      'status',
    ],
    filters: [...filters, 'simExpireOn'],
    search: ['deviceNo', 'mac', 'serialNo', 'name'],
    sorts: ['deviceNo', 'lastSeenAt', 'simExpireOn'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

/** 蓝牙耳标. */
export const earTag = defineResource({
  module: 'device',
  name: 'earTag',
  path: 'anm/device/bluetooth',
  screen: '/anm/device/bluetooth',
  permission: 'device:bluetooth',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    ...ofOneKind,
    heardBy: field.text({ max: 60, derived: true, optional: true }),
    bodyTemp: field.decimal({ scale: 1, derived: true, optional: true }),
    activity: field.int({ derived: true, optional: true }),
  },
  title: 'deviceNo',
  list: {
    columns: [
      'deviceNo',
      'placeName',
      'principalId',
      'lastSeenAt',
      'heardBy',
      'rssi',
      'bodyTemp',
      'activity',
      'batteryPct',
      'online',
      'openAlarms',
      'status',
    ],
    filters: [...filters],
    search: ['deviceNo', 'mac', 'placeName'],
    sorts: ['deviceNo', 'lastSeenAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

export type EarTag = RowOf<typeof earTag>;

/** 信标: says where it is to whoever comes near. */
export const beacon = defineResource({
  module: 'device',
  name: 'beacon',
  path: 'anm/device/beacon',
  screen: '/anm/device/beacon',
  permission: 'device:beacon',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    ...ofOneKind,
    heardBy: field.text({ max: 60, derived: true, optional: true }),
    visits: field.int({ derived: true }),
  },
  title: 'deviceNo',
  list: {
    columns: [
      'deviceNo',
      'name',
      'placeName',
      'principalId',
      'lastSeenAt',
      'heardBy',
      'visits',
      'batteryPct',
      'online',
      'status',
    ],
    filters: [...filters],
    search: ['deviceNo', 'mac', 'name'],
    sorts: ['deviceNo', 'lastSeenAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

/** R3: told once; the one before ends after a day, or at once where it is lost. */
export const newCredential = endpoint({
  method: 'POST',
  path: 'anm/device/info/credential',
  access: needs('device:info:credential'),
  action: 'credential',
  secret: true,
  body: z.strictObject({ id: idSchema, reason: z.string().trim().min(2).max(200), atOnce: z.boolean().default(false) }),
  data: z.object({
    username: z.string(),
    password: z.string(),
    brokerHost: z.string(),
    port: z.int(),
    upTopic: z.string(),
    downTopic: z.string(),
    expireAt: z.string(),
  }),
});

export const revokeCredential = endpoint({
  method: 'POST',
  path: 'anm/device/info/revoke',
  access: needs('device:info:credential'),
  action: 'credential',
  body: z.strictObject({ id: idSchema, reason: z.string().trim().min(2).max(200) }),
  data: z.object({ revoked: z.int() }),
});

export const transferDevice = endpoint({
  method: 'POST',
  path: 'anm/device/info/transfer',
  access: needs('device:info:transfer'),
  action: 'transfer',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    toPrincipalId: idSchema,
    reason: z.string().trim().max(200).optional(),
  }),
  data: z.object({ version: versionSchema }),
});

export const sendCommand = endpoint({
  method: 'POST',
  path: 'anm/device/info/command',
  access: needs('device:info:command'),
  action: 'command',
  body: z.strictObject({
    idArr: z.array(idSchema).min(1).max(200),
    name: z.enum(['lamp', 'locateNow', 'interval', 'reboot', 'snapshot', 'tare']),
    params: z.strictObject({ seconds: z.int().min(10).max(86_400).optional() }).default({}),
  }),
  data: z.object({ commandIds: z.array(idSchema) }),
});

const command = z.object({
  id: idSchema,
  name: z.string(),
  status: z.string(),
  createdAt: z.string(),
  createdByName: z.string().nullable(),
  sentAt: z.string().nullable(),
  ackedAt: z.string().nullable(),
  result: z.string().nullable(),
});
export const listCommands = endpoint({
  method: 'GET',
  path: 'anm/device/command/list',
  access: needs('device:info:command', 'device:info:view'),
  query: z.strictObject({ deviceId: z.coerce.number().int().positive() }),
  data: z.array(command),
});

export const resources = [device, gateway, earTag, beacon];
export const endpoints = [newCredential, revokeCredential, transferDevice, sendCommand, listCommands];
