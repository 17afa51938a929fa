import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { alarm } from '#modules/platform/contract/alarm/alarm.ts';
import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

const view = { viewPermission: 'sign:alert:list', group: 'outlier' } as const;
const closed = ['handled', 'falseAlarm', 'confirmed'] as const;
const trace = '/sign/tagTrace?code={{code}}';
const later = [{ afterMinutes: 7 * 1440, level: 'urgent' as const }];

export const signAlarmKinds = defineAlarmKinds({
  duplicateCode: { ...view, level: 'urgent', autoClose: false, lastStep: 3, closeReasons: closed, subjectPath: trace },
  wrongHolder: { ...view, level: 'warn', autoClose: false, lastStep: 2, closeReasons: closed, subjectPath: trace },
  unknownCode: { ...view, level: 'warn', autoClose: false, lastStep: 2, closeReasons: closed, subjectPath: trace },
  tagCountGap: {
    ...view,
    level: 'warn',
    autoClose: false,
    lastStep: 2,
    closeReasons: closed,
    subjectPath: '/sign/stocktake?keyword={{docNo}}',
  },
  overdueSign: {
    ...view,
    level: 'warn',
    levelUp: later,
    autoClose: true,
    lastStep: 2,
    closeReasons: closed,
    subjectPath: '/signIn/receiving?keyword={{docNo}}',
  },
  unsettled: {
    ...view,
    level: 'warn',
    levelUp: later,
    autoClose: true,
    lastStep: 2,
    closeReasons: closed,
    subjectPath: '/signIn/receiving?keyword={{docNo}}',
  },
  tagIdle: {
    ...view,
    level: 'info',
    autoClose: true,
    lastStep: 1,
    closeReasons: closed,
    subjectPath: '/sign/personLedger?staffId={{staffId}}',
  },
  lowStock: {
    ...view,
    level: 'warn',
    autoClose: true,
    lastStep: 2,
    closeReasons: closed,
    subjectPath: '/signIn/companyStatistics?regionCode={{regionCode}}',
  },
  poolLow: {
    ...view,
    level: 'warn',
    autoClose: true,
    lastStep: 2,
    closeReasons: closed,
    subjectPath: '/sign/segment?regionCode={{regionCode}}',
  },
  notRecovered: {
    ...view,
    level: 'warn',
    autoClose: true,
    lastStep: 2,
    closeReasons: closed,
    subjectPath: '/sign/packRecovery?fromPrincipalId={{principalId}}',
  },
  tagSumDiff: {
    ...view,
    level: 'urgent',
    autoClose: false,
    lastStep: 3,
    closeReasons: closed,
    subjectPath: '/sign/segment?code={{code}}',
  },
});

const { id, level, source, kind, subjectId, title, text, regionCode, principalId, openedAt, times, ackBy, ackAt } =
  alarm.fields;
const { closeReason, closeNote, closedAt, status } = alarm.fields;
const maybe = { derived: true, optional: true } as const;

/** 标识预警: the platform's alarms that this module raised. */
export const signAlert = defineResource({
  module: 'sign',
  name: 'signAlert',
  path: 'sign/alert',
  screen: '/sign/alert',
  permission: 'sign:alert',
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
    linkPath: field.text({ max: 400, ...maybe }),
    isOpen: field.bool({ derived: true }),
    status,
  },
  title: 'title',
  list: {
    columns: ['level', 'kind', 'title', 'text', 'regionCode', 'openedAt', 'status', 'ackBy', 'closedAt', 'closeNote'],
    filters: ['kind', 'level', 'isOpen', 'status', 'regionCode', 'openedAt'],
    sorts: ['openedAt', 'isOpen'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type SignAlert = RowOf<typeof signAlert>;

const one = { id: idSchema, version: versionSchema };
const moved = z.object({ status: z.string(), version: versionSchema });
export const ackAlert = endpoint({
  method: 'POST',
  path: 'sign/alert/ack',
  access: needs('sign:alert:handle'),
  action: 'transition',
  body: z.strictObject(one),
  data: moved,
});
export const closeAlert = endpoint({
  method: 'POST',
  path: 'sign/alert/close',
  access: needs('sign:alert:handle'),
  action: 'transition',
  body: z.strictObject({
    ...one,
    closeReason: z.string().min(1).max(64),
    closeNote: z.string().trim().min(2).max(500),
  }),
  data: moved,
});
export const alertCounts = endpoint({
  method: 'GET',
  path: 'sign/alert/counts',
  access: needs('sign:alert:list'),
  data: z.array(z.object({ kind: z.string(), kindName: z.string(), level: z.string(), n: z.int() })),
});
/** R41: the tag in the ear really shows this number, though another animal wears it. */
export const reportDuplicate = endpoint({
  method: 'POST',
  path: 'sign/alert/duplicate',
  access: needs('sign:receiving:sign', 'sign:alert:handle'),
  action: 'add',
  body: z.strictObject({
    code: z.number().int(),
    principalId: idSchema,
    photos: z.array(idSchema).min(1).max(9),
    text: z.string().trim().max(300).nullish(),
  }),
  data: z.object({ alarmId: idSchema.nullable() }),
});
export const alertEndpoints = [ackAlert, closeAlert, alertCounts, reportDuplicate];
