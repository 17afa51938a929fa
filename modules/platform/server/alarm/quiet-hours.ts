const day = 86_400_000;
const china = 8 * 3_600_000;
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** When the quiet hours that hold now are over, as a time; null outside of them. They may pass midnight. */
export function quietUntil(from: string | null, to: string | null, now = Date.now()): string | null {
  if (!from || !to || from === to) return null;
  const midnight = Math.floor((now + china) / day) * day - china;
  const minute = (now - midnight) / 60_000;
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const passesMidnight = end < begin;
  const isQuiet = passesMidnight ? minute >= begin || minute < end : minute >= begin && minute < end;
  if (!isQuiet) return null;
  const tomorrow = passesMidnight && minute >= begin;
  return new Date(midnight + end * 60_000 + (tomorrow ? day : 0)).toISOString();
}
