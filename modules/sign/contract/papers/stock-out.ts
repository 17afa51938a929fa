import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { countOfLine, lineRemark, rangeFields } from './line.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 出库发放: numbers on their way from hand to hand. */
export const signStockOut = defineResource({
  module: 'sign',
  name: 'signStockOut',
  path: 'signIn/stockOut',
  screen: '/signIn/stockOut',
  permission: 'sign:stockOut',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    docCategoryId: field.ref('sign.signDocCategory', { where: { docType: 'stockOut', status: 'enabled' } }),
    kind: field.dict('sign_doc_category_kind', derived),
    fromPrincipalId: field.ref('registry.principal', derived),
    fromStaffId: field.ref('registry.staff', maybe),
    fromName: field.text({ max: 120, ...maybe }),
    toPrincipalId: field.ref('registry.principal'),
    toStaffId: field.ref('registry.staff', { optional: true, where: { principalId: { from: 'toPrincipalId' } } }),
    toName: field.text({ max: 120, ...maybe }),
    regionCode: field.region(derived),
    reason: field.longText({ max: 300, optional: true }),
    crossCounty: field.bool({ optional: true }),
    overQuota: field.bool(derived),
    count: field.int(derived),
    categories: field.text({ max: 200, ...maybe }),
    ranges: field.text({ max: 300, ...maybe }),
    issuedOn: field.date(maybe),
    handSign: field.files({ max: 1, optional: true }),
    opinion: field.text({ max: 300, ...maybe }),
    settleResult: field.text({ max: 300, ...maybe }),
    lines: field.lines({
      fields: { ...rangeFields, ...lineRemark },
      compute: { count: countOfLine },
      totals: { count: 'count' },
      scan: { find: 'packNo' },
      signatures: ['giver', 'receiver'],
    }),
    status: field.state(
      'sign_stock_out_status',
      'requested',
      'draft',
      'pending',
      'denied',
      'issued',
      'cancelled',
      'signed',
      'partSigned',
      'refused',
      'settled',
    ),
    createdByName: field.text({ max: 60, ...maybe }),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'kind', 'fromName', 'toName', 'categories', 'count', 'ranges', 'issuedOn', 'status'],
    filters: [
      'status',
      'kind',
      'docCategoryId',
      'fromPrincipalId',
      'toPrincipalId',
      'toStaffId',
      'issuedOn',
      'regionCode',
    ],
    search: ['docNo'],
    sorts: ['issuedOn', 'createdAt'],
  },
  form: ['docCategoryId', 'toPrincipalId', 'toStaffId', 'reason', 'crossCounty', 'handSign', 'lines'],
  detail: [
    'docNo',
    'kind',
    'fromName',
    'toName',
    'count',
    'issuedOn',
    'reason',
    'overQuota',
    'crossCounty',
    'handSign',
    'opinion',
    'settleResult',
    'createdByName',
    'createdAt',
    'lines',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['requested', 'draft'],
  transitions: {
    prepare: { from: ['requested'], to: 'draft', permission: 'add' },
    issue: { from: ['draft'], to: 'issued', permission: 'add' },
    askApproval: { from: ['draft'], to: 'pending', permission: 'add' },
    approve: { from: ['pending'], to: 'draft', form: { opinion: field.text({ max: 300, optional: true }) } },
    deny: { from: ['pending', 'requested'], to: 'denied', permission: 'approve', remark: true, danger: true },
    cancel: { from: ['issued'], to: 'cancelled', permission: 'add', remark: true, danger: true },
  },
});
export type SignStockOut = RowOf<typeof signStockOut>;

/** R30: a worker, a station or a farm asks its giver for tags. */
export const requestTags = endpoint({
  method: 'POST',
  path: 'signIn/stockOut/request',
  access: needs('sign:stockOut:request'),
  action: 'add',
  body: z.strictObject({
    lines: z
      .array(z.strictObject({ categoryId: idSchema, count: z.number().int().min(1).max(1_000_000) }))
      .min(1)
      .max(20),
    reason: z.string().trim().max(300).nullish(),
  }),
  data: z.object({ id: idSchema, docNo: z.string() }),
});

const cardShape = z.object({
  name: z.string(),
  hand: z.number(),
  inTransit: z.number(),
  wornPerMonth: z.number(),
  quota: z.number().nullable(),
  quotaLeft: z.number().nullable(),
  lastStocktake: z.string().nullable(),
  blocked: z.string().nullable(),
  usable: z.boolean(),
});
export type ReceiverCard = z.output<typeof cardShape>;
/** Who gets them: what he has, what is on its way to him, what he uses in a month, and how many more he may have. */
export const receiverCard = endpoint({
  method: 'GET',
  path: 'signIn/stockOut/receiver',
  access: needs('sign:stockOut:add'),
  query: z.object({ principalId: idSchema, staffId: idSchema.optional(), categoryId: idSchema.optional() }),
  data: cardShape,
});
/** To whom the caller's unit may give (R28). */
export const receivers = endpoint({
  method: 'GET',
  path: 'signIn/stockOut/receivers',
  access: needs('sign:stockOut:add', 'sign:stockOut:request'),
  query: z.object({ kind: z.string().max(40) }),
  data: z.object({
    units: z.array(z.object({ id: idSchema, name: z.string() })),
    staff: z.array(z.object({ id: idSchema, name: z.string(), principalId: idSchema })),
  }),
});
/** A table of workers and counts becomes one paper each. */
export const issueMany = endpoint({
  method: 'POST',
  path: 'signIn/stockOut/batch',
  access: needs('sign:stockOut:add'),
  action: 'add',
  body: z.strictObject({
    rows: z
      .array(z.strictObject({ toStaffId: idSchema, categoryId: idSchema, count: z.number().int().min(1).max(100_000) }))
      .min(1)
      .max(200),
  }),
  data: z.object({
    made: z.array(z.object({ docNo: z.string(), status: z.string() })),
    refused: z.array(z.object({ toStaffId: idSchema, text: z.string() })),
  }),
});
/** What each worker of the unit has and wears, as a start for handing out to many. */
export const batchRows = endpoint({
  method: 'GET',
  path: 'signIn/stockOut/workers',
  access: needs('sign:stockOut:add'),
  query: z.object({ categoryId: idSchema }),
  data: z.array(
    z.object({
      staffId: idSchema,
      name: z.string(),
      hand: z.number(),
      inTransit: z.number(),
      worn90: z.number(),
      suggested: z.number(),
    }),
  ),
});
/** The slip: who gives, who gets, which numbers, and both signatures. */
export const issueSlip = endpoint({
  method: 'GET',
  path: 'sign/print/issue',
  access: needs('sign:stockOut:list', 'sign:receiving:list'),
  query: z.object({ id: idSchema }),
  data: z.object({
    docNo: z.string(),
    kind: z.string(),
    from: z.string(),
    to: z.string(),
    issuedOn: z.string().nullable(),
    total: z.number(),
    giver: z.string().nullable(),
    receiver: z.string().nullable(),
    signedAt: z.string().nullable(),
    proxy: z.boolean(),
    giverSign: idSchema.nullable(),
    receiverSign: idSchema.nullable(),
    lines: z.array(z.object({ category: z.string(), range: z.string(), count: z.number(), packs: z.string() })),
  }),
});

export const stockOutEndpoints = [requestTags, receiverCard, receivers, issueMany, batchRows, issueSlip];
