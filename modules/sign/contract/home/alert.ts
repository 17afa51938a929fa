import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource } from '#kit/contract/resource.ts';
import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { alertCalls, alertColumns, alertFields } from '#modules/platform/contract/alarm/alert-view.ts';

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

/** 标识预警: the platform's alarms that this module raised. */
export const signAlert = defineResource({
  module: 'sign',
  name: 'signAlert',
  path: 'sign/alert',
  screen: '/sign/alert',
  permission: 'sign:alert',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: alertFields,
  title: 'title',
  list: {
    columns: alertColumns,
    filters: ['kind', 'level', 'isOpen', 'status', 'regionCode', 'openedAt'],
    sorts: ['openedAt', 'isOpen'],
  },
  form: [],
  operations: ['list', 'export'],
});

export const signAlertCalls = alertCalls('sign/alert', { view: 'sign:alert:list', handle: 'sign:alert:handle' });
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
export const alertEndpoints = [...Object.values(signAlertCalls), reportDuplicate];
