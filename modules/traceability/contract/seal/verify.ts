import { rootBy } from './merkle.ts';
import { bytesOf, fromHex, hexOf, sha256 } from './sha256.ts';

// The types of proof.ts written out: a page that verifies and nothing else carries no schemas.
type Part = { readonly value: unknown; readonly salt: string } | { readonly digest: string };
export interface SealFacts {
  readonly sealNo: number;
  readonly cutAt: string;
  readonly leafCount: number;
  readonly root: string;
  readonly prevSealHash: string;
  readonly sealHash: string;
  readonly signature: string;
  readonly publicKey: string;
}
export interface ProofFacts {
  readonly animalUid: string;
  readonly events: readonly {
    readonly seq: number;
    readonly pub: Part;
    readonly org: Part;
    readonly priv: Part;
    readonly hash: string;
  }[];
  readonly sealed: {
    readonly seq: number;
    readonly index: number;
    readonly path: readonly string[];
    readonly seal: SealFacts;
  } | null;
}

/** RFC 8785: one text for one value. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

const digestOf = (one: Part): Uint8Array =>
  'digest' in one ? fromHex(one.digest) : sha256(fromHex(one.salt), bytesOf(canonical(one.value)));

export const firstHash = (animalUid: string): Uint8Array => sha256(bytesOf(`lvx1:${animalUid}`));

/** A seal's own hash: what it covers and the seal before it, so that none can be taken out of the row. */
export const sealHashOf = (seal: Omit<SealFacts, 'sealHash' | 'signature' | 'publicKey'>): string =>
  hexOf(
    sha256(
      bytesOf(`lvxseal1:${seal.sealNo}:${seal.cutAt}:${seal.leafCount}:`),
      fromHex(seal.root),
      fromHex(seal.prevSealHash),
    ),
  );

export interface Verified {
  /** Green only if all was computed and holds; amber while something waits for its seal. */
  readonly state: 'ok' | 'pending' | 'broken';
  /** The record that does not fit, or null where the seal does not. */
  readonly brokenAt: number | null;
  readonly count: number;
  readonly sealedTo: number;
  /** Of a printed label: how many records stood when it was printed; null where it does not fit. */
  readonly pinned: { readonly seq: number; readonly added: number } | null;
}

/**
 * R5 to R7: every hash from the first on, the last sealed record's way to the root, the seal's own hash; and, of a label, that the
 * records of its printing day still stand. Asks nobody and no clock.
 *
 * @example
 * const { state, brokenAt } = verifyProof(proof, { seq: 9, head: 'a0bb9dc3ec' });
 */
export function verifyProof(proof: ProofFacts, pin?: { readonly seq: number; readonly head: string }): Verified {
  let previous = firstHash(proof.animalUid);
  const count = proof.events.length;
  const broken = (brokenAt: number | null): Verified => ({
    state: 'broken',
    brokenAt,
    count,
    sealedTo: 0,
    pinned: null,
  });
  const hashes: string[] = [];
  for (const [at, event] of proof.events.entries()) {
    const hash = sha256(bytesOf('lvx1'), previous, digestOf(event.pub), digestOf(event.org), digestOf(event.priv));
    const told = 'value' in event.pub ? (event.pub.value as { seq?: number } | null)?.seq : event.seq;
    if (event.seq !== at + 1 || told !== event.seq || hexOf(hash) !== event.hash) return broken(at + 1);
    hashes.push(event.hash);
    previous = hash;
  }
  if (pin && hashes[pin.seq - 1]?.slice(0, pin.head.length) !== pin.head) return broken(pin.seq);
  const pinned = pin ? { seq: pin.seq, added: count - pin.seq } : null;
  const { sealed } = proof;
  if (!sealed) return { state: 'pending', brokenAt: null, count, sealedTo: 0, pinned };
  const leaf = hashes[sealed.seq - 1];
  // A tail that was taken away is missed by its seal.
  if (!leaf) return broken(sealed.seq);
  const root = rootBy(fromHex(leaf), sealed.index, sealed.seal.leafCount, sealed.path.map(fromHex));
  if (!root || hexOf(root) !== sealed.seal.root || sealHashOf(sealed.seal) !== sealed.seal.sealHash)
    return broken(null);
  return { state: sealed.seq === count ? 'ok' : 'pending', brokenAt: null, count, sealedTo: sealed.seq, pinned };
}
