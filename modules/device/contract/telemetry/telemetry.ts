import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const ids = z
  .string()
  .max(200)
  .transform((text) => text.split(',').filter(Boolean).map(Number))
  .pipe(z.array(z.int().positive()).min(1).max(5));
const time = z.iso.datetime({ offset: true });

/** R60: at most this long, and this many animals at once. */
export const trailDays = 31;
export const mostPoints = 5000;

const mapPoint = z.object({
  id: idSchema,
  deviceNo: z.string(),
  kind: z.string(),
  name: z.string().nullable(),
  longitude: z.number(),
  latitude: z.number(),
  at: z.string().nullable(),
  state: z.enum(['online', 'silent', 'never', 'alarm']),
});
export type MapPoint = z.output<typeof mapPoint>;
const cluster = z.object({ longitude: z.number(), latitude: z.number(), n: z.int(), alarms: z.int(), silent: z.int() });

/** Devices in sight: one by one while they are few, else in clusters made here. */
export const deviceMap = endpoint({
  method: 'GET',
  path: 'anm/device/map',
  access: needs('device:locator:list', 'device:home:view', 'device:gateway:list'),
  query: z.strictObject({
    west: z.coerce.number(),
    south: z.coerce.number(),
    east: z.coerce.number(),
    north: z.coerce.number(),
    kinds: z.string().max(80).optional(),
    principalId: number.optional(),
  }),
  data: z.object({ total: z.int(), points: z.array(mapPoint), clusters: z.array(cluster) }),
});
export type DeviceMap = z.output<typeof deviceMap.data>;

const trailPoint = z.tuple([z.number(), z.number(), z.number(), z.string()]);
const stop = z.object({
  from: z.string(),
  to: z.string(),
  minutes: z.int(),
  longitude: z.number(),
  latitude: z.number(),
});
const line = z.object({
  id: idSchema,
  deviceId: idSchema,
  label: z.string(),
  /** Time in ms, longitude, latitude, mark or nothing; in order of time. */
  points: z.array(trailPoint),
  stops: z.array(stop),
  days: z.array(z.object({ day: z.string(), metres: z.number() })),
});
export type TrailLine = z.output<typeof line>;

/** R60: where animals, or devices, have been. */
export const trail = endpoint({
  method: 'GET',
  path: 'anm/device/trail',
  access: needs('device:trail:view'),
  query: z.strictObject({ animalIds: ids.optional(), deviceIds: ids.optional(), from: time, to: time }),
  data: z.object({
    lines: z.array(line),
    alarms: z.array(
      z.object({ id: idSchema, kind: z.string(), level: z.string(), at: z.string(), deviceId: idSchema.nullable() }),
    ),
    fences: z.array(z.object({ id: idSchema, name: z.string(), kind: z.string(), polygon: z.unknown() })),
  }),
});
export type Trail = z.output<typeof trail.data>;

export const exportTrail = endpoint({
  method: 'GET',
  path: 'anm/device/trail/export',
  access: needs('device:trail:export'),
  query: z.strictObject({ deviceId: number, from: time, to: time, as: z.enum(['gpx', 'csv']) }),
  data: z.object({ name: z.string(), text: z.string() }),
});

const point = z.tuple([z.number(), z.number(), z.number(), z.number()]);
/** Minimum, mean and maximum of each step, in order of time. */
export const series = endpoint({
  method: 'GET',
  path: 'anm/device/info/series',
  access: needs('device:info:view', 'device:env:view'),
  query: z.strictObject({
    id: number,
    metrics: z.string().max(100),
    from: time,
    to: time,
    step: z.enum(['10m', 'hour', 'day']),
  }),
  data: z.record(z.string(), z.array(point)),
});

const message = z.object({
  at: z.string(),
  receivedAt: z.string(),
  type: z.string(),
  boot: z.number(),
  seq: z.number(),
  text: z.string(),
  marks: z.array(z.string()),
  reason: z.string().nullable(),
});
export type DeviceMessage = z.output<typeof message>;
export const messages = endpoint({
  method: 'GET',
  path: 'anm/device/info/messages',
  access: needs('device:info:view'),
  query: z.strictObject({ id: number }),
  data: z.array(message),
});

/** What a device last said, whole. */
export const deviceNow = endpoint({
  method: 'GET',
  path: 'anm/device/info/now',
  access: needs('device:info:view'),
  query: z.strictObject({ id: number }),
  data: z.object({
    lastSeenAt: z.string().nullable(),
    lastEventAt: z.string().nullable(),
    silentDueAt: z.string().nullable(),
    batteryPct: z.int().nullable(),
    signalPct: z.int().nullable(),
    rssi: z.int().nullable(),
    firmware: z.string().nullable(),
    clockSkew: z.number().nullable(),
    longitude: z.number().nullable(),
    latitude: z.number().nullable(),
    locationAt: z.string().nullable(),
    locationAcc: z.number().nullable(),
    speed: z.number().nullable(),
    values: z.record(z.string(), z.number()),
    gatewayNo: z.string().nullable(),
    metrics: z.array(
      z.object({
        code: z.string(),
        unit: z.string().optional(),
        min: z.number().optional(),
        max: z.number().optional(),
      }),
    ),
    commands: z.array(z.string()),
    transport: z.string(),
    credential: z
      .object({ fingerprint: z.string(), createdAt: z.string(), expireAt: z.string(), endsAt: z.string().nullable() })
      .nullable(),
    binding: z
      .object({
        targetKind: z.string(),
        targetId: idSchema,
        text: z.string().nullable(),
        earTag: z.string().nullable(),
        fromAt: z.string(),
      })
      .nullable(),
    alarms: z.array(
      z.object({
        id: idSchema,
        kind: z.string(),
        level: z.string(),
        status: z.string(),
        at: z.string(),
        title: z.string(),
      }),
    ),
  }),
});
export type DeviceNow = z.output<typeof deviceNow.data>;

export const endpoints = [deviceMap, trail, exportTrail, series, messages, deviceNow];
