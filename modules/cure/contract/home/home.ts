import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

const n = z.number().int();
const counts = z.object({
  waiting: n,
  open: n,
  late: n,
  offers: n,
  followUps: n,
  suspects: n,
  sheets: n,
  blocked: n,
  ending: n,
  tries: n,
  notEntitled: n,
});
export type CareCounts = z.output<typeof counts>;
const openConsult = z.object({
  id: idSchema,
  docNo: z.string(),
  urgency: z.string(),
  holder: z.string().nullable(),
  signs: z.string(),
  status: z.string(),
  lastAt: z.string(),
  isLate: z.boolean(),
  said: z.string().nullable(),
});
const blocked = z.object({
  id: idSchema,
  earTag: z.string().nullable(),
  holder: z.string().nullable(),
  medicines: z.string(),
  until: z.string(),
});

/** 诊疗首页: what waits for the caller, as far as they may see it; every number opens its list. */
export const careHome = endpoint({
  method: 'GET',
  path: 'cure/home',
  access: needs('cure:home:view'),
  data: z.object({
    counts,
    consults: z.array(openConsult),
    withdrawals: z.array(blocked),
    /** Of thirty days: half of the askers waited no longer than so many minutes; percent answered in time. */
    answers: z.object({ asked: n, medianMinutes: n.nullable(), inTime: n.nullable() }),
    /** Antimicrobials given, in grams of active substance; for holders of the statistics. */
    months: z.array(z.object({ month: z.string(), grams: z.number(), treatments: n })),
  }),
});
export type CareHome = z.output<NonNullable<(typeof careHome)['data']>>;
