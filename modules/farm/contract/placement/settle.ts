import { formatCents, percent, sumCents, times } from '#kit/contract/money.ts';
import { tenGrams } from '../sale/price.ts';

export type PlacementMode = 'dailyFee' | 'gainFee' | 'calfShare' | 'buyBack';
export interface Terms {
  readonly mode: PlacementMode;
  readonly dayFee: number | null;
  readonly gainPrice: number | null;
  readonly calfValue: number | null;
  readonly floorPrice: number | null;
  readonly marketMargin: number | null;
  /** Of the value at the beginning, where the keeper is to blame for the loss. */
  readonly faultPct: number;
}
export interface TakenBack {
  readonly outcome: string;
  readonly fault: string;
  readonly inKg: number | null;
  readonly outKg: number | null;
  /** From the day it came to the day it left, died or was missed. */
  readonly days: number;
  readonly calves: number;
  readonly inValue: number;
}
export interface SettleAsk {
  readonly terms: Terms;
  readonly lines: readonly TakenBack[];
  /** Cents a kilogram on the day of weighing; of a buy-back alone. */
  readonly marketPrice: number | null;
  readonly advanceBack: number;
  readonly depositBack: number;
}
export interface SettleStep {
  readonly name: string;
  readonly how: string;
  readonly cents: number;
}
export interface Settled {
  readonly earned: number;
  readonly deductions: number;
  readonly net: number;
  readonly steps: readonly SettleStep[];
}

const isLost = (one: TakenBack) => one.outcome === 'dead' || one.outcome === 'missing';
const isBlamed = (one: TakenBack) => isLost(one) && one.fault === 'holder';
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** The price a kilogram is bought back at: never below what was promised. */
export const buyBackPrice = (terms: Terms, marketPrice: number | null): number =>
  Math.max(terms.floorPrice ?? 0, marketPrice === null ? 0 : marketPrice - (terms.marketMargin ?? 0));

function earning({ terms, lines, marketPrice }: SettleAsk): SettleStep {
  const kg = (units: number) => formatCents(units);
  // What is lost by the keeper's fault earns nothing: neither days nor gain.
  const counted = lines.filter((one) => !isBlamed(one));
  if (terms.mode === 'dailyFee') {
    const days = sum(counted.map((one) => one.days));
    const fee = terms.dayFee ?? 0;
    return { name: 'dailyFee', how: `${days} × ${formatCents(fee)}`, cents: times(fee, { num: days, den: 1 }) };
  }
  if (terms.mode === 'gainFee') {
    const price = terms.gainPrice ?? 0;
    const gained = sum(
      counted.map((one) => (one.outKg === null ? 0 : Math.max(0, tenGrams(one.outKg) - tenGrams(one.inKg)))),
    );
    return {
      name: 'gainFee',
      how: `${kg(gained)} kg × ${formatCents(price)}`,
      cents: times(price, { num: gained, den: 100 }),
    };
  }
  if (terms.mode === 'calfShare') {
    const value = terms.calfValue ?? 0;
    const calves = sum(counted.map((one) => one.calves));
    return {
      name: 'calfShare',
      how: `${calves} × ${formatCents(value)}`,
      cents: times(value, { num: calves, den: 1 }),
    };
  }
  const price = buyBackPrice(terms, marketPrice);
  const bought = sum(counted.filter((one) => !isLost(one)).map((one) => tenGrams(one.outKg)));
  return {
    name: 'buyBack',
    how: `${kg(bought)} kg × ${formatCents(price)}`,
    cents: times(price, { num: bought, den: 100 }),
  };
}

/** R28: what the keeper gets; below nothing, what the keeper owes. */
export function settlePlacement(ask: SettleAsk): Settled {
  const { terms, lines, advanceBack, depositBack } = ask;
  const earned = earning(ask);
  const blamed = lines.filter(isBlamed);
  const parts = blamed.map((one) => times(one.inValue, percent(terms.faultPct)));
  const deductions = sumCents(parts);
  const steps: SettleStep[] = [earned];
  if (blamed.length > 0) {
    const values = blamed.map((one) => formatCents(one.inValue)).join(' + ');
    steps.push({ name: 'lossDeduction', how: `(${values}) × ${terms.faultPct} %`, cents: 0 - deductions });
  }
  if (advanceBack > 0) steps.push({ name: 'advanceBack', how: formatCents(advanceBack), cents: 0 - advanceBack });
  if (depositBack > 0) steps.push({ name: 'depositBack', how: formatCents(depositBack), cents: depositBack });
  return { earned: earned.cents, deductions, net: sumCents(steps.map((one) => one.cents)), steps };
}
