import dayjs, { type Dayjs } from 'dayjs';

export const dateFormat = 'YYYY-MM-DD';
export const timeFormat = 'YYYY-MM-DD HH:mm:ss';
// Everybody reads and writes the platform's clock, wherever their browser thinks it is.
const offset = '+08:00';
const offsetMs = 8 * 3_600_000;

/** `2026-11-15T09:30:00+08:00` → `2026-11-15 09:30:00`. */
export function wallTime(iso: string): string {
  const local = iso.endsWith(offset) ? iso : new Date(Date.parse(iso) + offsetMs).toISOString();
  return local.slice(0, 19).replace('T', ' ');
}

export const fromWire = (iso: string): Dayjs => dayjs(wallTime(iso), timeFormat);
export const toWire = (time: Dayjs): string => `${time.format('YYYY-MM-DDTHH:mm:ss')}${offset}`;

/** The day so many days from now. */
export const dayFromNow = (days = 0): string =>
  wallTime(new Date(Date.now() + days * 86_400_000).toISOString()).slice(0, dateFormat.length);

/** Whole hours from now until then. */
export const hoursUntil = (iso: string): number => Math.round((Date.parse(iso) - Date.now()) / 3_600_000);
