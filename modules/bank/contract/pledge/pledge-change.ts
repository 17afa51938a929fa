import { field } from '#kit/contract/field.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

export const changeKinds = ['add', 'release', 'saleRelease', 'swap'] as const;
export type ChangeKind = (typeof changeKinds)[number];
export const changeSteps = ['submitted', 'checked', 'approved', 'done'] as const;
/** Kinds that let animals go and take none in: their check is not needed before approval. */
export const releaseKinds: readonly ChangeKind[] = ['release', 'saleRelease'];
/** States in which a change holds its animals (R26). */
export const holdingStates = ['submitted', 'checked', 'approved'] as const;

/** 押品变更. */
export const pledgeChange = defineResource({
  module: 'bank',
  name: 'pledgeChange',
  path: 'bank/change',
  screen: '/bank/pledge/change',
  permission: 'bank:change',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    kind: field.dict('pledge_change_kind', derived),
    pledgeId: field.ref('bank.pledge', derived),
    bankId: field.ref('registry.principal', derived),
    principalId: field.ref('registry.principal', derived),
    client: field.text({ max: 80, ...maybe }),
    regionCode: field.region(derived),
    headOut: field.int(derived),
    headIn: field.int(derived),
    valueOut: field.money(maybe),
    valueIn: field.money(maybe),
    ltvAfter: field.decimal({ scale: 2, unit: '%', ...maybe }),
    price: field.money(maybe),
    repayFirst: field.money(maybe),
    reason: field.text({ max: 500, ...derived }),
    buyerName: field.text({ max: 80, ...maybe }),
    releaseUntil: field.date(maybe),
    askedByName: field.text({ max: 60, ...maybe }),
    askedAt: field.dateTime(derived),
    checkedByName: field.text({ max: 60, ...maybe }),
    checkedAt: field.dateTime(maybe),
    approvedByName: field.text({ max: 60, ...maybe }),
    approvedAt: field.dateTime(maybe),
    doneAt: field.dateTime(maybe),
    endReason: field.text({ max: 500, ...maybe }),
    status: field.state(
      'pledge_change_status',
      'draft',
      'submitted',
      'checked',
      'approved',
      'done',
      'rejected',
      'withdrawn',
      'lapsed',
    ),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'kind',
      'pledgeId',
      'client',
      'headOut',
      'headIn',
      'valueOut',
      'valueIn',
      'ltvAfter',
      'askedByName',
      'checkedByName',
      'releaseUntil',
      'status',
    ],
    filters: ['docNo', 'kind', 'pledgeId', 'principalId', 'bankId', 'status', 'releaseUntil', 'regionCode'],
    search: ['docNo', 'buyerName'],
    sorts: ['docNo', 'releaseUntil'],
  },
  form: [],
  detail: [
    'docNo',
    'kind',
    'pledgeId',
    'client',
    'regionCode',
    'reason',
    'buyerName',
    'price',
    'headOut',
    'headIn',
    'valueOut',
    'valueIn',
    'ltvAfter',
    'repayFirst',
    'releaseUntil',
    'askedByName',
    'askedAt',
    'checkedByName',
    'checkedAt',
    'approvedByName',
    'approvedAt',
    'doneAt',
    'endReason',
    'status',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    submit: { from: ['draft'], to: 'submitted', permission: 'ask' },
    check: { from: ['submitted'], to: 'checked' },
    approve: {
      from: ['submitted', 'checked'],
      to: 'approved',
      form: { repayBefore: field.money({ min: 0, optional: true }) },
      unshown: ['repayBefore'],
    },
    reject: { from: ['submitted', 'checked'], to: 'rejected', permission: 'approve', remark: true, danger: true },
    withdraw: {
      from: ['draft', 'submitted', 'checked', 'approved'],
      to: 'withdrawn',
      permission: 'ask',
      remark: true,
      danger: true,
    },
  },
});
export type PledgeChange = RowOf<typeof pledgeChange>;
