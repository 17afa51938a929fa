import { dayNumber } from '../visit/judge.ts';

/** Share of a season's work that should be done after a part of its time: even, or slow at both ends as people really work. */
export const plannedShare = (curve: 'linear' | 'sShaped', part: number): number => {
  const x = Math.min(Math.max(part, 0), 1);
  return curve === 'linear' ? x : x ** 3 * (6 * x * x - 15 * x + 10);
};

/** Days of a season that are over at the end of a day, of all its days. */
export const seasonPart = (startDate: string, endDate: string, on: string): number =>
  (dayNumber(on) - dayNumber(startDate) + 1) / (dayNumber(endDate) - dayNumber(startDate) + 1);

export const percent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1000) / 10 : null;
