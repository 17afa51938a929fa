import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

/** 补仓通知 (R42, R43): what a client must add or pay back, and by when. */
export const marginNotice = defineResource({
  module: 'bank',
  name: 'marginNotice',
  path: 'bank/marginNotice',
  screen: '/bank/credit/marginNotice',
  // Read by bank:margin:list, moved on by bank:credit:edit.
  permission: 'bank',
  actions: { list: 'margin:list', export: 'margin:list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    creditLineId: rowOf(),
    lineNo: field.text({ max: 24, ...derived }),
    bankId: rowOf(),
    principalId: rowOf(),
    clientName: field.text({ max: 80, ...maybe }),
    issuedOn: field.date(derived),
    ltv: field.decimal({ scale: 2, unit: '%', ...maybe }),
    maxLtv: field.decimal({ scale: 2, unit: '%', ...derived }),
    eligibleValue: field.money(derived),
    balance: field.money(derived),
    addValue: field.money(derived),
    repayAmount: field.money(derived),
    dueOn: field.date(derived),
    files: field.files(maybe),
    answer: field.text({ max: 500, ...maybe }),
    answeredOn: field.date(maybe),
    metOn: field.date(maybe),
    metBy: field.dict('margin_notice_met_by', maybe),
    withdrawReason: field.text({ max: 500, ...maybe }),
    status: field.state('margin_notice_status', 'issued', 'met', 'overdue', 'withdrawn'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'clientName',
      'lineNo',
      'issuedOn',
      'ltv',
      'addValue',
      'repayAmount',
      'dueOn',
      'answeredOn',
      'metOn',
      'metBy',
      'status',
    ],
    filters: ['docNo', 'creditLineId', 'bankId', 'issuedOn', 'dueOn', 'metBy', 'status'],
    search: ['docNo'],
    sorts: ['docNo', 'issuedOn', 'dueOn', 'repayAmount', 'ltv'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    answer: {
      from: ['issued'],
      to: 'issued',
      permission: 'credit:edit',
      form: { answer: field.longText({ max: 500 }), answeredOn: field.date() },
    },
    answerLate: {
      from: ['overdue'],
      to: 'overdue',
      permission: 'credit:edit',
      form: { answer: field.longText({ max: 500 }), answeredOn: field.date() },
    },
    withdraw: { from: ['issued', 'overdue'], to: 'withdrawn', permission: 'credit:edit', remark: true, danger: true },
  },
});
export type MarginNotice = RowOf<typeof marginNotice>;

/** By hand, above the call bound; the night does it by itself after three days (R43). */
export const issueMargin = endpoint({
  method: 'POST',
  path: 'bank/marginNotice/issue',
  access: needs('bank:credit:edit'),
  body: z.strictObject({ creditLineId: idSchema }),
  data: z.object({ id: idSchema, docNo: z.string(), addValueCents: z.number(), repayAmountCents: z.number() }),
  action: 'add',
});
/** The letter as a file: made when it is first asked for, and kept. */
export const marginLetter = endpoint({
  method: 'POST',
  path: 'bank/marginNotice/letter',
  access: needs('bank:margin:list'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ fileId: idSchema }),
  action: 'edit',
});
