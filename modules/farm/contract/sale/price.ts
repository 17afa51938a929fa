import { formatCents, splitCents, sumCents, times } from '#kit/contract/money.ts';

export type PriceMode = 'live' | 'carcass' | 'head';
export interface Priced {
  readonly kg: number | null;
  readonly carcassKg?: number | null;
  readonly grade?: string | null;
}
export interface Grade {
  readonly grade: string;
  readonly cents: number;
}
export interface PriceAsk {
  readonly mode: PriceMode;
  readonly unitCents: number;
  readonly grades?: readonly Grade[];
  readonly lines: readonly Priced[];
}
export interface PriceStep {
  readonly name: string;
  readonly how: string;
  readonly cents: number;
}
export interface PriceAnswer {
  readonly cents: number;
  /** In the order of the lines; they add up to the whole. */
  readonly parts: readonly number[];
  readonly steps: readonly PriceStep[];
}

/** Kilograms are written with two decimals: in whole ten-gram steps nothing is lost. */
export const tenGrams = (kg: number | null | undefined): number => Math.round(Number(kg ?? 0) * 100);
const kgText = (units: number) => formatCents(units);

/** One row of the paper: so many kilograms at a price, rounded once, and the share of each animal. */
function row(name: string, label: string, cents: number, units: readonly number[]) {
  const all = units.reduce((sum, one) => sum + one, 0);
  if (all === 0) return { step: { name, how: `${label}0`, cents: 0 }, parts: units.map(() => 0) };
  const whole = times(cents, { num: all, den: 100 });
  const step = { name, how: `${label}${kgText(all)} kg × ${formatCents(cents)}`, cents: whole };
  return { step, parts: splitCents(whole, units) };
}

/** R26: what animals come to, by live weight, by carcass and grade, or by the head. */
export function priceAnimals({ mode, unitCents, grades = [], lines }: PriceAsk): PriceAnswer {
  if (mode === 'head') {
    const cents = sumCents(lines.map(() => unitCents));
    const step = { name: 'heads', how: `${lines.length} × ${formatCents(unitCents)}`, cents };
    return { cents, parts: lines.map(() => unitCents), steps: [step] };
  }
  if (mode === 'live') {
    const { step, parts } = row(
      'liveWeight',
      '',
      unitCents,
      lines.map((one) => tenGrams(one.kg)),
    );
    return { cents: step.cents, parts, steps: [step] };
  }
  const priceOf = new Map(grades.map((one) => [one.grade, one.cents]));
  const parts = lines.map(() => 0);
  const steps: PriceStep[] = [];
  const at = lines.map((one, index) => ({ one, index }));
  for (const [grade, same] of Map.groupBy(at, ({ one }) => one.grade ?? '')) {
    const label = grade ? `${grade}: ` : '';
    const found = row(
      'carcassWeight',
      label,
      priceOf.get(grade) ?? unitCents,
      same.map(({ one }) => tenGrams(one.carcassKg)),
    );
    steps.push(found.step);
    for (const [n, { index }] of same.entries()) parts[index] = found.parts[n] ?? 0;
  }
  return { cents: sumCents(steps.map((one) => one.cents)), parts, steps };
}
