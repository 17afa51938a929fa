import { later } from './later.tsx';

/** Lowest and highest, as texts; empty is open. */
export type Range = readonly [from: string, to: string];

export interface RangeProps {
  readonly id: string;
  readonly value: Range;
  onChange(range: Range): void;
}

/** The calendar is heavy and most lists are searched without it. */
export const DateRange = later<RangeProps>(async () => (await import('./date-range.tsx')).DateRangePicker);

export const NumberRange = later<RangeProps>(async () => (await import('./number-range.tsx')).NumberRange);
