import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe } from '../row-of.ts';

/** 结算对账: what a treasury owes an insurer for a county and a month (R48). */
export const insStatement = defineResource({
  module: 'insurance',
  name: 'insStatement',
  path: 'insuranceMgt/statement',
  screen: '/insuranceMgt/statement',
  permission: 'ins:statement',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    kind: field.dict('ins_statement_kind', derived),
    regionCode: field.region(derived),
    insurerId: field.ref('registry.principal', derived),
    insurer: field.text({ max: 80, ...maybe }),
    payerCode: field.text({ max: 40, ...derived }),
    payer: field.text({ max: 80, ...maybe }),
    period: field.text({ max: 7, ...derived }),
    lineCount: field.int(derived),
    head: field.int(derived),
    total: field.money(derived),
    received: field.money(derived),
    owed: field.money(derived),
    arrearsDays: field.int({ unit: 'days', ...maybe }),
    isArrears: field.bool(derived),
    receivedOn: field.date(maybe),
    vouchers: field.files(maybe),
    issuedAt: field.dateTime(maybe),
    confirmedAt: field.dateTime(maybe),
    remark: field.text({ max: 500, ...maybe }),
    status: field.state('ins_statement_status', 'draft', 'issued', 'confirmed', 'disputed', 'settled'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'period',
      'payer',
      'total',
      'owed',
      'regionCode',
      'insurer',
      'kind',
      'lineCount',
      'head',
      'received',
      'arrearsDays',
      'status',
    ],
    filters: ['docNo', 'kind', 'period', 'insurerId', 'isArrears', 'status', 'regionCode'],
    search: ['docNo', 'period'],
    sorts: ['docNo', 'period', 'total'],
    sort: '-period',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    issue: { from: ['draft'], to: 'issued' },
    confirm: { from: ['issued'], to: 'confirmed' },
    dispute: { from: ['issued'], to: 'disputed', permission: 'confirm', remark: true },
    redo: { from: ['disputed'], to: 'draft', permission: 'issue', remark: true },
    settle: {
      from: ['confirmed'],
      to: 'settled',
      permission: 'issue',
      form: {
        receivedOn: field.date(),
        amount: field.money({ min: 1, max: 99_999_999_999 }),
        voucher: field.files({ max: 3, optional: true }),
      },
    },
  },
});
export type InsStatement = RowOf<typeof insStatement>;

/** What a statement is made of; frozen with it. */
export const insStatementLine = defineResource({
  module: 'insurance',
  name: 'insStatementLine',
  path: 'insuranceMgt/statementLine',
  screen: '/insuranceMgt/statement',
  permission: 'ins:statement',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    statementId: field.ref('insurance.insStatement', derived),
    sourceKind: field.dict('ins_statement_source', derived),
    sourceNo: field.text({ max: 24, ...derived }),
    regionCode: field.region(derived),
    onDate: field.date(derived),
    head: field.int(derived),
    amount: field.money(derived),
  },
  title: 'sourceNo',
  list: {
    columns: ['sourceNo', 'sourceKind', 'regionCode', 'onDate', 'head', 'amount'],
    filters: ['statementId', 'sourceKind', 'sourceNo', 'regionCode'],
    search: ['sourceNo'],
    sorts: ['onDate', 'amount'],
    sort: 'onDate',
  },
  form: [],
  operations: ['list', 'export'],
});
export type InsStatementLine = RowOf<typeof insStatementLine>;

/** R48: what was issued up to the end of the month and stands in no statement yet, by county and payer. */
export const makeStatements = endpoint({
  method: 'POST',
  path: 'insuranceMgt/statement/make',
  access: needs('ins:statement:issue'),
  body: z.strictObject({ period: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) }),
  data: z.object({ made: z.number(), lines: z.number(), totalCents: z.number() }),
  action: 'add',
});

export const statements = { resources: [insStatement, insStatementLine], endpoints: [makeStatements] };
