import type { Tree } from './tree.ts';

export type Texts = { [key: string]: string | Texts };

/** A folder of locale files: the kit's, the shell's, a part of the shell's or a module's. */
export const localeFolder = /^((?:(?:kit|modules\/[^/]+)\/web|apps\/web(?:\/[^/]+)?)\/locales)\/([A-Za-z_]+)\.json$/;

export function localeFolders(tree: Tree): string[] {
  return [...new Set(tree.matching(localeFolder).map((file) => localeFolder.exec(file)?.[1] ?? ''))];
}

/** `{ a: { b: 'x' } }` → `a.b` → `x`. */
export function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(`${prefix}${key}`, value);
    else for (const [below, text] of flatten(value, `${prefix}${key}.`)) flat.set(below, text);
  }
  return flat;
}

export function readLocale(tree: Tree, folder: string, language: string): Map<string, string> {
  const file = `${folder}/${language}.json`;
  return tree.files.includes(file) ? flatten(JSON.parse(tree.read(file)) as Texts) : new Map();
}
