import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const place = z.object({ code: z.number(), name: z.string() });
const row = { regionCode: z.number(), name: z.string(), hasBelow: z.boolean() };
const regionQuery = { regionCode: z.coerce.number().int().optional() };

export const censusMeasures = [
  'sheets',
  'todo',
  'waiting',
  'questioned',
  'checked',
  'empty',
  'differs',
  'tagged',
  'untagged',
  'cattle',
  'sheep',
  'goat',
] as const;
const progress = z.object({
  ...(Object.fromEntries(censusMeasures.map((name) => [name, z.int()])) as Record<
    (typeof censusMeasures)[number],
    z.ZodInt
  >),
  /** R41: counted, whatever became of it since. */
  counted: z.int(),
  progress: z.number().nullable(),
  heads: z.int(),
  /** Heads of the round before. */
  headsBefore: z.int().nullable(),
});
export type CensusFigures = z.output<typeof progress>;

/** 普查进度: how far every place has come. */
export const censusStat = endpoint({
  method: 'GET',
  path: 'ant/stat/census',
  access: needs('ant:census:stat'),
  query: z.object({ roundId: idSchema.optional(), ...regionQuery }),
  data: z.object({
    rounds: z.array(
      z.object({ id: idSchema, name: z.string(), status: z.string(), startDate: z.string(), endDate: z.string() }),
    ),
    roundId: idSchema.nullable(),
    beforeId: idSchema.nullable(),
    regionCode: z.number().nullable(),
    path: z.array(place),
    rows: z.array(progress.extend(row)),
    total: progress,
    days: z.array(z.object({ day: z.string(), n: z.int() })),
  }),
});
export type CensusBoard = z.output<typeof censusStat.data>;

const herd = z.object({ species: z.string(), stage: z.string(), tagged: z.int(), untagged: z.int() });

/** 实时畜群: what stands where now, and how old the count behind it is. */
export const liveHerds = endpoint({
  method: 'GET',
  path: 'ant/stat/liveHerds',
  access: needs('ant:census:stat'),
  query: z.object(regionQuery),
  data: z.object({
    regionCode: z.number().nullable(),
    path: z.array(place),
    rows: z.array(
      z.object({
        ...row,
        herds: z.array(herd),
        holders: z.int(),
        /** The oldest count still relied on, the newest, and holders whose count is older than 180 days or who have none. */
        countedFrom: z.string().nullable(),
        countedTo: z.string().nullable(),
        stale: z.int(),
      }),
    ),
  }),
});
export type LiveHerds = z.output<typeof liveHerds.data>;

const raisedFigures = z.object({
  opening: z.int(),
  births: z.int(),
  boughtIn: z.int(),
  raised: z.int(),
  offtake: z.int(),
  deaths: z.int(),
  other: z.int(),
  closing: z.int(),
  /** What stands there by count of heads, less the closing of the book; only for the year that runs. */
  check: z.int().nullable(),
});
export type RaisedFigures = z.output<typeof raisedFigures>;

/** 饲养量: what was raised in a year. */
export const raisedStat = endpoint({
  method: 'GET',
  path: 'ant/stat/raised',
  access: needs('ant:census:stat'),
  query: z.object({ year: z.coerce.number().int().min(2000).max(2100).optional(), ...regionQuery }),
  data: z.object({
    year: z.int(),
    regionCode: z.number().nullable(),
    path: z.array(place),
    rows: z.array(raisedFigures.extend({ ...row, species: z.string() })),
    total: z.array(raisedFigures.extend({ species: z.string() })),
  }),
});
export type RaisedBoard = z.output<typeof raisedStat.data>;
