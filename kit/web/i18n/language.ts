import type { Language } from '#kit/contract/envelope.ts';

// Said again here and not imported: the contract's file brings zod, which the login page can do without.
export const languages: readonly Language[] = ['zh_CN', 'zh_TW', 'en'];
export const defaultLanguage: Language = 'zh_CN';
/** `zh_CN` as it stands in `Accept-Language` and `lang`. */
export const toHeader = (language: Language): string => language.replace('_', '-');

/** The language in use, without the text engine: the API client needs it for its header. */
export const languageKey = 'i18n-lang';

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

function storedLanguage(): Language {
  const stored = globalThis.localStorage?.getItem(languageKey);
  return isLanguage(stored) ? stored : defaultLanguage;
}

let current: Language = storedLanguage();

export const currentLanguage = (): Language => current;

export function rememberLanguage(language: Language): void {
  current = language;
  localStorage.setItem(languageKey, language);
}
