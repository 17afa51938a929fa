import { field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

/** 借据: as the core system numbers it; its balance is what executed payments made of it. */
export const loan = defineResource({
  module: 'bank',
  name: 'loan',
  path: 'bank/loan',
  screen: '/bank/credit/registration',
  permission: 'bank:credit',
  actions: { detail: 'view', add: 'edit' },
  scope: 'parties',
  fields: {
    id: field.id(),
    creditLineId: field.ref('bank.creditLine', { fixed: true }),
    bankId: rowOf(),
    principalId: rowOf(),
    clientName: field.text({ max: 80, ...maybe }),
    loanNo: field.text({ max: 60, pattern: /^[\w-]+$/ }),
    amount: field.money({ min: 1, max: 99_999_999_999 }),
    rate: field.decimal({ scale: 4, min: 0, max: 36, unit: 'percent' }),
    startOn: field.date(),
    dueOn: field.date(),
    repayWay: field.dict('repay_way'),
    balance: field.money(derived),
    interestDue: field.money(derived),
    interestEstimate: field.money(derived),
    coreBalance: field.money(maybe),
    coreOn: field.date(maybe),
    overdueDays: field.int({ unit: 'days', ...derived }),
    loanClass: field.dict('loan_class', derived),
    status: field.state('loan_status', 'active', 'overdue', 'settled', 'writtenOff'),
    ...stamps,
  },
  title: 'loanNo',
  list: {
    columns: [
      'loanNo',
      'clientName',
      'creditLineId',
      'amount',
      'balance',
      'interestDue',
      'rate',
      'startOn',
      'dueOn',
      'overdueDays',
      'loanClass',
      'status',
    ],
    filters: ['loanNo', 'creditLineId', 'clientName', 'dueOn', 'loanClass', 'status', 'balance', 'overdueDays'],
    search: ['loanNo'],
    sorts: ['loanNo', 'amount', 'balance', 'dueOn', 'overdueDays'],
  },
  form: ['creditLineId', 'loanNo', 'amount', 'rate', 'startOn', 'dueOn', 'repayWay'],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  editableIn: ['active', 'overdue'],
  transitions: {
    classify: {
      from: ['active'],
      to: 'active',
      permission: 'edit',
      form: { loanClass: field.dict('loan_class') },
    },
    classifyOverdue: {
      from: ['overdue'],
      to: 'overdue',
      permission: 'edit',
      form: { loanClass: field.dict('loan_class') },
    },
    writeOff: { from: ['active', 'overdue'], to: 'writtenOff', permission: 'approve', remark: true, danger: true },
  },
});
export type Loan = RowOf<typeof loan>;
