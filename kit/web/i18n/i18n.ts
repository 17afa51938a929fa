import i18next, { type FormatterModule, type i18n as I18n } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import type { Language } from '#kit/contract/envelope.ts';
import type { TextArgs } from '#kit/contract/errors.ts';
import { commonLabelKey } from '#kit/contract/naming.ts';
import type kitTexts from '../locales/zh_CN.json';
import { countedWord } from './counted-word.ts';
import { currentLanguage, defaultLanguage, rememberLanguage, toHeader } from './language.ts';
import { baseSource, bundledTexts, loadersOf, type Texts } from './texts.ts';

/** Where typed keys come from. The shell and every module add theirs in a `text-keys.d.ts`. */
export interface TextSources {
  kit: typeof kitTexts;
}

type Leaves<T> = T extends string
  ? never
  : { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];
export type TextKey = { [S in keyof TextSources]: Leaves<TextSources[S]> }[keyof TextSources];

type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : P extends keyof T
    ? T[P]
    : never;
type KeysUnder<P extends string> = { [S in keyof TextSources]: Leaves<At<TextSources[S], P>> }[keyof TextSources];

/** Texts under one prefix, by the rest of their keys, which the compiler checks. */
export interface TextsUnder<P extends string> {
  (key: KeysUnder<P>, args?: TextArgs): string;
  /** A key that is made at run time. */
  any(key: string, args?: TextArgs): string;
}

export interface T {
  (key: TextKey, args?: TextArgs): string;
  /** A key that is made at run time, such as a resource's label. */
  any(key: string, args?: TextArgs): string;
  has(key: string): boolean;
}

const namespace = 'translation';
const i18n: I18n = i18next.createInstance();
const loaded = new Set<string>();
const wanted = new Set<string>([baseSource]);

const formatter: FormatterModule = { type: 'formatter', init() {}, add() {}, addCached() {}, format: countedWord };
void i18n.use(formatter).init({
  lng: currentLanguage(),
  fallbackLng: defaultLanguage,
  load: 'currentOnly',
  ns: namespace,
  defaultNS: namespace,
  // Language codes are the seed's (`zh_CN`): as they are, not BCP 47.
  cleanCode: false,
  interpolation: { escapeValue: false },
  initAsync: false,
  resources: {},
});
for (const texts of bundledTexts) add(defaultLanguage, texts);

function add(language: Language, texts: Texts): void {
  i18n.addResourceBundle(language, namespace, texts, true, false);
}

async function load(source: string, language: Language): Promise<void> {
  const mark = `${language}/${source}`;
  if (loaded.has(mark)) return;
  const all = await Promise.all(loadersOf(source, language).map((one) => one()));
  for (const texts of all) add(language, texts);
  loaded.add(mark);
}

/** Loads a module's texts in the language in use, and in Chinese as the fallback. Repeating it costs nothing. */
export async function loadTexts(source: string): Promise<void> {
  wanted.add(source);
  await Promise.all([load(source, currentLanguage()), load(source, defaultLanguage)]);
}

/** To be awaited before the first drawing: a page must not show one language and then another. */
export async function startI18n(): Promise<void> {
  await loadTexts(baseSource);
  markDocument(currentLanguage());
}

/** Switches without a reload; texts, messages and everything drawn with `useT` follow at once. */
export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((source) => load(source, language)));
  rememberLanguage(language);
  markDocument(language);
  await i18n.changeLanguage(language);
}

function markDocument(language: Language): void {
  document.documentElement.lang = toHeader(language);
}

function makeT(): T {
  // A list says the same few words in every row.
  const plain = new Map<string, string>();
  const say = (key: string, args: TextArgs): string => {
    const said = i18n.t(key, args);
    return said === key && i18n.exists(commonLabelKey(key)) ? i18n.t(commonLabelKey(key)) : said;
  };
  const translate = (key: string, args?: TextArgs): string => {
    if (args) return say(key, args);
    const known = plain.get(key) ?? say(key, {});
    plain.set(key, known);
    return known;
  };
  return Object.assign(translate as (key: TextKey, args?: TextArgs) => string, {
    any: translate,
    has: (key: string) => i18n.exists(key),
  });
}

let current = makeT();
const listeners = new Set<() => void>();
// A new identity is what tells memoised children to redraw.
const renew = () => {
  current = makeT();
  for (const listener of listeners) listener();
};
i18n.on('languageChanged', renew);
i18n.store.on('added', renew);

/** For code outside components: reads the language at the moment of the call. */
export const t: T = Object.assign(((key: TextKey, args?: TextArgs) => current(key, args)) as T, {
  any: (key: string, args?: TextArgs) => current.any(key, args),
  has: (key: string) => current.has(key),
});

const follow = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Texts for a component, redrawn when the language changes or texts arrive. */
export const useT = (): T => useSyncExternalStore(follow, () => current);

/**
 * The texts of a page, under the prefix its keys share.
 *
 * @example
 * const text = useTexts('prevention.stressStat');
 * text('title');
 */
export function useTexts<const P extends string>(prefix: P): TextsUnder<P> {
  const all = useT();
  return useMemo(() => {
    const any = (key: string, args?: TextArgs): string => all.any(`${prefix}.${key}`, args);
    return Object.assign(any as (key: KeysUnder<P>, args?: TextArgs) => string, { any });
  }, [all, prefix]);
}

export function useLanguage(): Language {
  useT();
  return currentLanguage();
}
