import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 盘点: what a holder has, seen with one's own eyes, against the book. */
export const signStocktake = defineResource({
  module: 'sign',
  name: 'signStocktake',
  path: 'sign/stocktake',
  screen: '/sign/stocktake',
  permission: 'sign:stocktake',
  actions: { edit: 'add', remove: 'add', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    principalId: field.ref('registry.principal', { fixed: true }),
    staffId: field.ref('registry.staff', {
      optional: true,
      fixed: true,
      where: { principalId: { from: 'principalId' } },
    }),
    holder: field.text({ max: 120, ...maybe }),
    regionCode: field.region(derived),
    /** R26 of the depot holds here too: of an open count nobody is told what the book says. */
    book: field.int(maybe),
    seen: field.int(maybe),
    missing: field.int(derived),
    extra: field.int(derived),
    seenBags: field.int(maybe),
    countedOn: field.date(maybe),
    counterName: field.text({ max: 60, ...maybe }),
    witness: field.text({ max: 60, optional: true }),
    remark: field.longText({ max: 500, optional: true }),
    status: field.state('sign_stocktake_status', 'draft', 'counted', 'explained', 'closed'),
    createdAt: field.dateTime(derived),
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'holder', 'book', 'seen', 'missing', 'extra', 'counterName', 'countedOn', 'status'],
    filters: ['status', 'principalId', 'staffId', 'countedOn', 'regionCode'],
    search: ['docNo'],
    sorts: ['countedOn', 'createdAt'],
  },
  form: ['principalId', 'staffId', 'witness', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    close: { from: ['counted', 'explained'], to: 'closed' },
  },
});
export type SignStocktake = RowOf<typeof signStocktake>;

/** What was seen: packs by their label, opened bags by first and last number. */
export const countStocktake = endpoint({
  method: 'POST',
  path: 'sign/stocktake/count',
  access: needs('sign:stocktake:add'),
  action: 'edit',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    texts: z.array(z.string().trim().min(3).max(80)).max(1000),
    seenBags: z.number().int().min(0).nullish(),
  }),
  data: z.object({
    book: z.number(),
    seen: z.number(),
    missing: z.number(),
    extra: z.number(),
    bad: z.array(z.string()),
  }),
});
export const explainStocktake = endpoint({
  method: 'POST',
  path: 'sign/stocktake/explain',
  access: needs('sign:stocktake:add'),
  action: 'edit',
  body: z.strictObject({
    id: idSchema,
    version: versionSchema,
    lines: z.array(z.strictObject({ id: idSchema, reason: z.string().trim().min(2).max(200) })).max(200),
  }),
  data: z.object({ status: z.string() }),
});
export const stocktakeLines = endpoint({
  method: 'GET',
  path: 'sign/stocktake/lines',
  access: needs('sign:stocktake:list'),
  query: z.object({ id: idSchema }),
  data: z.array(
    z.object({
      id: idSchema,
      shown: z.string(),
      count: z.number(),
      category: z.string(),
      difference: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
/** Workers whose last count is longer ago than the rule says; one paper each. */
export const drawStocktakes = endpoint({
  method: 'POST',
  path: 'sign/stocktake/draw',
  access: needs('sign:stocktake:add'),
  action: 'add',
  body: z.strictObject({ most: z.number().int().min(1).max(100).default(20) }),
  data: z.object({ made: z.number(), due: z.number() }),
});
export const stocktakeEndpoints = [countStocktake, explainStocktake, stocktakeLines, drawStocktakes];
