import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

/** 无害化凭证: the proof that nobody ate of it, one for each animal of a claim. */
export const insDisposalLink = defineResource({
  module: 'insurance',
  name: 'insDisposalLink',
  path: 'insuranceMgt/disposal',
  screen: '/insuranceMgt/claimDetail',
  permission: 'ins:disposal',
  actions: { list: 'link', export: 'link' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    claimId: field.ref('insurance.insClaim', derived),
    claimAnimalId: rowOf(),
    earTag: field.text({ max: 15, ...derived }),
    regionCode: field.region(derived),
    source: field.dict('ins_disposal_link_source', derived),
    certNo: field.text({ max: 60, ...maybe }),
    certHead: field.int(derived),
    way: field.dict('carcass_way', maybe),
    disposedOn: field.date(maybe),
    weightKg: field.decimal({ scale: 1, unit: 'kg', ...maybe }),
    files: field.files(maybe),
    exemptReason: field.dict('ins_disposal_exempt', maybe),
    remark: field.text({ max: 500, ...maybe }),
    verifiedAt: field.dateTime(maybe),
    status: field.state('ins_disposal_link_status', 'pending', 'verified', 'refused'),
    ...stamps,
  },
  title: 'earTag',
  list: {
    columns: ['earTag', 'claimId', 'source', 'certNo', 'way', 'disposedOn', 'exemptReason', 'remark', 'status'],
    filters: ['claimId', 'earTag', 'certNo', 'source', 'status', 'regionCode'],
    search: ['earTag', 'certNo'],
    sorts: ['earTag', 'disposedOn'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    verify: { from: ['pending'], to: 'verified' },
    exempt: { from: ['pending'], to: 'verified' },
    refuse: { from: ['pending'], to: 'refused', permission: 'verify', remark: true, danger: true },
  },
});
export type InsDisposalLink = RowOf<typeof insDisposalLink>;

/** R38: hangs the proof of disposal on animals of a claim; what the platform knows itself is verified at once. */
export const linkDisposal = endpoint({
  method: 'POST',
  path: 'insuranceMgt/disposal/link',
  access: needs('ins:disposal:link'),
  body: z.strictObject({
    claimId: idSchema,
    claimAnimalIds: z.array(idSchema).min(1).max(200),
    source: z.enum(['platform', 'paper', 'exempt']),
    certNo: z.string().trim().min(2).max(60).nullish(),
    certHead: z.int().min(1).max(10_000).default(1),
    way: z.enum(['plant', 'deepBurial', 'incineration', 'other']).nullish(),
    disposedOn: z.iso.date().nullish(),
    weightKg: z.number().min(0.1).max(100_000).nullish(),
    files: z.array(idSchema).max(9).default([]),
    exemptReason: z.enum(['washedAway', 'burnt', 'governmentCull', 'eaten', 'other']).nullish(),
    remark: z.string().trim().max(500).nullish(),
  }),
  data: z.object({ linked: z.number(), verified: z.number(), mismatches: z.array(z.string()) }),
  action: 'link',
});

/** 赔款. */
export const insSettlement = defineResource({
  module: 'insurance',
  name: 'insSettlement',
  path: 'insuranceMgt/settlement',
  screen: '/insuranceMgt/settlement',
  permission: 'ins:settlement',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    claimId: field.ref('insurance.insClaim', derived),
    regionCode: field.region(derived),
    payeeKind: field.dict('ins_settlement_payee_kind', derived),
    payeeName: field.text({ max: 80, ...derived }),
    accountMask: field.text({ max: 40, ...maybe }),
    bankName: field.text({ max: 80, ...maybe }),
    amount: field.money(derived),
    dueAt: field.dateTime(maybe),
    isOverdue: field.bool(derived),
    batchNo: field.text({ max: 40, ...maybe }),
    bankSerial: field.text({ max: 60, ...maybe }),
    submittedAt: field.dateTime(maybe),
    paidAt: field.dateTime(maybe),
    failText: field.text({ max: 300, ...maybe }),
    status: field.state('ins_settlement_status', 'waiting', 'submitted', 'paid', 'failed', 'cancelled'),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'claimId',
      'payeeKind',
      'payeeName',
      'amount',
      'accountMask',
      'bankName',
      'dueAt',
      'batchNo',
      'bankSerial',
      'paidAt',
      'failText',
      'status',
    ],
    filters: ['docNo', 'claimId', 'payeeName', 'payeeKind', 'batchNo', 'isOverdue', 'status', 'paidAt', 'regionCode'],
    search: ['docNo', 'payeeName', 'batchNo'],
    sorts: ['docNo', 'dueAt', 'amount'],
    sort: 'dueAt',
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    account: {
      from: ['waiting', 'failed'],
      to: 'waiting',
      form: {
        name: field.text({ max: 80 }),
        number: field.text({ max: 30 }),
        bank: field.text({ max: 80 }),
        proof: field.files({ max: 5 }),
      },
    },
    retry: { from: ['failed'], to: 'waiting', permission: 'pay' },
  },
});
export type InsSettlement = RowOf<typeof insSettlement>;

/** A file for the bank; what it pays closes its claims when the answer comes back. */
export const batchSettlements = endpoint({
  method: 'POST',
  path: 'insuranceMgt/settlement/batch',
  access: needs('ins:settlement:pay'),
  body: z.strictObject({ settlementIds: z.array(idSchema).min(1).max(500) }),
  data: z.object({ batchNo: z.string(), lines: z.number(), totalCents: z.number(), file: z.string() }),
  action: 'pay',
  secret: true,
});
export const takeSettlementResults = endpoint({
  method: 'POST',
  path: 'insuranceMgt/settlement/result',
  access: needs('ins:settlement:pay'),
  body: z.strictObject({ text: z.string().min(1).max(500_000) }),
  data: z.object({
    settled: z.number(),
    known: z.number(),
    unknown: z.array(z.string()),
    differing: z.array(z.string()),
    unreadable: z.array(z.number()),
    closed: z.number(),
  }),
  action: 'result',
});
