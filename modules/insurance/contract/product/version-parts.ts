import { z } from 'zod';

/** Whom the parts of a premium fall on, in the order in which cents left over are handed out (R8). */
export const payerLevels = ['central', 'province', 'prefecture', 'county', 'other', 'farmer'] as const;
export type PayerLevel = (typeof payerLevels)[number];
export const farmer = 'farmer';

const code = z.string().trim().min(1).max(40);
const share = z.int().min(0).max(10_000);
/** Fractions and not decimals: four sevenths kept as 0.5714 take a cent from a premium of 240 yuan. */
export const termSchema = z.strictObject({
  months: z.int().min(1).max(60),
  num: z.int().min(1).max(10_000),
  den: z.int().min(1).max(10_000),
});
export type Term = z.output<typeof termSchema>;

/** The level is the ingredient's; the server writes it down with the version. */
export const payerSchema = z.strictObject({ payerCode: code, bp: share, level: z.string().max(20).optional() });
export type Payer = z.output<typeof payerSchema>;
export const splitSchema = z.array(z.object({ payerCode: z.string(), level: z.string(), cents: z.number() }));
export type Split = z.output<typeof splitSchema>;

const cents = z.int().min(0).max(99_999_999_999);
const monthsOf = z.enum(['age', 'insured']).optional();
const band = { from: z.int().min(0).max(10_000), to: z.int().min(0).max(10_000).nullable() };
export const payoutSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed') }),
  z.strictObject({ kind: z.literal('ageLinear'), baseCents: cents, stepCents: cents, monthsOf }),
  z.strictObject({
    kind: z.literal('ageBand'),
    bands: z
      .array(z.strictObject({ ...band, bp: share }))
      .min(1)
      .max(24),
    monthsOf,
  }),
  z.strictObject({
    kind: z.literal('weightBand'),
    bands: z
      .array(z.strictObject({ ...band, bp: share.optional(), amountCents: cents.optional() }))
      .min(1)
      .max(24),
  }),
]);
export type Payout = z.output<typeof payoutSchema>;

export const liabilitySchema = z.strictObject({ code, bp: share });
export type Liability = z.output<typeof liabilitySchema>;
export const codesSchema = z.array(code).max(60);

export const partSchemas = {
  terms: z.array(termSchema).min(1).max(12),
  payers: z.array(payerSchema).min(1).max(8),
  payout: payoutSchema,
  liabilities: z.array(liabilitySchema).min(1).max(40),
  exclusions: codesSchema,
  documents: codesSchema,
  photos: codesSchema,
} as const;

/** R3: from the first band to the last, each beginning where the one before it ends; the last is open. */
export function bandsFit(bands: readonly { from: number; to: number | null }[]): boolean {
  return bands.every(({ from, to }, at) => {
    const next = bands[at + 1];
    const starts = at > 0 || from === 0;
    return starts && (next ? to !== null && to === next.from && to > from : to === null);
  });
}
/** R3: no term may cost more than the whole year. */
export const termsFit = (terms: readonly Term[]): boolean =>
  terms.every(({ num, den }) => num <= den) && new Set(terms.map((one) => one.months)).size === terms.length;
