import { createHash } from 'node:crypto';

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** The root of a tree over row hashes in their order; one left over climbs as it is. */
export function merkleRoot(hashes: readonly string[]): string {
  let level: Buffer[] = hashes.map((one) => Buffer.from(one, 'hex'));
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as Buffer, level[at + 1]];
      // The first byte tells a node from a row: neither can stand in for the other.
      above.push(right ? createHash('sha256').update('\x01').update(left).update(right).digest() : left);
    }
    level = above;
  }
  return level[0]?.toString('hex') ?? '';
}

/** The first four bytes of each hash: enough to name the row that no longer fits. */
export const marksOf = (hashes: readonly string[]): string => hashes.map((one) => one.slice(0, 8)).join('');

/** Sorted ids as PostgreSQL writes a multirange: `{[3,6),[9,10)}`. */
export function rangesOf(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && last[1] === id) last[1] = id + 1;
    else ranges.push([id, id + 1]);
  }
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join()}}`;
}

export function idsOf(ranges: string): number[] {
  return [...ranges.matchAll(/\[(\d+),(\d+)\)/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to) - Number(from) }, (_, index) => Number(from) + index),
  );
}
