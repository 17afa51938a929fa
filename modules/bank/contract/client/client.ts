import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

export const consentScopes = ['register', 'stock', 'immunity', 'insurance', 'device', 'video'] as const;

/** 客户: a holder as one bank knows it, with what it lets that bank read (R1–R3). */
export const bankClient = defineResource({
  module: 'bank',
  name: 'bankClient',
  path: 'bank/client',
  screen: '/bank/clients',
  permission: 'bank:client',
  actions: { detail: 'view' },
  scope: 'parties',
  fields: {
    id: field.id(),
    bankId: rowOf(),
    principalId: rowOf(),
    bankName: field.text({ max: 80, ...maybe }),
    clientNo: field.text({ max: 24, ...derived }),
    clientName: field.text({ max: 80, ...derived }),
    clientType: field.dict('principal_type', derived),
    regionCode: field.region(derived),
    phone: field.pii('phone', { optional: true }),
    managerUserId: field.int({ min: 1 }),
    managerName: field.text({ max: 60, ...maybe }),
    grade: field.dict('client_grade'),
    consentFrom: field.date(maybe),
    consentTo: field.date(maybe),
    consentScope: field.dicts('bank_client_consent_scope', derived),
    consentEndedAt: field.dateTime(maybe),
    hasConsent: field.bool(derived),
    otherDebt: field.money({ min: 0, max: 99_999_999_999, optional: true }),
    lines: field.int(derived),
    outstanding: field.money(derived),
    value: field.money(derived),
    ltv: field.decimal({ scale: 2, unit: 'percent', ...maybe }),
    heads: field.int({ unit: 'head', ...derived }),
    openAlarms: field.int(derived),
    lastVisitOn: field.date(maybe),
    isMine: field.bool(derived),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('bank_client_status', 'prospect', 'active', 'watch', 'blocked', 'closed'),
    ...stamps,
  },
  title: 'clientName',
  list: {
    columns: [
      'clientName',
      'clientType',
      'regionCode',
      'managerName',
      'grade',
      'consentTo',
      'lines',
      'outstanding',
      'value',
      'ltv',
      'heads',
      'openAlarms',
      'lastVisitOn',
      'status',
    ],
    filters: [
      'clientName',
      'grade',
      'isMine',
      'managerUserId',
      'regionCode',
      'status',
      'consentTo',
      'hasConsent',
      'bankId',
    ],
    search: ['clientName', 'clientNo'],
    sorts: ['clientName', 'consentTo', 'createdAt'],
  },
  form: ['managerUserId', 'grade', 'phone', 'otherDebt', 'remark'],
  operations: ['list', 'detail', 'edit', 'export'],
  transitions: {
    watch: { from: ['active'], to: 'watch', permission: 'edit', remark: true },
    unwatch: { from: ['watch'], to: 'active', permission: 'edit', remark: true },
    block: { from: ['active', 'watch'], to: 'blocked', permission: 'edit', remark: true, danger: true },
    unblock: { from: ['blocked'], to: 'active', permission: 'edit', remark: true },
    close: {
      from: ['prospect', 'active', 'watch', 'blocked'],
      to: 'closed',
      permission: 'edit',
      remark: true,
      danger: true,
    },
  },
});
export type BankClient = RowOf<typeof bankClient>;

/** A bank does not read the register: whoever names a holder by its whole name and number finds this one and no other. */
export const openClient = endpoint({
  method: 'POST',
  path: 'bank/client/open',
  access: needs('bank:client:edit'),
  body: z.strictObject({
    name: z.string().trim().min(2).max(80),
    number: z.string().trim().min(8).max(24),
    grade: z.enum(['A', 'B', 'C', 'D']).default('B'),
    remark: z.string().trim().max(500).nullish(),
  }),
  data: z.object({ id: idSchema, clientName: z.string() }),
  action: 'add',
});

/** R1: signed on a screen or filed as paper, for a bank by its client. A client who is new to the bank names the bank. */
export const giveConsent = endpoint({
  method: 'POST',
  path: 'bank/client/consent',
  access: needs('bank:client:consent'),
  body: z.strictObject({
    clientId: idSchema.optional(),
    bankId: idSchema.optional(),
    fileId: idSchema,
    scope: z.array(z.enum(consentScopes)).min(1),
    to: z.iso.date(),
  }),
  data: z.object({ clientId: idSchema, consentTo: z.iso.date() }),
  action: 'edit',
});

/** R3: reading ends at once; what live pledges need stays. */
export const endConsent = endpoint({
  method: 'POST',
  path: 'bank/client/endConsent',
  access: needs('bank:client:consent'),
  body: z.strictObject({ clientId: idSchema }),
  data: z.object({ endedAt: z.string() }),
  action: 'edit',
});

const count = z.number().int();
export const clientProfile = endpoint({
  method: 'GET',
  path: 'bank/client/:id/profile',
  access: needs('bank:client:view'),
  params: z.object({ id: idSchema }),
  data: z.object({
    scopes: z.array(z.enum(consentScopes)),
    consentTo: z.iso.date(),
    months: z.array(
      z.object({
        month: z.string(),
        species: z.string(),
        stage: z.string(),
        closing: count,
        born: count,
        bought: count,
        sold: count,
        slaughtered: count,
        died: count,
        culled: count,
        missing: count,
      }),
    ),
    stock: z.array(
      z.object({
        species: z.string(),
        stage: z.string(),
        head: count,
        weighed: count,
        meanKg: z.number().nullable(),
        latestOn: z.string().nullable(),
        insured: count,
        pledged: count,
      }),
    ),
    immunity: z.array(z.object({ disease: z.string(), protectedHead: count, head: count })).nullable(),
    insuredHead: count.nullable(),
    papers: z.array(z.object({ kind: z.string(), validTo: z.string().nullable() })).nullable(),
    /** Share of the animals with a device that were heard in the last day. */
    seenShare: z.number().nullable(),
    /** Holders of the township that keep the same animals: how many, and their mean stock. */
    peers: z.object({ holders: count, head: count }).nullable(),
  }),
});

/** The consents ever given or taken back, newest first. */
export const consentHistory = endpoint({
  method: 'GET',
  path: 'bank/client/:id/consents',
  access: needs('bank:client:view', 'bank:client:consent'),
  params: z.object({ id: idSchema }),
  data: z.array(
    z.object({
      id: idSchema,
      act: z.enum(['given', 'withdrawn']),
      fileId: idSchema.nullable(),
      scope: z.array(z.string()),
      from: z.iso.date(),
      to: z.iso.date(),
      at: z.string(),
    }),
  ),
});

export const clients = {
  resources: [bankClient],
  endpoints: [openClient, giveConsent, endConsent, clientProfile, consentHistory],
  reports: [],
};
