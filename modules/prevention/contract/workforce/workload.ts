import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const n = z.int();
const heads = {
  seasonCattle: n,
  seasonSheep: n,
  routineCattle: n,
  routineSheep: n,
  emergency: n,
};
const work = { visits: n, households: n, ...heads, heads: n, tags: n, samples: n, sheets: n, flags: n };
const ledgerRow = z.object({
  key: z.string(),
  staffId: idSchema,
  workerName: z.string(),
  townName: z.string(),
  /** A day or a month. */
  period: z.string(),
  ...work,
  /** Hours of the first and the last visit. */
  firstAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  /** Between the places of the visits, in order; whoever tells no place goes no way. */
  kilometres: z.number(),
});
export type LedgerRow = z.output<typeof ledgerRow>;
export const ledgerFigures = Object.keys(work) as readonly (keyof typeof work)[];

const filter = {
  regionCode: z.coerce.number().int().optional(),
  staffId: z.coerce.number().int().positive().optional(),
  keyword: z.string().trim().max(40).optional(),
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.enum(['day', 'month', 'whole']).default('day'),
};

/** 防疫员工作量: who did how much on which day, in which month, or in the whole time. */
export const workLedger = endpoint({
  method: 'GET',
  path: 'ant/work/list',
  access: needs('ant:work:list'),
  query: z.strictObject({
    ...filter,
    pageNum: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(20),
  }),
  data: z.object({
    rows: z.array(ledgerRow),
    totals: z.object({ ...work, workers: n, days: n }),
  }),
});
export type WorkLedger = z.output<typeof workLedger.data>;

/** The same as a sheet; at most ten thousand lines. */
export const workLedgerSheet = endpoint({
  method: 'POST',
  path: 'ant/work/export',
  access: needs('ant:work:list'),
  action: 'export',
  body: z.strictObject({
    regionCode: z.int().optional(),
    staffId: idSchema.optional(),
    keyword: z.string().trim().max(40).optional(),
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(['day', 'month', 'whole']).default('day'),
  }),
  data: z.null(),
  download: true,
});

const load = z.object({
  key: z.string(),
  name: z.string(),
  workers: n,
  days: n,
  visits: n,
  heads: n,
  perWorker: z.number().nullable(),
});

/** work.heads, visits and days by worker, by region below, or by day. */
export const workload = endpoint({
  method: 'GET',
  path: 'ant/stat/workload',
  access: needs('ant:work:list'),
  query: z.strictObject({
    regionCode: z.coerce.number().int().optional(),
    from: z.iso.date(),
    to: z.iso.date(),
    grain: z.enum(['staff', 'region', 'day']).default('staff'),
  }),
  data: z.object({ rows: z.array(load), total: load }),
});

export const resources = [];
export const endpoints = [workLedger, workLedgerSheet, workload];
