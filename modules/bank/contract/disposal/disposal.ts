import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** Animals sold together, in cents. */
export interface Lot {
  readonly animalIds: readonly number[];
  readonly startPrice: number;
  readonly soldPrice: number | null;
}

/** 押品处置. */
export const disposalCase = defineResource({
  module: 'bank',
  name: 'disposalCase',
  path: 'bank/disposal',
  screen: '/bank/disposal',
  permission: 'bank:disposal',
  actions: { add: 'edit', export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    pledgeId: field.ref('bank.pledge', { fixed: true, where: { status: 'enforcing' } }),
    creditLineId: field.ref('bank.creditLine', derived),
    bankId: field.ref('registry.principal', derived),
    principalId: field.ref('registry.principal', derived),
    client: field.text({ max: 80, ...maybe }),
    reason: field.longText({ max: 1000 }),
    // Asked of whoever opens a case; those that were taken over have none.
    basisFiles: field.files({ optional: true }),
    openedByName: field.text({ max: 60, ...maybe }),
    head: field.int(derived),
    appraisedValue: field.money(maybe),
    appraisalFiles: field.files(maybe),
    way: field.dict('disposal_way', maybe),
    startPrice: field.money(maybe),
    lots: field.json(derived) as unknown as Field<Lot[]>,
    buyerId: field.ref('registry.principal', maybe),
    buyerText: field.text({ max: 80, ...maybe }),
    debtAtSale: field.money(maybe),
    proceeds: field.money(maybe),
    costs: field.money(maybe),
    netProceeds: field.money(maybe),
    surplus: field.money(maybe),
    recovery: field.decimal({ scale: 1, unit: '%', ...maybe }),
    soldOn: field.date(maybe),
    settledOn: field.date(maybe),
    withdrawReason: field.text({ max: 500, ...maybe }),
    status: field.state(
      'disposal_case_status',
      'opened',
      'appraised',
      'offered',
      'sold',
      'settled',
      'closed',
      'withdrawn',
    ),
    ...stamps,
  },
  title: 'docNo',
  list: {
    columns: [
      'docNo',
      'client',
      'pledgeId',
      'head',
      'appraisedValue',
      'way',
      'proceeds',
      'costs',
      'netProceeds',
      'surplus',
      'recovery',
      'status',
    ],
    filters: ['docNo', 'pledgeId', 'principalId', 'bankId', 'way', 'soldOn', 'status'],
    search: ['docNo'],
    sorts: ['docNo', 'soldOn'],
  },
  form: ['pledgeId', 'reason', 'basisFiles'],
  operations: ['list', 'detail', 'add', 'export'],
  transitions: {
    appraise: {
      from: ['opened'],
      to: 'appraised',
      permission: 'edit',
      form: { appraisedValue: field.money({ min: 1 }), appraisalFiles: field.files() },
    },
    offer: {
      from: ['appraised'],
      to: 'offered',
      permission: 'edit',
      form: { way: field.dict('disposal_way') },
    },
    settle: { from: ['sold'], to: 'settled', permission: 'approve' },
    close: { from: ['settled'], to: 'closed', permission: 'edit' },
    withdraw: { from: ['opened', 'appraised', 'offered'], to: 'withdrawn', permission: 'edit', remark: true },
  },
});
export type DisposalCase = RowOf<typeof disposalCase>;

const ids = z.array(idSchema).min(1).max(500);
/** What is sold together, while nothing is sold yet. */
export const setLots = endpoint({
  method: 'POST',
  path: 'bank/disposal/lots',
  access: needs('bank:disposal:edit'),
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    lots: z
      .array(z.strictObject({ animalIds: ids, startPrice: z.number().int().min(0) }))
      .min(1)
      .max(200),
  }),
  data: z.object({ version: z.number(), head: z.number(), startPrice: z.number() }),
  action: 'edit',
});
/** R47: buyer, price of each lot, and the animals are the buyer's, in one transaction. */
export const sellCase = endpoint({
  method: 'POST',
  path: 'bank/disposal/sell',
  access: needs('bank:disposal:approve'),
  body: z
    .strictObject({
      id: idSchema,
      version: versionSchema,
      buyerId: idSchema.nullish(),
      buyerText: z.string().trim().min(1).max(80).nullish(),
      soldPrices: z.array(z.number().int().min(0)).min(1).max(200),
      costs: z.number().int().min(0).default(0),
    })
    .refine((body) => (body.buyerId ?? null) !== null || (body.buyerText ?? null) !== null),
  data: z.object({ version: z.number(), proceeds: z.number(), netProceeds: z.number(), surplus: z.number() }),
  action: 'sell',
});
/** The animals of a pledge under enforcement that no lot holds. */
export const disposable = endpoint({
  method: 'GET',
  path: 'bank/disposal/:id/animals',
  access: needs('bank:disposal:list'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({
      animalId: z.number(),
      earTag: z.string(),
      stage: z.string(),
      value: z.number().nullable(),
      /** Why it may not be sold today: under withdrawal, or missing. */
      block: z.string().nullable(),
    }),
  ),
});

export const disposals = {
  resources: [disposalCase],
  endpoints: [setLots, sellCase, disposable],
  reports: [],
};
