import { readFileSync, writeFileSync } from 'node:fs';

/** Puts a text between the marks of a document; everything else in it is left alone. */
export function writeBetween(path: string, mark: string, text: string): void {
  const [open, close] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const before = readFileSync(path, 'utf8');
  const at = [before.indexOf(open), before.indexOf(close)] as const;
  if (at[0] < 0 || at[1] < at[0]) throw new Error(`${path} has no place marked ${mark}`);
  writeFileSync(path, `${before.slice(0, at[0] + open.length)}\n${text}\n${before.slice(at[1])}`);
}
