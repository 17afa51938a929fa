import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const figures = z.object({
  stock: z.number(),
  young: z.number(),
  protected: z.number(),
  elsewhere: z.number(),
  unfit: z.number(),
  exempt: z.number(),
  due: z.number(),
  done: z.number(),
  remaining: z.number(),
  coverage: z.number().nullable(),
  today: z.number(),
  /** Heads protected on the day, of the stock there is. */
  protectedHeads: z.number(),
  density: z.number().nullable(),
});
export type CoverageFigures = z.output<typeof figures>;
const coverageRow = z.object({
  regionCode: z.number(),
  regionName: z.string(),
  level: z.number(),
  total: figures,
  diseases: z.record(z.string(), figures),
  households: z.number(),
  householdsDone: z.number(),
  visits: z.number(),
  isZero: z.boolean(),
  gap: z.number().nullable(),
});
export type CoverageRow = z.output<typeof coverageRow>;

export const coverageStat = endpoint({
  method: 'GET',
  path: 'ant/stat/coverage',
  access: needs('ant:stat:coverage'),
  query: z.object({
    seasonId: idSchema.optional(),
    parentCode: z.coerce.number().int().optional(),
    diseaseCode: z.string().max(40).optional(),
    species: z.string().max(20).optional(),
  }),
  data: z.object({
    season: z
      .object({ id: idSchema, name: z.string(), startDate: z.string(), endDate: z.string(), status: z.string() })
      .nullable(),
    parentCode: z.number().nullable(),
    parentName: z.string().nullable(),
    planPct: z.number(),
    target: z.number(),
    densityLine: z.number(),
    forecast: z.string().nullable(),
    diseases: z.array(z.object({ code: z.string(), name: z.string() })),
    rows: z.array(coverageRow),
    total: coverageRow,
  }),
});

export const burnup = endpoint({
  method: 'GET',
  path: 'ant/stat/burnup',
  access: needs('ant:stat:coverage'),
  query: z.object({
    seasonId: idSchema,
    regionCode: z.coerce.number().int().optional(),
    diseaseCode: z.string().max(40).optional(),
  }),
  data: z.array(z.object({ day: z.string(), done: z.number(), cumulated: z.number().nullable(), plan: z.number() })),
});

export const coverage = { resources: [], endpoints: [coverageStat, burnup] } as const;
