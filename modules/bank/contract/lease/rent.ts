import { type Cents, formatCents, ratio, sumCents, times } from '#kit/contract/money.ts';

export interface RentLine {
  readonly deviceNo: string;
  /** Days it was out, without those it was being repaired. */
  readonly days: number;
  readonly monthRentCents: Cents;
  readonly lostValueCents: Cents;
}
/** R50: rent × days ÷ days of the month, rounded once per line; what was lost is charged besides (R49). */
export const lineRent = (line: RentLine, daysOfMonth: number): Cents =>
  times(line.monthRentCents, ratio(line.days, daysOfMonth));

export function billOf({ daysOfMonth, lines }: { readonly daysOfMonth: number; readonly lines: readonly RentLine[] }) {
  const steps = lines.flatMap((line) => [
    {
      name: 'leaseRent',
      how: `${line.deviceNo}: ${formatCents(line.monthRentCents)} × ${line.days} ÷ ${daysOfMonth}`,
      cents: lineRent(line, daysOfMonth),
    },
    ...(line.lostValueCents > 0 ? [{ name: 'leaseLost', how: line.deviceNo, cents: line.lostValueCents }] : []),
  ]);
  return { steps, cents: sumCents(steps.map((one) => one.cents)) };
}

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);
export const nextDay = (day: string) => new Date(at(day) + dayMs).toISOString().slice(0, 10);
export const monthBefore = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
};
/** The month as days: its first, and the first after it. */
export const spanOf = (month: string) => {
  const [year = 0, no = 0] = month.split('-').map(Number);
  const from = `${month}-01`;
  const to = new Date(Date.UTC(year, no, 1)).toISOString().slice(0, 10);
  return { from, to, days: (at(to) - at(from)) / dayMs };
};
export interface Span {
  readonly fromOn: string;
  /** The first day that is not part of it; open while empty. */
  readonly toOn: string | null;
}
const daysIn = (span: Span, from: string, to: string): number =>
  Math.max(0, (at(earlier(span.toOn ?? to, to)) - at(later(span.fromOn, from))) / dayMs);

/** R50: of the days a device was out in a month, those it was being repaired are free. The day of the return is not charged. */
export function chargedDays(out: Span, repairs: readonly Span[], month: string): { days: number; freeDays: number } {
  const { from, to } = spanOf(month);
  const first = later(out.fromOn, from);
  const last = earlier(out.toOn ?? to, to);
  const used = daysIn(out, from, to);
  const freeDays = repairs.reduce((sum, one) => sum + daysIn(one, first, last), 0);
  return { days: used - Math.min(used, freeDays), freeDays: Math.min(used, freeDays) };
}
