import type { Point } from '#kit/contract/field.ts';
import type { MapLine } from './paint-map.ts';

/** Where something was, and when (milliseconds since 1970); in order of time. */
export interface Fix extends Point {
  readonly at: number;
}

/** Between two fixes further apart than this nobody knows the way. */
export const usualGap = 30 * 60_000;

/** Where it was at a moment: between two fixes on the straight way, inside a gap where it was last seen. */
export function placeAt(trail: readonly Fix[], at: number, gap = usualGap): Point | null {
  let [low, high] = [0, trail.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((trail[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [trail[low - 1], trail[low]];
  if (!before) return null;
  if (!after || after.at - before.at > gap) return before;
  const share = (at - before.at) / (after.at - before.at || 1);
  return {
    longitude: before.longitude + (after.longitude - before.longitude) * share,
    latitude: before.latitude + (after.latitude - before.latitude) * share,
  };
}

/** The way so far and the way to come; across a gap the line is broken into dashes. */
export function trailLines(
  trail: readonly Fix[],
  at: number,
  colours: { readonly past: string; readonly coming: string },
  gap = usualGap,
): MapLine[] {
  return trail.slice(1).map((to, no) => {
    const from = trail[no] as Fix;
    return {
      from: [from.longitude, from.latitude] as const,
      to: [to.longitude, to.latitude] as const,
      colour: to.at <= at ? colours.past : colours.coming,
      isDashed: to.at - from.at > gap,
    };
  });
}

const earth = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function metresBetween(one: Point, other: Point): number {
  const [north, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * earth * Math.asin(Math.sqrt(chord));
}

/** Metres on the known way up to a moment; gaps are not walked. */
export function walkedTo(trail: readonly Fix[], at: number, gap = usualGap): number {
  return trail.slice(1).reduce((sum, to, no) => {
    const from = trail[no] as Fix;
    return to.at <= at && to.at - from.at <= gap ? sum + metresBetween(from, to) : sum;
  }, 0);
}
