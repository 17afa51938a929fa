import { fromHex } from '#modules/traceability/contract/seal/sha256.ts';
import { type ProofFacts, type Verified, verifyProof } from '#modules/traceability/contract/seal/verify.ts';

export interface Shown extends Verified {
  /** Of the seal's signature: null where this browser cannot tell. */
  readonly signed: boolean | null;
}

/** The seal's signature by the browser's own means; null on a page without them, or with a browser that does not know the curve. */
async function checkSignature(proof: ProofFacts): Promise<boolean | null> {
  const { sealed } = proof;
  if (!sealed || !globalThis.crypto?.subtle) return null;
  try {
    const bytes = (text: string) => fromHex(text) as Uint8Array<ArrayBuffer>;
    const key = await crypto.subtle.importKey('raw', bytes(sealed.seal.publicKey), 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, bytes(sealed.seal.signature), bytes(sealed.seal.sealHash));
  } catch {
    return null;
  }
}

const kept = 'mulian.traceSeal';
/** R5: the newest seal this browser saw of a key; an older one with the same number and another hash is another past. */
function fitsMemory({ sealed }: ProofFacts): boolean {
  if (!sealed) return true;
  const { sealNo, sealHash, publicKey } = sealed.seal;
  try {
    const seen = JSON.parse(localStorage.getItem(kept) ?? '{}') as Record<string, string>;
    const key = `${publicKey.slice(0, 16)}:${sealNo}`;
    if (seen[key] !== undefined) return seen[key] === sealHash;
    localStorage.setItem(
      kept,
      JSON.stringify(Object.fromEntries([...Object.entries(seen), [key, sealHash]].slice(-50))),
    );
  } catch {
    // A browser that keeps nothing has nothing to compare with.
  }
  return true;
}

/** R5 to R8: all of it computed here, without asking anybody; green only if everything holds. */
export async function verifyInBrowser(
  proof: ProofFacts,
  pin: { readonly seq: number; readonly head: string } | null,
): Promise<Shown> {
  const verified = verifyProof(proof, pin ?? undefined);
  const signed = await checkSignature(proof);
  if (verified.state !== 'broken' && (signed === false || !fitsMemory(proof)))
    return { ...verified, state: 'broken', brokenAt: null, signed };
  return { ...verified, signed };
}

export function pinOf(text: string | null): { seq: number; head: string } | null {
  const [, seq, head] = /^(\d{1,6})-([0-9a-f]{10})$/.exec(text ?? '') ?? [];
  return seq && head ? { seq: Number(seq), head } : null;
}
