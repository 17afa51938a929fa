/**
 * SHA-256 without the browser's help: its own digest exists on secure pages only, and a consumer's phone must be able to compute
 * wherever the page was opened (R8). The same bytes come out as from `node:crypto`.
 */

const constants = new Uint32Array(64);
const initial = new Uint32Array(8);
/** Fractional parts of the square and cube roots of the first primes, as the standard defines them. */
(function derive() {
  const fraction = (value: number) => ((value - Math.floor(value)) * 0x1_0000_0000) | 0;
  let found = 0;
  for (let candidate = 2; found < 64; candidate += 1) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= candidate; factor += 1) if (candidate % factor === 0) isPrime = false;
    if (!isPrime) continue;
    if (found < 8) initial[found] = fraction(candidate ** (1 / 2));
    constants[found] = fraction(candidate ** (1 / 3));
    found += 1;
  }
})();

const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));

export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const padded = new Uint8Array(((length + 8) >> 6) * 64 + 64);
  let at = 0;
  for (const part of parts) {
    padded.set(part, at);
    at += part.length;
  }
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x2000_0000));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const state = new Uint32Array(initial);
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) mix(state, words, view, block);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (const [index, word] of state.entries()) out.setUint32(index * 4, word);
  return digest;
}

function mix(state: Uint32Array, words: Uint32Array, view: DataView, block: number): void {
  const word = (index: number) => words[index] as number;
  for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(block + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = word(index - 15);
    const late = word(index - 2);
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[index] = word(index - 16) + s0 + word(index - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + s1 + choice + (constants[index] as number) + word(index)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + s0 + majority) | 0;
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + value;
}

/** UTF-8, by the one encoder of the language itself. */
export function bytesOf(text: string): Uint8Array {
  const bytes: number[] = [];
  const escaped = encodeURIComponent(text);
  for (let at = 0; at < escaped.length; at += 1) {
    const isByte = escaped[at] === '%';
    bytes.push(isByte ? Number.parseInt(escaped.slice(at + 1, at + 3), 16) : escaped.charCodeAt(at));
    if (isByte) at += 2;
  }
  return Uint8Array.from(bytes);
}
export const hexOf = (bytes: Uint8Array): string => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  return bytes;
}
