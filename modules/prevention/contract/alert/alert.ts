import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { alarm } from '#modules/platform/contract/alarm/alarm.ts';

const {
  id,
  level,
  source,
  kind,
  subjectId,
  title,
  text,
  regionCode,
  principalId,
  openedAt,
  times,
  ackBy,
  ackAt,
  closeReason,
  closeNote,
  closedAt,
  status,
} = alarm.fields;
const maybe = { derived: true, optional: true } as const;

/** 防疫预警: the platform's alarms that prevention, breeding and cure have raised, as these people work on them. */
export const antAlert = defineResource({
  module: 'prevention',
  name: 'antAlert',
  path: 'ant/alert',
  screen: '/ant/preventionMange/alert',
  permission: 'ant:alert',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id,
    level,
    source,
    kind,
    subjectId,
    title,
    text,
    regionCode,
    principalId,
    openedAt,
    times,
    ackBy,
    ackAt,
    closeReason,
    closeNote,
    closedBy: field.text({ max: 60, ...maybe }),
    closedAt,
    /** The screen of what it speaks of. */
    linkPath: field.text({ max: 400, ...maybe }),
    isOpen: field.bool({ derived: true }),
    status,
  },
  title: 'title',
  list: {
    columns: ['level', 'kind', 'title', 'text', 'regionCode', 'openedAt', 'status', 'ackBy', 'closedAt', 'closeNote'],
    filters: ['kind', 'level', 'source', 'isOpen', 'status', 'regionCode', 'openedAt'],
    sorts: ['openedAt', 'isOpen'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type AntAlert = RowOf<typeof antAlert>;

const one = { id: idSchema, version: versionSchema };
const moved = z.object({ status: z.string(), version: versionSchema });

export const ackAlert = endpoint({
  method: 'POST',
  path: 'ant/alert/ack',
  access: needs('ant:alert:close'),
  action: 'transition',
  body: z.strictObject(one),
  data: moved,
});
export const closeAlert = endpoint({
  method: 'POST',
  path: 'ant/alert/close',
  access: needs('ant:alert:close'),
  action: 'transition',
  body: z.strictObject({
    ...one,
    closeReason: z.string().min(1).max(64),
    closeNote: z.string().trim().min(2).max(500),
  }),
  data: moved,
});

/** How many are open by kind: what the badge and the strip above the list say. */
export const alertCounts = endpoint({
  method: 'GET',
  path: 'ant/alert/counts',
  access: needs('ant:alert:list'),
  data: z.array(z.object({ kind: z.string(), kindName: z.string(), level: z.string(), n: z.int() })),
});

export const resources = [antAlert];
export const endpoints = [ackAlert, closeAlert, alertCounts];
