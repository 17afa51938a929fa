import {
  basisPoints,
  type Cents,
  type Factor,
  formatCents,
  partsPerMillion,
  ratio,
  splitCents,
  sumCents,
  times,
} from '#kit/contract/money.ts';
import type { Payout } from './version-parts.ts';

/**
 * The arithmetic of the module, each in the steps in which it is told. Amounts are cents, ratios are fractions, and what
 * is computed is rounded once, at its last step (R1).
 */
export interface Step {
  readonly name: string;
  readonly how: string;
  readonly cents: Cents;
}
export interface Computed {
  readonly steps: readonly Step[];
  readonly cents: Cents;
}
export interface Share {
  readonly payerCode: string;
  readonly level: string;
  readonly bp: number;
}
export interface Part {
  readonly payerCode: string;
  readonly level: string;
  readonly cents: Cents;
}

const perCent = (of: number, whole: number): string => `${Number(((of * 100) / whole).toFixed(4))} %`;
const bps = (bp: number): string => perCent(bp, 10_000);

/** R2: largest remainder, ties in the order of the list. */
export function splitOf(cents: Cents, shares: readonly Share[]): Part[] {
  const parts = splitCents(
    cents,
    shares.map((one) => one.bp),
  );
  return shares.map(({ payerCode, level }, at) => ({ payerCode, level, cents: parts[at] ?? 0 }));
}
export const farmerPart = (parts: readonly Part[]): Cents =>
  sumCents(parts.filter((one) => one.level === 'farmer').map((one) => one.cents));
/** Parts of several heads added up payer by payer; a sum is never split anew (R4). */
export function addParts(all: Iterable<readonly Part[]>): Part[] {
  const sums = new Map<string, Part>();
  for (const parts of all)
    for (const one of parts)
      sums.set(one.payerCode, { ...one, cents: sumCents([sums.get(one.payerCode)?.cents ?? 0, one.cents]) });
  return [...sums.values()];
}

const partSteps = (cents: Cents, shares: readonly Share[]): Step[] =>
  splitOf(cents, shares).map((part, at) => ({
    name: `part_${part.level}`,
    how: `${formatCents(cents)} × ${bps(shares[at]?.bp ?? 0)}`,
    cents: part.cents,
  }));

export interface PremiumInputs {
  readonly sumInsuredCents: Cents;
  readonly ratePpm: number;
  readonly num: number;
  readonly den: number;
  readonly shares: readonly Share[];
}
/** R4: of one head, and who bears how much of it. */
export function premiumOf({ sumInsuredCents, ratePpm, num, den, shares }: PremiumInputs): Computed {
  const cents = times(sumInsuredCents, partsPerMillion(ratePpm), ratio(num, den));
  const term = num === den ? '' : ` × ${num} ÷ ${den}`;
  const premium = {
    name: 'premium',
    how: `${formatCents(sumInsuredCents)} × ${perCent(ratePpm, 1_000_000)}${term}`,
    cents,
  };
  return { cents, steps: [premium, ...partSteps(cents, shares)] };
}

export interface ProRataInputs {
  readonly premiumCents: Cents;
  readonly daysLeft: number;
  readonly days: number;
  readonly shares: readonly Share[];
}
/** R8: what is given back for the days left, or asked for them; the same for an animal that goes and one that comes. */
export function proRataOf({ premiumCents, daysLeft, days, shares }: ProRataInputs): Computed {
  const cents = times(premiumCents, ratio(Math.max(0, Math.min(daysLeft, days)), days));
  const step = { name: 'proRata', how: `${formatCents(premiumCents)} × ${daysLeft} ÷ ${days}`, cents };
  return { cents, steps: [step, ...partSteps(cents, shares)] };
}

