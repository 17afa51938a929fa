/** A day so many days later. */
export const addDays = (day: string, n: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10);
/** The moment a day begins in China. */
export const morningOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
/** R37, R39: so many days after its day a count or a visit is late. */
export const lateAfterDays = 3;
export const laterOf = (a: string, b: string): string => (a.localeCompare(b) < 0 ? b : a);
