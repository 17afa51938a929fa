import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const pen = z.object({
  id: idSchema,
  name: z.string(),
  capacity: z.number(),
  head: z.number(),
  kg: z.number().nullable(),
  stages: z.array(z.object({ name: z.string(), n: z.number() })),
  sick: z.number(),
  wrong: z.number(),
  alarms: z.number(),
  fedMeals: z.number(),
  planMeals: z.number(),
  leftPct: z.number().nullable(),
  keeper: z.string().nullable(),
});
export type BoardPen = z.output<typeof pen>;
const hovel = z.object({ id: idSchema, name: z.string(), kind: z.string(), pens: z.array(pen) });
export type BoardHovel = z.output<typeof hovel>;

export const boardJobs = [
  'calving',
  'move',
  'meal',
  'treatment',
  'check',
  'wean',
  'release',
  'round',
  'remind',
] as const;
const job = z.object({
  job: z.enum(boardJobs),
  penId: idSchema.nullable(),
  pen: z.string().nullable(),
  n: z.number(),
  /** Ear tags of the first, so that they can be found. */
  tags: z.array(z.string()),
  on: z.string().nullable(),
  overdue: z.boolean(),
});
export type BoardJob = z.output<typeof job>;
const farmRow = z.object({
  farmId: idSchema,
  farm: z.string(),
  head: z.number(),
  adg: z.number().nullable(),
  deaths30: z.number(),
  feedKgHead: z.number().nullable(),
  pregnant: z.number(),
  alarms: z.number(),
});
export type FarmRow = z.output<typeof farmRow>;

/** The caller's own farms and those under them, for the picker in the header. */
export const ownFarms = endpoint({
  method: 'GET',
  path: 'anm/board/farms',
  access: needs('anm:board:view'),
  data: z.array(z.object({ id: idSchema, name: z.string() })),
});

/** What must be done today, by pen; of several farms first how they stand beside each other. */
export const farmBoard = endpoint({
  method: 'GET',
  path: 'anm/board',
  access: needs('anm:board:view'),
  query: z.object({ farmId: z.coerce.number().int().positive().optional() }),
  data: z.object({
    farms: z.array(farmRow),
    farmId: idSchema.nullable(),
    farm: z.string(),
    day: z.string(),
    tiles: z.object({
      head: z.number(),
      change: z.number(),
      ins: z.number(),
      outs: z.number(),
      pregnant: z.number(),
      due15: z.number(),
      sick: z.number(),
      adg: z.number().nullable(),
      weighedPct: z.number().nullable(),
      feedDays: z.number().nullable(),
      feedShortOf: z.string().nullable(),
      urgent: z.number(),
      openAlarms: z.number(),
      deaths30: z.number(),
    }),
    hovels: z.array(hovel),
    jobs: z.array(job),
    stages: z.array(z.object({ name: z.string(), scheme: z.string(), n: z.number() })),
    days: z.array(z.object({ day: z.string(), fedKg: z.number(), leftKg: z.number(), head: z.number() })),
  }),
});
export type FarmBoard = z.output<typeof farmBoard.data>;
