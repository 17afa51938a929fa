import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As AES-256 and HMAC-SHA-256 ask for. */
const keyBytes = 32;
/** Thirty-two random bytes repeat few of themselves; a word typed again and again has fewer than this many different ones. */
const differentBytes = 16;

const advice = '`openssl rand -base64 32` makes one';

export function refuseWeakKey(name: string, bytes: Buffer): void {
  if (bytes.length < keyBytes)
    throw new Error(`${name} is too short: ${bytes.length} bytes of at least ${keyBytes}; ${advice}`);
  if (new Set(bytes).size < differentBytes) throw new Error(`${name} is not random: ${advice}`);
}

/** `id:base64,id:base64`; a key that is missing or short is refused everywhere, since what it sealed would lie open. */
export function readKeyRing(name: string, given: string): Map<string, Buffer> {
  const keys = new Map<string, Buffer>();
  for (const part of given.split(',')) {
    const [id = '', bytes = '', ...more] = part.trim().split(':');
    if (!/^\w+$/.test(id) || more.length > 0) throw new Error(`${name} is no list of id:base64`);
    if (keys.has(id)) throw new Error(`${name} has two keys ${id}`);
    const key = Buffer.from(bytes, 'base64');
    refuseWeakKey(`${name}, key ${id}`, key);
    keys.set(id, key);
  }
  return keys;
}

/** Whatever stands in an example file is known to everybody who has the sources. */
export function refuseExample(name: string, value: string, folder = join(import.meta.dirname, '../deploy')): string {
  if (!existsSync(folder)) return value;
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.example'))) {
    const given = new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(join(folder, file), 'utf8'))?.[1];
    if (given !== undefined && given.trim() === value.trim())
      throw new Error(`${name} is what deploy/${file} says: fill in one of your own`);
  }
  return value;
}
