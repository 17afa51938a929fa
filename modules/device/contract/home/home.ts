import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { column, defineReport, drillTo, filter } from '#kit/contract/report.ts';
import { device } from '../catalogue/device.ts';

const alarm = z.object({
  id: idSchema,
  kind: z.string(),
  level: z.string(),
  title: z.string(),
  at: z.string(),
  status: z.string(),
});
const todo = z.object({
  what: z.enum(['replace', 'collect', 'bind', 'sim']),
  deviceId: idSchema.nullable(),
  text: z.string(),
  detail: z.string(),
});

/** What somebody must do today. */
export const deviceHome = endpoint({
  method: 'GET',
  path: 'anm/device/home/board',
  access: needs('device:home:view'),
  query: z.strictObject({ principalId: z.coerce.number().int().positive().optional() }),
  data: z.object({
    alarms: z.object({ urgent: z.int(), warn: z.int(), info: z.int() }),
    worn: z.int(),
    seen: z.int(),
    active: z.int(),
    online: z.int(),
    silent: z.int(),
    lowBattery: z.int(),
    outNow: z.int(),
    latest: z.array(alarm),
    todo: z.array(todo),
    rates: z.array(z.object({ day: z.string(), kind: z.string(), rate: z.number() })),
  }),
});
export type DeviceHome = z.output<typeof deviceHome.data>;
export type HomeTodo = z.output<typeof todo>;

/** 设备统计. Of devices that are not shared, authorities count none here. */
export const deviceStat = defineReport({
  module: 'device',
  name: 'deviceStat',
  path: 'anm/device/stat',
  screen: '/anm/device/statistics',
  permission: 'device:stat:view',
  columns: {
    devices: column.count({ drill: 'active' }),
    idle: column.count({ drill: 'idle' }),
    repairing: column.count({ drill: 'repairing' }),
    lost: column.count({ drill: 'lost', fault: true }),
    online: column.count({ drill: 'online' }),
    silent: column.count({ drill: 'silent', fault: true }),
    onlineNow: column.rate('online', ['online', 'silent'], { bar: true }),
    lowBattery: column.count(),
    minutes: column.count(),
    possible: column.count(),
    onlineRate: column.rate('minutes', 'possible', { digits: 1 }),
    lossPart: column.count(),
    lossWhole: column.count(),
    packetLoss: column.rate('lossPart', 'lossWhole', { digits: 2 }),
    kinds: column.spread([{ dict: 'device_kind' }]),
  },
  filters: { kind: filter.dict('device_kind') },
  tiles: ['devices', 'onlineNow', 'onlineRate', 'packetLoss'],
  table: [
    'devices',
    'idle',
    'repairing',
    'lost',
    'online',
    'silent',
    'onlineNow',
    'onlineRate',
    'packetLoss',
    'lowBattery',
    'kinds',
  ],
  drills: {
    active: drillTo(device, { regionCode: '$region', status: 'active', kind: '$kind' }),
    idle: drillTo(device, { regionCode: '$region', status: 'idle', kind: '$kind' }),
    repairing: drillTo(device, { regionCode: '$region', status: 'repairing', kind: '$kind' }),
    lost: drillTo(device, { regionCode: '$region', status: 'lost', kind: '$kind' }),
    online: drillTo(device, { regionCode: '$region', status: 'active', online: 'online', kind: '$kind' }),
    silent: drillTo(device, { regionCode: '$region', status: 'active', online: 'silent', kind: '$kind' }),
  },
});

export const endpoints = [deviceHome];
