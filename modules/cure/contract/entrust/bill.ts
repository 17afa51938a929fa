import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 托管日志: what the host saw. */
export const entrustLog = defineResource({
  module: 'cure',
  name: 'entrustLog',
  path: 'cure/entrustLog',
  screen: '/cure/entrust/log',
  permission: 'cure:entrust',
  actions: { add: 'host', edit: 'host', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    contractId: field.ref('cure.entrustContract', { fixed: true, where: { status: 'running' } }),
    onDate: field.date({ fixed: true }),
    regionCode: field.region(derived),
    headSeen: field.int({ min: 0, max: 100_000 }),
    headOpen: field.int(derived),
    headIll: field.int({ min: 0, max: 100_000 }),
    feedKg: field.decimal({ scale: 1, min: 0, max: 1_000_000, optional: true }),
    actions: field.dicts('care_action'),
    /** Asked for where fewer were seen than are in care. */
    missingTags: field.text({ max: 500, optional: true }),
    photos: field.files({ optional: true, max: 9, accept: 'image/*' }),
    note: field.longText({ max: 1000, optional: true }),
    ...stamps,
  },
  title: 'onDate',
  list: {
    columns: [
      'onDate',
      'contractId',
      'headSeen',
      'headOpen',
      'headIll',
      'feedKg',
      'actions',
      'missingTags',
      'note',
      'createdByName',
    ],
    filters: ['contractId', 'onDate', 'headIll', 'regionCode'],
    sorts: ['onDate'],
    sort: '-onDate',
  },
  form: ['contractId', 'onDate', 'headSeen', 'headIll', 'feedKg', 'actions', 'missingTags', 'photos', 'note'],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
});

/** 托管结算: a month, or the end, to the cent; how it came about is kept. */
export const entrustBill = defineResource({
  module: 'cure',
  name: 'entrustBill',
  path: 'cure/entrustBill',
  screen: '/cure/entrust/bill',
  permission: 'cure:entrust',
  actions: { export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    contractId: field.ref('cure.entrustContract', derived),
    principalId: field.ref('registry.principal', derived),
    hostId: field.ref('registry.principal', derived),
    owner: field.text({ max: 80, ...maybe }),
    host: field.text({ max: 80, ...maybe }),
    periodFrom: field.date(derived),
    periodTo: field.date(derived),
    isFinal: field.bool(derived),
    feeMode: field.dict('entrust_fee', derived),
    units: field.text({ max: 80, ...maybe }),
    formula: field.longText({ max: 2000, ...derived }),
    fee: field.money(derived),
    compensation: field.money(derived),
    offsetAmount: field.money(derived),
    payable: field.money(derived),
    ownerOkAt: field.dateTime(maybe),
    hostOkAt: field.dateTime(maybe),
    disputeText: field.longText({ max: 1000, ...maybe }),
    finding: field.longText({ max: 1000, ...maybe }),
    voucher: field.files({ ...maybe }),
    paidOn: field.date(maybe),
    status: field.state('entrust_bill_status', 'draft', 'confirmed', 'paid', 'waived', 'disputed'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'contractId',
      'payable',
      'periodFrom',
      'periodTo',
      'feeMode',
      'units',
      'fee',
      'compensation',
      'ownerOkAt',
      'hostOkAt',
      'status',
    ],
    filters: ['status', 'contractId', 'periodFrom', 'feeMode', 'isFinal'],
    search: ['docNo'],
    sorts: ['periodFrom', 'payable'],
    sort: '-periodFrom',
  },
  detail: [
    'docNo',
    'contractId',
    'owner',
    'host',
    'periodFrom',
    'periodTo',
    'isFinal',
    'feeMode',
    'units',
    'formula',
    'fee',
    'compensation',
    'offsetAmount',
    'payable',
    'ownerOkAt',
    'hostOkAt',
    'disputeText',
    'finding',
    'voucher',
    'paidOn',
    'createdByName',
    'createdAt',
  ],
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    /** Each side for itself; the second one moves it on. */
    confirm: { from: ['draft'], to: 'draft', permission: 'sign' },
    pay: {
      from: ['confirmed'],
      to: 'paid',
      permission: 'sign',
      form: { paidOn: field.date(), voucher: field.files({ optional: true, max: 3 }) },
    },
    dispute: {
      from: ['draft', 'confirmed'],
      to: 'disputed',
      permission: 'sign',
      danger: true,
      form: { disputeText: field.longText({ max: 1000 }) },
    },
    resolve: {
      from: ['disputed'],
      to: 'draft',
      permission: 'supervise',
      form: { finding: field.longText({ max: 1000 }) },
    },
    waive: { from: ['draft', 'confirmed'], to: 'waived', permission: 'sign', remark: true, danger: true },
  },
});
export type EntrustBill = RowOf<typeof entrustBill>;

/** R108: computed once more from what was written down. */
export const recomputeBill = endpoint({
  method: 'POST',
  path: 'cure/entrustBill/recompute',
  access: needs('cure:entrust:list'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ same: z.boolean(), difference: z.number().int() }),
});

/** What a period would cost as things stand. */
export const quoteBill = endpoint({
  method: 'GET',
  path: 'cure/entrust/quote',
  access: needs('cure:entrust:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive(), from: z.iso.date(), to: z.iso.date() }),
  data: z.object({
    fee: z.number().int(),
    compensation: z.number().int(),
    payable: z.number().int(),
    units: z.string(),
    formula: z.string(),
  }),
});

/** The bill of a period, or the last one of a contract that ends. */
export const makeBill = endpoint({
  method: 'POST',
  path: 'cure/entrustBill/make',
  access: needs('cure:entrust:sign'),
  body: z.strictObject({ contractId: idSchema, from: z.iso.date(), to: z.iso.date() }),
  data: z.object({ id: idSchema, docNo: z.string() }),
  action: 'add',
});
