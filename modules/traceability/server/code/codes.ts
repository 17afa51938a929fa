import { fingerprint } from '#kit/server/pii/pii.ts';
import type { CodeKind } from '#modules/traceability/contract/code/trace-code.ts';
import { makeCoding } from './coding.ts';

let made: ReturnType<typeof makeCoding> | null = null;
/** The platform's one coding, from the ring: the same in every cell, and never changed while labels are about. */
const coding = () => {
  made ??= makeCoding(fingerprint('traceCode', 0));
  return made;
};

/** Sequences of a cell begin at its number × 2^40. */
const split = (stored: number) => ({ cell: Math.floor(stored / 2 ** 40), serial: stored % 2 ** 40 });
export const codeOf = (kind: CodeKind, stored: number): string => coding().code(kind, split(stored));
export function serialOf(text: string): { kind: CodeKind; code: string; stored: number } | null {
  const read = coding().read(text);
  return read && { kind: read.kind, code: read.code, stored: read.cell * 2 ** 40 + read.serial };
}
export const pageOf = (code: string, pin?: { seq: number; head: string } | null): string =>
  pin ? `/t?c=${code}&h=${pin.seq}-${pin.head}` : `/t?c=${code}`;
