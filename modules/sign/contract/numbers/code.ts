/** How numbers are written, read and joined into ranges; the same on both sides. */

export const official = 'cn.eartag';
export const chip = 'std.iso.11785';
export const insurerTag = 'insure.tag';

export interface Range {
  readonly from: number;
  readonly to: number;
}

export const countOf = ({ from, to }: Range): number => to - from + 1;
export const sumOf = (ranges: readonly Range[]): number => ranges.reduce((sum, one) => sum + countOf(one), 0);

const serialDigits = 8;
const serialLimit = 10 ** serialDigits;
export const maxSerial = serialLimit - 1;

/** `2`, 150502, 12345 → 215050200012345. */
export const codeOf = (digit: number, county: number, serial: number): number =>
  (digit * 1_000_000 + county) * serialLimit + serial;
export const digitOf = (code: number): number => Math.floor(code / (1_000_000 * serialLimit));
/** Six digits, as printed. */
export const countyOf = (code: number): number => Math.floor(code / serialLimit) % 1_000_000;
export const serialOf = (code: number): number => code % serialLimit;
/** R1: fifteen digits, of a species there is. */
export const isOfficial = (code: number): boolean => code >= 1e14 && code < 1e15 && [2, 3].includes(digitOf(code));

/** What was typed or read: blanks and dashes inside a number are only there for the eye. */
export function parseCode(text: string): number | null {
  const digits = text.replace(/[\s\-–·]/g, '');
  return /^\d{6,15}$/.test(digits) ? Number(digits) : null;
}

/** `2 150502 00012345`. */
export function showCode(code: number): string {
  const text = String(code);
  return text.length === 15 ? `${text.slice(0, 1)} ${text.slice(1, 7)} ${text.slice(7)}` : text;
}

/** `2 150502 00012301–12400`: of the last number only what differs, and at least five digits. */
export function showRange({ from, to }: Range): string {
  if (from === to) return showCode(from);
  const [a, b] = [String(from), String(to)];
  if (a.length !== 15 || b.length !== 15 || a.slice(0, 7) !== b.slice(0, 7)) return `${showCode(from)}–${showCode(to)}`;
  let same = 7;
  while (same < 10 && a[same] === b[same]) same += 1;
  return `${showCode(from)}–${b.slice(same)}`;
}

/** `from-to`, `from+count` or one number; null where it is none of them. */
export function parseRange(text: string): Range | null {
  const plain = text.trim().replace(/\s+/g, '');
  const pair = /^(\d{6,15})[-–~](\d{1,15})$/.exec(plain);
  if (pair) {
    const from = Number(pair[1]);
    const end = pair[2] as string;
    // A short end stands for the last digits of the first number.
    const to = end.length < String(from).length ? Number(String(from).slice(0, -end.length) + end) : Number(end);
    return to >= from ? { from, to } : null;
  }
  const many = /^(\d{6,15})\+(\d{1,7})$/.exec(plain);
  if (many) return Number(many[2]) > 0 ? { from: Number(many[1]), to: Number(many[1]) + Number(many[2]) - 1 } : null;
  const one = parseCode(plain);
  return one === null ? null : { from: one, to: one };
}

/** In order, touching ones joined, overlaps taken once. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to + 1) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else joined.push({ from, to });
  }
  return joined;
}
export const rangesOf = (codes: readonly number[]): Range[] => joinRanges(codes.map((from) => ({ from, to: from })));

/** What of the first is not in the second. */
export function without(ranges: readonly Range[], taken: readonly Range[]): Range[] {
  const gone = joinRanges(taken);
  return joinRanges(ranges).flatMap((range) => {
    const left: Range[] = [];
    let from = range.from;
    for (const one of gone) {
      if (one.to < from || one.from > range.to) continue;
      if (one.from > from) left.push({ from, to: one.from - 1 });
      from = Math.max(from, one.to + 1);
    }
    if (from <= range.to) left.push({ from, to: range.to });
    return left;
  });
}
export const within = (ranges: readonly Range[], other: readonly Range[]): Range[] =>
  without(ranges, without(ranges, other));
/** Numbers that are asked for twice. */
export const overlaps = (ranges: readonly Range[]): boolean => sumOf(joinRanges(ranges)) < sumOf(ranges);
