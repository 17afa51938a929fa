import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../../../../db/reference/common-passwords.txt');

let known: ReadonlySet<string> | null = null;

/** One of the ten thousand everybody tries first; capitals hide none of them. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
  return known.has(password.toLowerCase());
}
