import { createHash } from 'node:crypto';

interface Candidate {
  readonly id: number;
  /** Twice the weight, twice the chance. */
  readonly weight: number;
}

/**
 * Where a candidate stands in a draw: -ln(u) / weight, where u comes from the seed and the candidate alone. The smallest are drawn, so the same seed
 * draws the same ones whatever else is in the list, and the next in line is who comes in for somebody. SQL says it by `kit.draw_key(seed, id, weight)`.
 */
export function drawKey(seed: number, { id, weight }: Candidate): number {
  const digest = createHash('md5').update(`${seed}:${id}`).digest('hex');
  return -Math.log((Number.parseInt(digest.slice(0, 12), 16) + 1) / 281_474_976_710_657) / weight;
}

/** All candidates in the order of the draw. Those without weight are not in it. */
export function drawOrder<T extends Candidate>(seed: number, candidates: readonly T[]): T[] {
  return candidates
    .filter((one) => one.weight > 0)
    .map((one) => ({ one, key: drawKey(seed, one) }))
    .toSorted((a, b) => a.key - b.key || a.one.id - b.one.id)
    .map(({ one }) => one);
}
