import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const folder = join(import.meta.dirname, 'reference');

export type TsvRow = Record<string, string>;

/** `-` and empty stand for nothing in these files. */
export function readTsv(file: string): TsvRow[] {
  const [head = '', ...lines] = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, index) => [name, cells[index] === '-' ? '' : (cells[index] ?? '')]));
  });
}
