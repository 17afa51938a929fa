/** A trace code: twelve signs of Crockford's alphabet, without I, L, O and U, printed in three groups of four. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export type CodeKind = 'A' | 'L' | 'P' | 'S';
export const codeKinds: readonly CodeKind[] = ['A', 'L', 'P', 'S'];

export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * What somebody typed or scanned as the code it means: spaces and hyphens are nothing, O is 0, I is 1. The first sign is the kind, of which
 * L is one. Null where it cannot be a code.
 */
export function readCode(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '');
  const kind = plain[0] as CodeKind;
  const rest = plain.slice(1).replaceAll('O', '0').replace(/[IL]/g, '1');
  const isCode = plain.length === 12 && codeKinds.includes(kind) && [...rest].every((sign) => alphabet.includes(sign));
  return isCode ? kind + rest : null;
}

/** Numbers as signs, the highest first. */
export function signsOf(value: bigint, length: number): string {
  let left = value;
  let text = '';
  for (let at = 0; at < length; at += 1) {
    text = alphabet[Number(left & 31n)] + text;
    left >>= 5n;
  }
  return text;
}
export const numberOf = (signs: string): bigint =>
  [...signs].reduce((sum, sign) => (sum << 5n) | BigInt(alphabet.indexOf(sign)), 0n);
