// Makes every zh_TW.json from its zh_CN.json; with --check only tells which ones are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Converter } from 'opencc-js/cn2t';
import { localeFolders, readLocale, type Texts } from './locales.ts';
import { Tree } from './tree.ts';

interface Overrides {
  readonly phrases: Readonly<Record<string, string>>;
  readonly reviewed: readonly { folder: string; prefixes: string[] }[];
}

const file = join(import.meta.dirname, 'traditional-overrides.json');
const { phrases, reviewed } = JSON.parse(readFileSync(file, 'utf8')) as Overrides;
const convert = Converter({ from: 'cn', to: 'twp' });
const longestFirst = Object.keys(phrases).sort((a, b) => b.length - a.length);
const phrase = new RegExp(`(${longestFirst.map((one) => one.replace(/[{}+]/g, '\\$&')).join('|')})`);

/** Taiwan's wording; a phrase of the overrides is taken as it stands there and not looked at by the converter. */
export function toTraditional(text: string): string {
  return text
    .split(phrase)
    .map((part) => phrases[part] ?? convert(part))
    .join('');
}

/** Values whose wording is prescribed: they stay as they are. */
function isReviewed(folder: string, key: string): boolean {
  const prefixes = reviewed.find((one) => one.folder === folder)?.prefixes ?? [];
  return prefixes.some((prefix) => key === prefix || key.startsWith(`${prefix}.`));
}

function translate(texts: Texts, existing: ReadonlyMap<string, string>, folder: string, prefix = ''): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => {
      const key = `${prefix}${name}`;
      if (typeof value !== 'string') return [name, translate(value, existing, folder, `${key}.`)];
      const kept = isReviewed(folder, key) ? existing.get(key) : undefined;
      return [name, kept ?? toTraditional(value)];
    }),
  );
}

function main(check: boolean): number {
  const tree = new Tree('.');
  let changed = 0;
  for (const folder of localeFolders(tree)) {
    const file = `${folder}/zh_TW.json`;
    const texts = JSON.parse(tree.read(`${folder}/zh_CN.json`)) as Texts;
    const made = translate(texts, readLocale(tree, folder, 'zh_TW'), folder);
    const text = `${JSON.stringify(made, null, 2)}\n`;
    if (tree.files.includes(file) && tree.read(file) === text) continue;
    changed++;
    console.log(check ? `${file} is not what npm run locales makes` : `made ${file}`);
    if (!check) writeFileSync(join(tree.root, file), text);
  }
  return check && changed > 0 ? 1 : 0;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  process.exitCode = main(values.check);
}
