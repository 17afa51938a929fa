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
  /** Done in the season and gone since: no stock any more, still done and due. */
  gone: z.number(),
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

const change = z.object({
  id: idSchema,
  at: z.string(),
  principalId: idSchema,
  holder: z.string(),
  regionName: z.string(),
  diseaseCode: z.string(),
  species: z.string(),
  /** By how much what is due moved, and the parts that moved it: stock − not due − exempt + gone. */
  due: z.number(),
  stock: z.number(),
  young: z.number(),
  protected: z.number(),
  elsewhere: z.number(),
  unfit: z.number(),
  exempt: z.number(),
  gone: z.number(),
  cause: z.string(),
  animals: z.array(z.object({ id: idSchema, earTag: z.string(), status: z.string() })),
  byName: z.string().nullable(),
});
export type DueChange = z.output<typeof change>;

/** R4 opened the other way: what was due when the season was published, every change since, and what is due now. */
export const dueChanges = endpoint({
  method: 'GET',
  path: 'ant/stat/dueChanges',
  access: needs('ant:stat:coverage'),
  query: z.object({
    seasonId: idSchema,
    regionCode: z.coerce.number().int(),
    diseaseCode: z.string().max(40).optional(),
    species: z.string().max(20).optional(),
  }),
  data: z.object({
    published: z.number(),
    due: z.number(),
    byCause: z.array(z.object({ cause: z.string(), up: z.number(), down: z.number() })),
    rows: z.array(change),
    more: z.boolean(),
  }),
});

export const coverage = { resources: [], endpoints: [coverageStat, burnup, dueChanges] } as const;
