import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** 拒收报文: what could not be taken, as it came. */
export const deviceReject = defineResource({
  module: 'device',
  name: 'deviceReject',
  path: 'anm/device/reject',
  screen: '/anm/device/ingest',
  permission: 'device:ingest',
  actions: { list: 'view', detail: 'view', export: 'view' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    receivedAt: field.dateTime({ derived: true }),
    deviceNo: field.text({ max: 40, derived: true, optional: true }),
    subject: field.text({ max: 200, derived: true }),
    reason: field.dict('reject_reason', { derived: true }),
    detail: field.text({ max: 200, derived: true, optional: true }),
    raw: field.longText({ max: 4096, derived: true }),
  },
  title: 'subject',
  list: {
    columns: ['receivedAt', 'deviceNo', 'reason', 'detail', 'raw'],
    filters: ['reason', 'deviceNo', 'receivedAt'],
    search: ['deviceNo'],
    sorts: ['receivedAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

const minute = z.object({
  minute: z.string(),
  messages: z.int(),
  accepted: z.int(),
  duplicates: z.int(),
  late: z.int(),
  refused: z.int(),
  delayP95: z.number(),
});
export const ingestBoard = endpoint({
  method: 'GET',
  path: 'anm/device/ingest/board',
  access: needs('device:ingest:view'),
  query: z.strictObject({ hours: z.enum(['1', '24']).default('1') }),
  data: z.object({
    perSecond: z.number(),
    lagMessages: z.int(),
    lagSeconds: z.number(),
    delayP50: z.number(),
    delayP95: z.number(),
    day: z.object({ messages: z.int(), accepted: z.int(), duplicates: z.int(), late: z.int(), refused: z.int() }),
    minutes: z.array(minute),
    reasons: z.array(z.object({ reason: z.string(), n: z.int() })),
    noisy: z.array(
      z.object({ deviceId: idSchema, deviceNo: z.string(), messages: z.int(), lost: z.int(), refused: z.int() }),
    ),
    broker: z.object({ host: z.string(), port: z.int(), up: z.boolean() }),
  }),
});
export type IngestBoard = z.output<typeof ingestBoard.data>;

export const resources = [deviceReject];
export const endpoints = [ingestBoard];
