import type { Language } from '#kit/contract/envelope.ts';
import { toHeader } from '#kit/web/i18n/language.ts';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const longest = 7 * 86_400;

/** `3 分钟前`, `明天`; beyond a week the date itself. */
export function timeAgo(time: string, language: Language, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  if (Number.isNaN(seconds)) return time;
  if (Math.abs(seconds) >= longest) return time.slice(0, 10);
  const format = new Intl.RelativeTimeFormat(toHeader(language), { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'minute');
}

/** Notices are cleaned HTML; the popover shows their first words as plain text. */
export function firstLine(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
  return text.trim().split('\n')[0]?.slice(0, 120) ?? '';
}
