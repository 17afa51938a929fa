import i18next, { type FormatterModule, type i18n as I18n } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '#kit/contract/envelope.ts';
import type { TextArgs } from '#kit/contract/errors.ts';
import { commonKey } from '#kit/contract/naming.ts';
import type kitTexts from '../locales/zh_CN.json';
import { countedWord } from './counted-word.ts';
import { currentLanguage, defaultLanguage, rememberLanguage, toHeader } from './language.ts';
import { baseSource, bundledTexts, loadersOf, type Texts } from './texts.ts';

/**
 * Where typed keys come from. The shell and any module may add their own:
 *
 * @example
 * declare module '#kit/web/i18n/i18n.ts' {
 *   interface TextSources { shell: typeof import('./locales/zh_CN.json') }
 * }
 */
export interface TextSources {
  kit: typeof kitTexts;
}

type Leaves<T> = T extends string
  ? never
  : { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];
export type TextKey = { [S in keyof TextSources]: Leaves<TextSources[S]> }[keyof TextSources];

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
void i18n
  .use(initReactI18next)
  .use(formatter)
  .init({
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
    react: { useSuspense: false, bindI18nStore: 'added' },
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

/** A label that many nouns share stands once, unless the noun has words of its own. */
const keyOf = (key: string) => (!i18n.exists(key) && i18n.exists(commonKey(key)) ? commonKey(key) : key);

function makeT(): T {
  const translate = (key: string, args?: TextArgs): string => i18n.t(key, args ?? {});
  return Object.assign(translate as (key: TextKey, args?: TextArgs) => string, {
    any: (key: string, args?: TextArgs) => translate(keyOf(key), args),
    has: (key: string) => i18n.exists(key),
  });
}

/** For code outside components: reads the language at the moment of the call. */
export const t: T = makeT();

/** Texts for a component, redrawn when the language changes or texts arrive. */
export function useT(): T {
  const { t: changes } = useTranslation(namespace, { i18n });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new identity is what tells memoised children to redraw
  return useMemo(makeT, [changes]);
}

export function useLanguage(): Language {
  useTranslation(namespace, { i18n });
  return currentLanguage();
}
