import { z } from 'zod';

/** What a version of a rule says, by kind of programme; amounts in cents. */
const cents = z.int().min(0).max(100_000_00);
export const ruleParams = {
  semen: z.strictObject({
    perStrawCents: cents,
    maxStrawsPerCowYear: z.int().min(1).max(10).default(2),
    listingScheme: z.enum(['national', 'region']).default('national'),
    breeds: z.array(z.string().max(40)).max(40).default([]),
  }),
  service: z.strictObject({
    perFirstHeatCents: cents,
    perLaterHeatCents: cents,
    methods: z
      .array(z.enum(['ultrasound', 'rectal', 'blood']))
      .min(1)
      .default(['ultrasound', 'rectal', 'blood']),
  }),
  baseCow: z.strictObject({
    perCowCents: cents,
    minCows: z.int().min(0).max(10_000).default(10),
    maxCows: z.int().min(1).max(100_000).nullish(),
    roundId: z.int().positive(),
  }),
  calf: z.strictObject({
    perCalfCents: cents,
    minCows: z.int().min(0).max(10_000).default(10),
    roundId: z.int().positive(),
    aiOnly: z.boolean().default(true),
    tagWithinDays: z.int().min(1).max(365).default(30),
    aliveDays: z.int().min(0).max(365).default(30),
    immunised: z.array(z.string().max(40)).max(10).default([]),
    maxPerCowYear: z.int().min(1).max(6).default(2),
  }),
} as const;
export type SubsidyKind = keyof typeof ruleParams;
export type CalfParams = z.output<(typeof ruleParams)['calf']>;
export type CowParams = z.output<(typeof ruleParams)['baseCow']>;
export type SemenParams = z.output<(typeof ruleParams)['semen']>;
export type ServiceParams = z.output<(typeof ruleParams)['service']>;

export interface FundShare {
  source: string;
  pct: number;
}
