import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { alertCalls, alertFields } from '#modules/platform/contract/alarm/alert-view.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

/** 异常监测: what the records say by themselves, the most telling first. */
export const insAlert = defineResource({
  module: 'insurance',
  name: 'insAlert',
  path: 'insuranceMgt/alert',
  screen: '/insuranceMgt/outlier',
  permission: 'ins:alert',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: { ...alertFields, score: field.int(maybe) },
  title: 'title',
  list: {
    columns: ['score', 'level', 'kind', 'title', 'text', 'regionCode', 'openedAt', 'status', 'ackBy', 'closeNote'],
    filters: ['kind', 'level', 'score', 'isOpen', 'status', 'regionCode', 'openedAt'],
    sorts: ['openedAt', 'score', 'isOpen'],
  },
  form: [],
  operations: ['list', 'export'],
});
export const insAlertCalls = alertCalls('insuranceMgt/alert', { view: 'ins:alert:list', handle: 'ins:alert:decide' });

/** 业务记录: every step of every document, newest first; nobody writes it by hand. */
export const insRecord = defineResource({
  module: 'insurance',
  name: 'insRecord',
  path: 'insuranceMgt/record',
  screen: '/insuranceMgt/records',
  permission: 'ins:record',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    createdAt: field.dateTime(derived),
    noun: field.dict('ins_record_noun', derived),
    docId: rowOf(),
    docNo: field.text({ max: 24, ...derived }),
    holderName: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    insurer: field.text({ max: 80, ...maybe }),
    fromState: field.dict('ins_record_state', maybe),
    toState: field.dict('ins_record_state', derived),
    amount: field.money(maybe),
    createdByName: field.text({ max: 60, ...maybe }),
  },
  title: 'docNo',
  list: {
    columns: [
      'createdAt',
      'noun',
      'docNo',
      'holderName',
      'regionCode',
      'fromState',
      'toState',
      'amount',
      'insurer',
      'createdByName',
    ],
    filters: ['noun', 'docNo', 'holderName', 'toState', 'createdAt', 'regionCode'],
    search: ['docNo', 'holderName'],
    sorts: ['createdAt'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type InsRecord = RowOf<typeof insRecord>;

/** 客户回访. */
export const insCallback = defineResource({
  module: 'insurance',
  name: 'insCallback',
  path: 'insuranceMgt/callback',
  screen: '/insuranceMgt/callback',
  permission: 'ins:callback',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    kind: field.dict('ins_callback_kind', derived),
    subjectNo: field.text({ max: 40, ...derived }),
    holderName: field.text({ max: 80, ...derived }),
    phoneMask: field.text({ max: 40, ...maybe }),
    regionCode: field.region(derived),
    insurer: field.text({ max: 80, ...maybe }),
    drawnBy: field.dict('ins_callback_drawn_by', derived),
    ownSignature: field.bool(maybe),
    moneyRight: field.bool(maybe),
    askedFor: field.bool(maybe),
    result: field.dict('ins_callback_result', maybe),
    remark: field.text({ max: 500, ...maybe }),
    files: field.files(maybe),
    callerName: field.text({ max: 60, ...maybe }),
    calledAt: field.dateTime(maybe),
    status: field.state('ins_callback_status', 'open', 'done', 'dropped'),
    ...stamps,
  },
  title: 'subjectNo',
  list: {
    columns: [
      'kind',
      'subjectNo',
      'holderName',
      'phoneMask',
      'regionCode',
      'drawnBy',
      'ownSignature',
      'moneyRight',
      'askedFor',
      'result',
      'callerName',
      'calledAt',
      'status',
    ],
    filters: ['kind', 'subjectNo', 'holderName', 'drawnBy', 'result', 'status', 'calledAt', 'regionCode'],
    search: ['subjectNo', 'holderName'],
    sorts: ['calledAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    answer: {
      from: ['open'],
      to: 'done',
      permission: 'do',
      form: {
        result: field.dict('ins_callback_result'),
        ownSignature: field.bool({ optional: true }),
        moneyRight: field.bool({ optional: true }),
        askedFor: field.bool({ optional: true }),
        words: field.longText({ max: 500, optional: true }),
        record: field.files({ max: 3, optional: true }),
      },
    },
    drop: { from: ['open'], to: 'dropped', permission: 'do', remark: true },
  },
});
export type InsCallback = RowOf<typeof insCallback>;

/** Draws whom to call among what was issued or closed in these days, by a seed; who was drawn before is left out. */
export const drawCallbacks = endpoint({
  method: 'POST',
  path: 'insuranceMgt/callback/draw',
  access: needs('ins:callback:do'),
  body: z.strictObject({
    kind: z.enum(['enrol', 'claim']),
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  data: z.object({ drawn: z.number(), among: z.number(), seed: z.number() }),
  action: 'add',
});

export const monitor = {
  resources: [insAlert, insRecord, insCallback],
  endpoints: [...Object.values(insAlertCalls), drawCallbacks],
};
