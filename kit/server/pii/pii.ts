import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { PiiKind } from '#kit/contract/pii.ts';
import { maskOf } from '#kit/contract/pii.ts';

/**
 * Personal data at rest: AES-256-GCM under a key derived per tenant from the key ring, a keyed hash beside it for exact
 * search, and the mask everybody sees. The newest key writes; older ones only read, until everything is written anew.
 */

export interface KeyRing {
  /** Key id → 32 bytes; the last one writes. */
  readonly keys: ReadonlyMap<string, Buffer>;
  /** Never rotates by itself: the hashes would no longer match. */
  readonly search: Buffer;
}

let ring: KeyRing | null = null;

export function provideKeys(given: KeyRing): void {
  if (given.keys.size === 0) throw new Error('the key ring is empty');
  ring = given;
}

function keys(): KeyRing {
  if (!ring) throw new Error('no key ring provided');
  return ring;
}

export const activeKeyId = (): string => [...keys().keys.keys()].at(-1) as string;

const derive = (master: Buffer, tenantNo: number, use: string) =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `${use}:${tenantNo}`, 32));

/** Letters upper-case, no spaces: how it was typed must not matter for finding it. */
const normal = (value: string) => value.replace(/[\s-]/g, '').toUpperCase();

/** A personal value, as it is compared. */
export const seal = (value: string, tenantNo: number): string => sealText(normal(value), tenantNo);

/** To the letter: secrets and addresses. */
export function sealText(value: string, tenantNo: number): string {
  const id = activeKeyId();
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derive(keys().keys.get(id) as Buffer, tenantNo, 'pii'), iv);
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return [id, iv.toString('base64url'), sealed.toString('base64url'), cipher.getAuthTag().toString('base64url')].join(
    '.',
  );
}

export function unseal(stored: string, tenantNo: number): string {
  const [id = '', iv = '', sealed = '', tag = ''] = stored.split('.');
  const master = keys().keys.get(id);
  if (!master) throw new Error(`key ${id} is not in the ring`);
  const decipher = createDecipheriv('aes-256-gcm', derive(master, tenantNo, 'pii'), Buffer.from(iv, 'base64url'));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
}

export const searchHash = (value: string, tenantNo: number): string =>
  createHmac('sha256', derive(keys().search, tenantNo, 'search'))
    .update(normal(value))
    .digest('base64url');

/** The same for the same text, to the letter; it cannot be tried out by whoever has the tables alone. */
export const fingerprint = (text: string, tenantNo: number): string =>
  createHmac('sha256', derive(keys().search, tenantNo, 'fingerprint'))
    .update(text)
    .digest('base64url');

/** The three columns of a personal field. */
export function piiColumns(column: string, kind: PiiKind, value: string | null, tenantNo: number): [string, unknown][] {
  return [
    [`${column}_enc`, value === null ? null : seal(value, tenantNo)],
    [`${column}_hash`, value === null ? null : searchHash(value, tenantNo)],
    [`${column}_mask`, value === null ? null : maskOf(kind, normal(value))],
  ];
}
