import { sha256 } from './sha256.ts';

/** The tree of RFC 6962: a leaf and a node are hashed with different first bytes, so that none can pass for the other. */
const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);
export type Hash = (...parts: readonly Uint8Array[]) => Uint8Array;

export const leafOf = (value: Uint8Array, hash: Hash = sha256): Uint8Array => hash(leafMark, value);
export const nodeOf = (left: Uint8Array, right: Uint8Array, hash: Hash = sha256): Uint8Array =>
  hash(nodeMark, left, right);

/** Largest power of two below `n`. */
const splitAt = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1);

/** Every level of the tree from the leaves up; a node without a brother is carried up as it is, which is the tree of the RFC. */
export function levelsOf(leaves: readonly Uint8Array[], hash: Hash = sha256): Uint8Array[][] {
  const levels: Uint8Array[][] = [leaves.map((one) => leafOf(one, hash))];
  for (let level = levels[0] ?? []; level.length > 1; ) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as Uint8Array, level[at + 1]];
      above.push(right ? nodeOf(left, right, hash) : left);
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

export const rootOf = (leaves: readonly Uint8Array[], hash: Hash = sha256): Uint8Array =>
  levelsOf(leaves, hash).at(-1)?.[0] ?? hash();

/** The hashes that lead from a leaf to the root, the nearest first. */
export function pathOf(leaves: readonly Uint8Array[], index: number, hash: Hash = sha256): Uint8Array[] {
  const walk = (from: number, to: number, at: number): { root: Uint8Array; path: Uint8Array[] } => {
    if (to - from === 1) return { root: leafOf(leaves[from] as Uint8Array, hash), path: [] };
    const middle = from + splitAt(to - from);
    const left = walk(from, middle, at < middle ? at : -1);
    const right = walk(middle, to, at >= middle ? at : -1);
    const root = nodeOf(left.root, right.root, hash);
    if (at < 0) return { root, path: [] };
    return { root, path: at < middle ? [...left.path, right.root] : [...right.path, left.root] };
  };
  return walk(0, leaves.length, index).path;
}

/** The root a leaf leads to by its path in a tree of `size` leaves; null where path and size do not fit (RFC 9162, 2.1.3.2). */
export function rootBy(
  value: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  hash: Hash = sha256,
): Uint8Array | null {
  if (index < 0 || index >= size) return null;
  let place = index;
  let last = size - 1;
  let root = leafOf(value, hash);
  for (const other of path) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      root = nodeOf(other, root, hash);
      while (place % 2 === 0 && place !== 0) {
        place = Math.floor(place / 2);
        last = Math.floor(last / 2);
      }
    } else root = nodeOf(root, other, hash);
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : null;
}
