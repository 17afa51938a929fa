const ms = 86_400_000;
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * ms).toISOString().slice(0, 10);
/** The first day of the month so many months after (or before) that of a day. */
export const monthStart = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10);
export const monthEnd = (day: string, months: number): string => addDays(monthStart(day, months + 1), -1);
export const at = (day: string, hour = 10): string => `${day}T${String(hour).padStart(2, '0')}:00:00+08:00`;
