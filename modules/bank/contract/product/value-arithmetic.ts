import { type Cents, factorOf, formatCents, ratio, sumCents, sumOfProducts, times } from '#kit/contract/money.ts';

/** Hundredths of a per cent, whole: what a share as it is written, 70 or "70.01", means. */
export function hundredths(pct: number | string): number {
  const { num, den } = factorOf(typeof pct === 'number' ? pct.toFixed(2) : pct);
  const scaled = BigInt(num) * 100n;
  if (scaled % BigInt(den) !== 0n) throw new RangeError(`${pct} has more than two decimals`);
  return Number(scaled / BigInt(den));
}

/** R11 in hundredths of a per cent, half up, in whole numbers throughout; null where something is owed and nothing stands against it. */
export function ltvHundredths(owedCents: Cents, eligibleCents: Cents): number | null {
  if (owedCents < 0 || eligibleCents < 0) throw new RangeError('neither debt nor value is below nothing');
  if (owedCents === 0) return 0;
  if (eligibleCents === 0) return null;
  const [owed, eligible] = [BigInt(owedCents), BigInt(eligibleCents)];
  return Number((owed * 20_000n + eligible) / (2n * eligible));
}

/** R11: per cent to two decimals; null is "∞". */
export function ltvOf(owedCents: Cents, eligibleCents: Cents): number | null {
  const exact = ltvHundredths(owedCents, eligibleCents);
  return exact === null ? null : exact / 100;
}
/** As it is shown. */
export const formatLtv = (ltv: number | null): string => (ltv === null ? '∞' : ltv.toFixed(2));

/** Whether the loan-to-value ratio is at most a share: 70.00 is within 70, 70.01 is not, and nothing against a debt never is. */
export function ltvWithin(owedCents: Cents, eligibleCents: Cents, pct: number | string): boolean {
  const exact = ltvHundredths(owedCents, eligibleCents);
  return exact !== null && exact <= hundredths(pct);
}
/** The same of a ratio that is known already. */
export const ltvReaches = (ltv: number | null, pct: number): boolean =>
  ltv === null || hundredths(ltv) >= hundredths(pct);

/** R42: what must be added for the line to stand at its limit again. */
export function addValueOf(owedCents: Cents, eligibleCents: Cents, maxLtv: number): Cents {
  const needed = times(owedCents, ratio(10_000, hundredths(maxLtv)));
  return Math.max(0, needed - eligibleCents);
}
/** R42, R27: what must be paid back for the same. */
export function repayAmountOf(owedCents: Cents, eligibleCents: Cents, maxLtv: number): Cents {
  return Math.max(0, owedCents - times(eligibleCents, ratio(hundredths(maxLtv), 10_000)));
}

/** Why an animal counts for less than it is worth (R10). */
export const cutCodes = ['unseen', 'uninsured', 'quarantined', 'missing', 'releasing'] as const;
export type CutCode = (typeof cutCodes)[number];
export interface CutRule {
  readonly unseenCut: number;
  readonly uninsuredCut: number;
}
export const cutOf = (code: string, rule: CutRule): number =>
  code === 'unseen' ? rule.unseenCut : code === 'uninsured' ? rule.uninsuredCut : 100;

export interface HeadInputs {
  readonly priceCents: Cents | null;
  readonly unit: 'head' | 'kg' | null;
  readonly adjustPct: number;
  readonly weightKg: number | null;
  readonly cuts: readonly string[];
}
export interface HeadValue {
  readonly valueCents: Cents;
  readonly cutPct: number;
  readonly eligibleCents: Cents;
  readonly steps: readonly { readonly name: string; readonly how: string; readonly cents: Cents }[];
}
/** R9, R10 for one animal on one day: price × (1 + adjustment) × weight under one rounding, then the largest cut. */
export function headValueOf(inputs: HeadInputs, rule: CutRule): HeadValue {
  const { priceCents, unit, adjustPct, weightKg, cuts } = inputs;
  const cutPct = cuts.reduce((most, code) => Math.max(most, cutOf(code, rule)), 0);
  if (priceCents === null || (unit === 'kg' && weightKg === null))
    return { valueCents: 0, cutPct, eligibleCents: 0, steps: [{ name: 'noPrice', how: '0', cents: 0 }] };
  const raised = ratio(10_000 + hundredths(adjustPct), 10_000);
  const kg = unit === 'kg' ? factorOf((weightKg ?? 0).toFixed(2)) : ratio(1, 1);
  const valueCents = times(priceCents, raised, kg);
  const eligibleCents = times(valueCents, ratio(10_000 - hundredths(cutPct), 10_000));
  const how = [
    formatCents(priceCents),
    ...(adjustPct === 0 ? [] : [`${(100 + adjustPct).toFixed(2)} %`]),
    ...(unit === 'kg' ? [`${(weightKg ?? 0).toFixed(2)} kg`] : []),
  ].join(' × ');
  return {
    valueCents,
    cutPct,
    eligibleCents,
    steps: [
      { name: 'value', how, cents: valueCents },
      { name: 'eligible', how: `${formatCents(valueCents)} × ${(100 - cutPct).toFixed(2)} %`, cents: eligibleCents },
    ],
  };
}

/** What R12 is computed from: animals of the same value together. */
export interface LimitInputs {
  readonly groups: readonly { readonly n: number; readonly cents: Cents }[];
  readonly maxLtv: number;
  readonly maxAmountCents: Cents;
}
/** R12 is told in whole thousands of yuan. */
export const limitStep: Cents = 100_000;
/** R12: Σ value × maxLtv, rounded down to 1,000, at most the product's amount. */
export function limitOf({ groups, maxLtv, maxAmountCents }: LimitInputs) {
  const valueCents = sumOfProducts(groups.map(({ n, cents }) => [cents, ratio(n, 1)]));
  const lent = times(valueCents, ratio(hundredths(maxLtv), 10_000));
  const down = lent - (lent % limitStep);
  const cents = Math.min(down, maxAmountCents);
  return {
    valueCents,
    cents,
    steps: [
      ...groups.map(({ n, cents: each }) => ({
        name: 'heads',
        how: `${n} × ${formatCents(each)}`,
        cents: times(each, ratio(n, 1)),
      })),
      { name: 'lent', how: `${formatCents(valueCents)} × ${maxLtv.toFixed(2)} %`, cents: lent },
      { name: 'thousands', how: `⌊${formatCents(lent)} ÷ 1000⌋ × 1000`, cents: down },
      { name: 'atMost', how: `min(${formatCents(down)}, ${formatCents(maxAmountCents)})`, cents },
    ],
  };
}

export const sumValues = (all: readonly HeadValue[]): { valueCents: Cents; eligibleCents: Cents } => ({
  valueCents: sumCents(all.map((one) => one.valueCents)),
  eligibleCents: sumCents(all.map((one) => one.eligibleCents)),
});

/** Bounds of a product that a ratio may have reached. */
export interface Bounds {
  readonly maxLtv: number;
  readonly warnLtv: number;
  readonly callLtv: number;
  readonly stopLtv: number;
}
export type Band = 'within' | 'warn' | 'call' | 'stop';
export const bandOf = (ltv: number | null, { warnLtv, callLtv, stopLtv }: Omit<Bounds, 'maxLtv'>): Band =>
  ltvReaches(ltv, stopLtv) ? 'stop' : ltvReaches(ltv, callLtv) ? 'call' : ltvReaches(ltv, warnLtv) ? 'warn' : 'within';
