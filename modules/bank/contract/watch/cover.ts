import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 抵押保险, by animal (R44): the cover of each pledged animal as its insurer has it. */
export const pledgeCover = defineResource({
  module: 'bank',
  name: 'pledgeCover',
  path: 'bank/insurance',
  screen: '/bank/insurance',
  permission: 'bank:insurance',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    earTag: field.text({ max: 20, ...derived }),
    species: field.dict('species', derived),
    stage: field.dict('animal_stage', derived),
    client: field.text({ max: 80, ...maybe }),
    pledgeId: field.ref('bank.pledge', derived),
    state: field.dict('pledge_item_state', derived),
    coverPolicyNo: field.text({ max: 40, ...maybe }),
    coverTo: field.date(maybe),
    isCovered: field.bool(derived),
    beneficiarySet: field.bool(derived),
    value: field.money(maybe),
    sumInsured: field.money(maybe),
    hasClaim: field.bool(derived),
  },
  title: 'earTag',
  list: {
    columns: [
      'earTag',
      'species',
      'stage',
      'client',
      'pledgeId',
      'state',
      'coverPolicyNo',
      'coverTo',
      'isCovered',
      'beneficiarySet',
      'value',
      'sumInsured',
      'hasClaim',
    ],
    filters: ['client', 'pledgeId', 'coverPolicyNo', 'coverTo', 'isCovered', 'beneficiarySet', 'hasClaim', 'state'],
    search: ['earTag', 'coverPolicyNo', 'client'],
    sorts: ['earTag', 'coverTo', 'value', 'sumInsured'],
  },
  form: [],
  operations: ['list', 'export'],
});
export type PledgeCover = RowOf<typeof pledgeCover>;

/** R45: a claim on pledged animals, from its report to the money that reached the bank. */
export const pledgeClaim = defineResource({
  module: 'bank',
  name: 'pledgeClaim',
  path: 'bank/insurance/claim',
  screen: '/bank/insurance',
  permission: 'bank:insurance',
  actions: { export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    claimNo: field.text({ max: 24, ...derived }),
    client: field.text({ max: 80, ...maybe }),
    insurerName: field.text({ max: 80, ...derived }),
    pledgeId: field.ref('bank.pledge', derived),
    creditLineId: field.ref('bank.creditLine', derived),
    tags: field.longText({ max: 4000, ...derived }),
    heads: field.int(derived),
    reportedOn: field.date(derived),
    amount: field.money(maybe),
    paidToBank: field.money(derived),
    paidOn: field.date(maybe),
    paymentId: field.ref('bank.creditPayment', maybe),
    waiveReason: field.longText({ max: 500, optional: true }),
    waiveFiles: field.files(maybe),
    waivedAt: field.dateTime(maybe),
    status: field.state(
      'pledge_claim_status',
      'reported',
      'assessed',
      'approved',
      'paid',
      'rejected',
      'withdrawn',
      'waived',
    ),
    ...stamps,
  },
  title: 'claimNo',
  list: {
    columns: [
      'claimNo',
      'client',
      'insurerName',
      'pledgeId',
      'heads',
      'reportedOn',
      'amount',
      'paidToBank',
      'paidOn',
      'status',
    ],
    filters: ['claimNo', 'client', 'pledgeId', 'creditLineId', 'reportedOn', 'status'],
    search: ['claimNo', 'tags', 'client'],
    sorts: ['reportedOn', 'amount', 'paidToBank'],
  },
  form: [],
  detail: [
    'claimNo',
    'client',
    'insurerName',
    'pledgeId',
    'creditLineId',
    'tags',
    'heads',
    'reportedOn',
    'amount',
    'paidToBank',
    'paidOn',
    'paymentId',
    'waiveReason',
    'waiveFiles',
    'waivedAt',
    'status',
    'updatedAt',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    /** Other animals stand in their place: the insurer's money is the client's (R45). */
    waive: {
      from: ['reported', 'assessed'],
      to: 'waived',
      form: { waiveReason: field.longText({ max: 500 }), waiveFiles: field.files() },
      danger: true,
    },
  },
});
export type PledgeClaim = RowOf<typeof pledgeClaim>;

const policyRow = z.object({
  client: z.string(),
  policyNo: z.string().nullable(),
  until: z.string().nullable(),
  items: z.int(),
  covered: z.int(),
  beneficiaries: z.int(),
  sumInsuredCents: z.int(),
  valueCents: z.int(),
  openClaims: z.int(),
  paidCents: z.int(),
});
/** The same by policy, and what stands above both lists. */
export const coverByPolicy = endpoint({
  method: 'GET',
  path: 'bank/insurance/policies',
  access: needs('bank:insurance:list'),
  query: z.strictObject({ words: z.string().trim().max(60).optional() }),
  data: z.object({
    items: z.int(),
    covered: z.int(),
    uncoveredCents: z.int(),
    openClaims: z.int(),
    receivedCents: z.int(),
    rows: z.array(policyRow),
  }),
});
export type PolicyRow = z.output<typeof policyRow>;

/** The clients of these animals are asked to have them insured again. */
export const askRenewal = endpoint({
  method: 'POST',
  path: 'bank/insurance/askRenewal',
  access: needs('bank:pledge:edit'),
  action: 'remind',
  body: z.strictObject({ itemIds: z.array(idSchema).min(1).max(1000) }),
  data: z.object({ told: z.int() }),
});
