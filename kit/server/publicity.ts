const day = 86_400_000;

/** When a public notice has hung long enough: so many full days after the day it was posted, to 24:00 of the last, by the clock of China. */
export function publicityEnds(postedOn: string, days: number): Date {
  if (!Number.isInteger(days) || days < 1) throw new RangeError(`a notice hangs for whole days, not ${days}`);
  return new Date(Date.parse(`${postedOn}T00:00:00+08:00`) + (days + 1) * day);
}
