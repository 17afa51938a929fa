/**
 * Region codes are 12-digit integers, zero-filled to the right, so that a subtree is one contiguous range.
 *
 * @example
 * levelOf(150521000000)   // 3, a county
 * rangeOf(150521000000)   // [150521000000, 150522000000)
 * within(150521101200, 150521000000)   // true
 */
export type RegionLevel = 1 | 2 | 3 | 4 | 5;

const widths: Record<RegionLevel, number> = { 1: 1e10, 2: 1e8, 3: 1e6, 4: 1e3, 5: 1 };

export function widthOf(level: RegionLevel): number {
  return widths[level];
}

export function levelOf(code: number): RegionLevel {
  if (code % 1e10 === 0) return 1;
  if (code % 1e8 === 0) return 2;
  if (code % 1e6 === 0) return 3;
  if (code % 1e3 === 0) return 4;
  return 5;
}

export function isRegionCode(code: number): boolean {
  return Number.isInteger(code) && code >= 11e10 && code < 1e12;
}

/** Lowest code inside the subtree, and the first one beyond it. */
export function rangeOf(code: number): readonly [lo: number, hi: number] {
  return [code, code + widths[levelOf(code)]];
}

export function within(code: number, ancestor: number): boolean {
  const [lo, hi] = rangeOf(ancestor);
  return code >= lo && code < hi;
}

export function parentOf(code: number): number | null {
  const level = levelOf(code);
  if (level === 1) return null;
  const width = widths[(level - 1) as RegionLevel];
  return Math.floor(code / width) * width;
}

/** Drops every region that lies inside another one of the list. */
export function outermost(codes: readonly number[]): number[] {
  const distinct = [...new Set(codes)];
  return distinct
    .filter((code) => !distinct.some((other) => other !== code && within(code, other)))
    .sort((a, b) => a - b);
}