export interface PayoutInputs {
  readonly sumInsuredCents: Cents;
  readonly payout: Payout;
  /** Completed months of age, or since cover began where the rule says so. */
  readonly months: number;
  readonly weightKg?: number | null;
  readonly liabilityBp: number;
  /** Insured and eligible heads of the holder on that day, where the average clause holds. */
  readonly insured?: number | null;
  readonly eligible?: number | null;
  readonly averageClause: boolean;
  readonly deductibleBp: number;
  readonly cullPaidCents: Cents;
  readonly salvageCents: Cents;
  readonly paidBeforeCents: Cents;
}

interface Loss {
  readonly base: Cents;
  readonly factor: Factor | null;
  readonly how: string;
}
const bandOf = <B extends { from: number; to: number | null }>(bands: readonly B[], at: number): B | undefined =>
  bands.find(({ from, to }) => at >= from && (to === null || at < to));

/** R5: the loss of a head before deductions, at most the sum insured; a ratio is kept until the one rounding. */
function lossOf({ payout, sumInsuredCents: sum, months, weightKg }: PayoutInputs): Loss {
  const whole = formatCents(sum);
  switch (payout.kind) {
    case 'fixed':
      return { base: sum, factor: null, how: whole };
    case 'ageLinear': {
      // A hundred years are enough to reach any sum insured, and keep the sum within what can be told.
      const steps = Math.min(months, 1_200);
      const loss = sumCents([payout.baseCents, ...Array.from({ length: steps }, () => payout.stepCents)]);
      const how = `${formatCents(payout.baseCents)} + ${formatCents(payout.stepCents)} × ${months}`;
      return loss > sum ? { base: sum, factor: null, how: `${how} → ${whole}` } : { base: loss, factor: null, how };
    }
    case 'ageBand': {
      const bp = bandOf(payout.bands, months)?.bp ?? 0;
      return { base: sum, factor: basisPoints(bp), how: `${whole} × ${bps(bp)}` };
    }
    case 'weightBand': {
      const band = bandOf(payout.bands, weightKg ?? 0);
      if (band?.amountCents !== undefined) {
        const base = Math.min(band.amountCents, sum);
        return { base, factor: null, how: formatCents(base) };
      }
      return { base: sum, factor: basisPoints(band?.bp ?? 0), how: `${whole} × ${bps(band?.bp ?? 0)}` };
    }
  }
}

/** R6: what is paid for one head. */
export function payoutOf(inputs: PayoutInputs): Computed {
  const loss = lossOf(inputs);
  const factors: Factor[] = loss.factor ? [loss.factor] : [];
  const lossCents = times(loss.base, ...factors);
  const steps: Step[] = [{ name: 'loss', how: loss.how, cents: lossCents }];
  const say = [formatCents(lossCents)];
  if (inputs.liabilityBp !== 10_000) {
    factors.push(basisPoints(inputs.liabilityBp));
    say.push(bps(inputs.liabilityBp));
  }
  const { insured, eligible } = inputs;
  if (inputs.averageClause && insured && eligible && insured < eligible) {
    factors.push(ratio(insured, eligible));
    say.push(`${insured} ÷ ${eligible}`);
  }
  if (inputs.deductibleBp > 0) {
    factors.push(basisPoints(10_000 - inputs.deductibleBp));
    say.push(`(100 % − ${bps(inputs.deductibleBp)})`);
  }
  const gross = times(loss.base, ...factors);
  if (say.length > 1) steps.push({ name: 'shares', how: say.join(' × '), cents: gross });
  let net = gross;
  for (const [name, taken] of [
    ['cullPaid', inputs.cullPaidCents],
    ['salvage', inputs.salvageCents],
  ] as const) {
    if (taken === 0) continue;
    const left = sumCents([net, -taken]);
    steps.push({ name, how: `${formatCents(net)} − ${formatCents(taken)}`, cents: left });
    net = left;
  }
  const most = sumCents([inputs.sumInsuredCents, -inputs.paidBeforeCents]);
  const cents = Math.max(0, Math.min(net, most));
  if (cents !== net) steps.push({ name: 'limit', how: `0 … ${formatCents(most)}`, cents });
  return { cents, steps };
}
