import { field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

/** Kinds by which money leaves the bank; R22 judges them. */
export const outgoing = ['disburse', 'entrusted'] as const;
export const isOutgoing = (kind: string): boolean => outgoing.includes(kind as (typeof outgoing)[number]);

/** 资金单: money that moves in the core system, and why it may. */
export const creditPayment = defineResource({
  module: 'bank',
  name: 'creditPayment',
  path: 'bank/payment',
  screen: '/bank/credit/paymentAudit',
  permission: 'bank:payment',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    kind: field.dict('payment_kind'),
    creditLineId: field.ref('bank.creditLine', { fixed: true }),
    loanId: field.ref('bank.loan', { optional: true, where: { creditLineId: { from: 'creditLineId' } } }),
    bankId: rowOf(),
    clientName: field.text({ max: 80, ...maybe }),
    amount: field.money({ min: 1, max: 99_999_999_999 }),
    interestPart: field.money(derived),
    surplus: field.money(derived),
    happenedOn: field.date(),
    payeeName: field.text({ max: 80, optional: true }),
    payeeAccount: field.pii('bankCard', { optional: true }),
    coreRef: field.text({ max: 60, ...maybe }),
    proofFiles: field.files({ max: 20 }),
    checks: field.json(maybe),
    green: field.int(derived),
    judged: field.int(derived),
    sourceRef: field.text({ max: 80, ...maybe }),
    makerId: field.int(derived),
    makerName: field.text({ max: 60, ...maybe }),
    auditorId: field.int(maybe),
    auditorName: field.text({ max: 60, ...maybe }),
    auditedAt: field.dateTime(maybe),
    executedAt: field.dateTime(maybe),
    reverseOfId: rowOf({ optional: true }),
    reason: field.longText({ max: 500, ...maybe }),
    status: field.state(
      'credit_payment_status',
      'draft',
      'submitted',
      'audited',
      'rejected',
      'executed',
      'reversed',
      'cancelled',
    ),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'kind',
      'clientName',
      'creditLineId',
      'loanId',
      'amount',
      'payeeName',
      'happenedOn',
      'green',
      'judged',
      'makerName',
      'auditorName',
      'coreRef',
      'status',
    ],
    filters: ['docNo', 'kind', 'creditLineId', 'loanId', 'clientName', 'amount', 'happenedOn', 'makerId', 'coreRef', 'status'],
    search: ['docNo', 'coreRef', 'payeeName'],
    sorts: ['docNo', 'amount', 'happenedOn'],
  },
  form: ['kind', 'creditLineId', 'loanId', 'amount', 'happenedOn', 'payeeName', 'payeeAccount', 'proofFiles'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    submit: { from: ['draft'], to: 'submitted', permission: 'edit' },
    audit: { from: ['submitted'], to: 'audited' },
    reject: { from: ['submitted', 'audited'], to: 'rejected', permission: 'audit', remark: true, danger: true },
    execute: {
      from: ['audited'],
      to: 'executed',
      form: { coreRef: field.text({ max: 60, pattern: /^[\w-]+$/ }) },
    },
    reverse: { from: ['executed'], to: 'reversed', permission: 'audit', remark: true, danger: true },
    cancel: { from: ['draft', 'submitted'], to: 'cancelled', permission: 'edit' },
  },
});
export type CreditPayment = RowOf<typeof creditPayment>;

/** 核心差异: what the core system's files said that the books do not (R23). */
export const coreDifference = defineResource({
  module: 'bank',
  name: 'coreDifference',
  path: 'bank/coreDifference',
  screen: '/bank/credit/paymentAudit',
  permission: 'bank:payment',
  actions: { export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    kind: field.dict('bank_core_difference_kind', derived),
    coreRef: field.text({ max: 60, ...derived }),
    loanNo: field.text({ max: 60, ...derived }),
    ourValue: field.text({ max: 200, ...maybe }),
    coreValue: field.text({ max: 200, ...derived }),
    toldOn: field.date(derived),
    settleText: field.longText({ max: 500, ...maybe }),
    settledAt: field.dateTime(maybe),
    status: field.state('bank_core_difference_status', 'open', 'settled'),
  },
  title: 'coreRef',
  list: {
    columns: ['coreRef', 'kind', 'loanNo', 'ourValue', 'coreValue', 'toldOn', 'status'],
    filters: ['kind', 'coreRef', 'loanNo', 'toldOn', 'status'],
    search: ['coreRef', 'loanNo'],
    sorts: ['toldOn'],
  },
  form: [],
  operations: ['list', 'export'],
  transitions: {
    settle: { from: ['open'], to: 'settled', permission: 'audit', form: { settleText: field.longText({ max: 500 }) } },
  },
});
