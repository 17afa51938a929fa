import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLanguage, type Language, languages } from '#kit/contract/envelope.ts';
import type { TextArgs } from '#kit/contract/errors.ts';
import { commonLabelKey } from '#kit/contract/naming.ts';

type ByLanguage = ReadonlyMap<Language, ReadonlyMap<string, string>>;

function readAll(root: string): ByLanguage {
  const byLanguage = new Map<Language, Map<string, string>>();
  const folders = ['kit/web/locales', 'apps/web/locales'];
  for (const entry of readdirSync(join(root, 'modules'), { withFileTypes: true })) {
    if (entry.isDirectory()) folders.push(`modules/${entry.name}/web/locales`);
  }
  for (const language of languages) {
    const texts = new Map<string, string>();
    for (const folder of folders) {
      const file = join(root, folder, `${language}.json`);
      if (existsSync(file)) flatten(JSON.parse(readFileSync(file, 'utf8')), '', texts);
    }
    byLanguage.set(language, texts);
  }
  return byLanguage;
}

/** Files of a program that runs do not change. */
const known = new Map<string, ByLanguage>();

/** The same locale files the browser uses, for messages, export headers and log texts. */
export class Texts {
  readonly #byLanguage: ByLanguage;

  constructor(root: string) {
    this.#byLanguage = known.get(root) ?? readAll(root);
    known.set(root, this.#byLanguage);
  }

  has(key: string, language: Language = defaultLanguage): boolean {
    const texts = this.#byLanguage.get(language);
    return texts?.has(key) || texts?.has(commonLabelKey(key)) || false;
  }

  /** The text itself, its places unfilled. */
  raw(language: Language, key: string): string {
    const [own, usual] = [this.#byLanguage.get(language), this.#byLanguage.get(defaultLanguage)];
    return own?.get(key) ?? usual?.get(key) ?? own?.get(commonLabelKey(key)) ?? key;
  }

  /** Args that start with `@` are keys themselves, `{{n, day|days}}` is a number with its word; a missing text falls back to the default language, then to the key. */
  say(language: Language, key: string, args: TextArgs = {}): string {
    return this.raw(language, key).replace(/\{\{(\w+)(?:, ([^}|]+)\|([^}]+))?\}\}/g, (_, name: string, one, many) => {
      const value = args[name];
      if (one) return `${value ?? ''} ${Number(value) === 1 ? one : many}`;
      return typeof value === 'string' && value.startsWith('@')
        ? this.#word(language, value.slice(1), args)
        : String(value ?? '');
    });
  }

  /** A text within another: its form for one where that one speaks of one (`{{n}} {{unit}}`). */
  #word(language: Language, key: string, args: TextArgs): string {
    return this.say(language, Number(args.n) === 1 && this.has(`${key}_one`, language) ? `${key}_one` : key);
  }
}

function flatten(node: Record<string, unknown>, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') into.set(prefix + key, value);
    else if (value && typeof value === 'object') flatten(value as Record<string, unknown>, `${prefix}${key}.`, into);
  }
}
