import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { needs } from '#kit/contract/permission.ts';
import { isRegionCode } from '#kit/contract/region.ts';

const head = z.int();
const cell = z.object({
  species: z.string(),
  /** A stage, a breed or a scale, as asked. */
  key: z.string(),
  tagged: head,
  untagged: head,
});
export type StockCell = z.output<typeof cell>;

const figures = z.object({
  cells: z.array(cell),
  total: head,
  tagged: head,
  /** Holders with stock, and heads at those of small scale and above; unknown for days gone by. */
  holders: head.nullable(),
  scaled: head.nullable(),
  /** The total as it was before the month began and a year ago, where somebody kept it. */
  monthStart: head.nullable(),
  yearAgo: head.nullable(),
});
export type StockFigures = z.output<typeof figures>;

const row = figures.extend({
  /** Null for what stands in the region itself and in none of its parts. */
  regionCode: z.number().nullable(),
  name: z.string(),
  hasBelow: z.boolean(),
});
export type StockRow = z.output<typeof row>;

const board = z.object({
  regionCode: z.number().nullable(),
  path: z.array(z.object({ code: z.number(), name: z.string() })),
  /** The day the figures are of: the last one kept before the day asked for. */
  on: z.string(),
  /** The first day anything is known of. */
  since: z.string().nullable(),
  total: figures,
  rows: z.array(row),
});
export type StockBoard = z.output<typeof board>;

const regionCode = z.coerce.number().int().refine(isRegionCode).optional();

/** Stock by the parts of a region: today as it is, other days as they were kept. Breeds and scales are of today. */
export const stockStat = endpoint({
  method: 'GET',
  path: 'ant/stat/stock',
  access: needs('ant:stock:list', 'ant:stock:breed', 'ant:animal:home'),
  query: z.strictObject({
    regionCode,
    on: z.iso.date().optional(),
    by: z.enum(['stage', 'breed', 'scale']).default('stage'),
  }),
  data: board,
});

/** The end of each of the last twelve months, and today. */
export const stockLine = endpoint({
  method: 'GET',
  path: 'ant/stat/stockLine',
  access: needs('ant:stock:list', 'ant:animal:home'),
  query: z.strictObject({ regionCode }),
  data: z.array(z.object({ month: z.string(), species: z.record(z.string(), head) })),
});

export const endpoints = [stockStat, stockLine];
