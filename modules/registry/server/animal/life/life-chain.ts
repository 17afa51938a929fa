import { createHash, createHmac, randomBytes } from 'node:crypto';

/** One event of an animal's life in three parts, each sealed by itself: a reader checks what he sees without being told the rest. */
export interface EventParts {
  readonly pub: Json;
  readonly org: Json;
  readonly priv: Json;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

export interface ChainedEvent extends EventParts {
  readonly seq: number;
  readonly secret: Buffer;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 8785: one text for one value, however it was written down. JavaScript's own numbers and escapes are already its. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((one: Json) => canonical(one)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value as Record<string, Json | undefined>).filter(([, one]) => one !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one as Json)}`).join(',')}}`;
}

export function digestOf(secret: Buffer, name: keyof EventParts, part: Json): Buffer {
  const salt = createHmac('sha256', secret).update(name).digest().subarray(0, 16);
  return sha256(salt, canonical(part));
}

/** Format lvx1 is fixed: another one gets another name, and events keep the one they were written in. */
export function hashOf(prevHash: Buffer, secret: Buffer, { pub, org, priv }: EventParts): Buffer {
  return sha256(
    'lvx1',
    prevHash,
    digestOf(secret, 'pub', pub),
    digestOf(secret, 'org', org),
    digestOf(secret, 'priv', priv),
  );
}

export const firstHash = (animalUid: string): Buffer => sha256(`lvx1:${animalUid}`);

export function chain(prevHash: Buffer, seq: number, parts: EventParts, secret = randomBytes(32)): ChainedEvent {
  return { ...parts, seq, secret, prevHash, hash: hashOf(prevHash, secret, parts) };
}

export interface Verdict {
  readonly ok: boolean;
  readonly count: number;
  /** The first event that is not what was written, or the number of the one that is missing. */
  readonly brokenAt: number | null;
}

/** Recomputes a chain from its first event to the head the animal carries. */
export function verify(
  animalUid: string,
  head: { readonly seq: number; readonly hash: Buffer | null },
  events: readonly (ChainedEvent & { readonly columnsMatch: boolean })[],
): Verdict {
  let expected = firstHash(animalUid);
  const bad = (brokenAt: number): Verdict => ({ ok: false, count: events.length, brokenAt });
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) return bad(index + 1);
    const isWritten =
      event.columnsMatch &&
      event.prevHash.equals(expected) &&
      event.hash.equals(hashOf(event.prevHash, event.secret, event));
    if (!isWritten) return bad(event.seq);
    expected = event.hash;
  }
  if (head.seq !== events.length || (head.hash && !head.hash.equals(expected))) return bad(events.length + 1);
  return { ok: true, count: events.length, brokenAt: null };
}
