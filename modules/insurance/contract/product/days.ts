const day = 86_400_000;
const time = (on: string): number => Date.parse(`${on}T00:00:00Z`);
const text = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const addDays = (on: string, days: number): string => text(time(on) + days * day);
/** Days from one day to a later one. */
export const daysBetween = (from: string, to: string): number => Math.round((time(to) - time(from)) / day);

const parts = (on: string): [number, number, number] => {
  const [year = 0, month = 0, date = 0] = on.split('-').map(Number);
  return [year, month, date];
};
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The same day of a later month, or the last day of a shorter one. */
export function addMonths(on: string, months: number): string {
  const [year, month, date] = parts(on);
  const at = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(at / 12), (at % 12) + 1];
  return text(Date.UTC(toYear, toMonth - 1, Math.min(date, lastDay(toYear, toMonth))));
}

/** R5: completed calendar months; a month is complete on the same day number, or on the last day of a shorter month. */
export function monthsBetween(from: string, to: string): number {
  const [year, month, date] = parts(from);
  const [toYear, toMonth, toDate] = parts(to);
  const months = (toYear - year) * 12 + toMonth - month;
  return Math.max(0, toDate < Math.min(date, lastDay(toYear, toMonth)) ? months - 1 : months);
}

/** R15: the last day of a cover that begins on a day. */
export const coverEnds = (from: string, months: number): string => addDays(addMonths(from, months), -1);
/** Days a cover runs, its first and last included. */
export const coverDays = (from: string, to: string): number => daysBetween(from, to) + 1;
/** R14: the day before which a new cover does not pay; none where it follows another without a gap. */
export const waitingUntil = (from: string, waitingDays: number, formerTo: string | null): string | null =>
  waitingDays > 0 && !(formerTo !== null && from <= addDays(formerTo, 1)) ? addDays(from, waitingDays) : null;
