import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const place = z.object({
  regionCode: z.number(),
  name: z.string(),
  households: z.number(),
  householdsLeft: z.number(),
  due: z.number(),
  done: z.number(),
  coverage: z.number().nullable(),
  gap: z.number().nullable(),
  isZero: z.boolean(),
  makeupDue: z.number(),
});
export type HomePlace = z.output<typeof place>;

/** What waits for the caller, by what it is; each leads to its list. */
export const homeCounters = [
  'toVerify',
  'toCheck',
  'toAccept',
  'flagged',
  'toConfirm',
  'toReview',
  'uncovered',
  'toReceive',
  'toTest',
  'overdue',
  'casesToPay',
  'quartersToPay',
] as const;
export type HomeCounter = (typeof homeCounters)[number];

const visit = z.object({
  id: idSchema,
  docNo: z.string(),
  visitedOn: z.string(),
  mode: z.string(),
  holderName: z.string(),
  staffName: z.string().nullable(),
  regionName: z.string(),
  heads: z.number(),
  result: z.string(),
});

const summary = z.object({
  role: z.enum(['worker', 'township', 'area', 'lab', 'finance', 'holder']),
  place: z.object({ code: z.number(), name: z.string() }).nullable(),
  /** Null while none goes on: the month's make-up stands in its place. */
  season: z
    .object({
      id: idSchema,
      name: z.string(),
      slogan: z.string().nullable(),
      startDate: z.string(),
      endDate: z.string(),
      day: z.number(),
      days: z.number(),
      daysLeft: z.number(),
      /** Coverage that was planned for today. */
      planned: z.number(),
      due: z.number(),
      done: z.number(),
      remaining: z.number(),
      coverage: z.number().nullable(),
      gap: z.number().nullable(),
      forecast: z.string().nullable(),
    })
    .nullable(),
  routine: z.object({ month: z.string(), due: z.number(), done: z.number(), rate: z.number().nullable() }),
  today: z.object({ heads: z.number(), visits: z.number() }),
  places: z.array(place),
  held: z.array(
    z.object({
      name: z.string(),
      lotNo: z.string(),
      expireOn: z.string().nullable(),
      daysLeft: z.number().nullable(),
      qty: z.number(),
    }),
  ),
  counters: z.array(z.object({ key: z.enum(homeCounters), n: z.number() })),
  own: z
    .object({
      principalId: idSchema,
      name: z.string(),
      stock: z.array(z.object({ species: z.string(), tagged: z.number(), untagged: z.number() })),
      due: z.array(z.object({ diseaseCode: z.string(), remaining: z.number(), makeup: z.number() })),
      cases: z.array(z.object({ id: idSchema, docNo: z.string(), status: z.string(), reactedOn: z.string() })),
    })
    .nullable(),
  days: z.array(
    z.object({
      day: z.string(),
      season: z.number(),
      routine: z.number(),
      emergency: z.number(),
      self: z.number(),
    }),
  ),
  visits: z.array(visit),
});
export type HomeSummary = z.output<typeof summary>;

/** 防疫首页: the season, the caller's own work, and what was done lately, in one answer. */
export const homeSummary = endpoint({
  method: 'GET',
  path: 'ant/home/summary',
  access: needs('ant:home:view'),
  data: summary,
});

export const home = { resources: [], endpoints: [homeSummary] } as const;
