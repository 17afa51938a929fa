import { outsideMetres } from '#modules/bank/contract/site/parts.ts';
import type { Tally } from './pledge-count.write.ts';
import type { Line } from './pledge-count-line.ts';

/** R35: nobody reads ten tags of a herd faster than one in two seconds. */
const inARow = 10;
const secondsEach = 2;
const mostTyped = 20;

function isTooFast(lines: readonly Line[]): boolean {
  for (const own of Map.groupBy(lines, (one) => one.scannedBy).values()) {
    const times = own.map((one) => Date.parse(one.at ?? '')).sort((a, b) => a - b);
    const gaps = Math.min(inARow, times.length) - 1;
    if (gaps < 2) continue;
    const most = gaps * secondsEach * 1_000;
    if (times.some((at, n) => (times[n + gaps] ?? Number.POSITIVE_INFINITY) - at < most)) return true;
  }
  return false;
}

/** What the lines of a count add up to, and what somebody has to answer for before it is settled. */
export function tallyOf(
  lines: readonly Line[],
  people: { readonly counters: number; readonly isSigned: boolean; readonly isOver: boolean },
): Tally {
  const expected = lines.filter((one) => one.expected);
  const found = expected.filter((one) => one.result === 'found' || one.result === 'tagLost').length;
  const scanned = lines.filter((one) => one.readBy !== null);
  const typed = scanned.filter((one) => one.readBy === 'typed').length;
  const typedShare = scanned.length > 0 ? Math.round((10_000 * typed) / scanned.length) / 100 : 0;
  const marks: string[] = [];
  // Whoever hides the place has to say why, as one who was outside.
  if (scanned.some((one) => one.metres === null || one.metres > outsideMetres)) marks.push('farAway');
  if (isTooFast(scanned)) marks.push('tooFast');
  if (typedShare > mostTyped) marks.push('typedMany');
  if (people.isOver && people.counters < 2 && !people.isSigned) marks.push('oneCounter');
  return { found, missing: expected.length - found, extra: lines.length - expected.length, typedShare, marks };
}
