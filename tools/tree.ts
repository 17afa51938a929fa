import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const skipped = new Set([
  'node_modules',
  '.git',
  '.data',
  '.tools',
  '.tsbuild',
  'dist',
  'test-results',
  'playwright-report',
]);

/** The files of a checkout, committed or not, by their path from its root. */
export class Tree {
  readonly root: string;
  readonly files: readonly string[];
  readonly #texts = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
    this.files = walk(root, '').sort();
  }

  matching(pattern: RegExp): string[] {
    return this.files.filter((file) => pattern.test(file));
  }

  read(file: string): string {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = readFileSync(join(this.root, file), 'utf8');
    this.#texts.set(file, text);
    return text;
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (skipped.has(entry.name) || entry.isSymbolicLink()) return [];
    return entry.isDirectory() ? walk(root, path) : [path];
  });
}

export const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\/|\/fixtures\//.test(file);

export function lineOf(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
