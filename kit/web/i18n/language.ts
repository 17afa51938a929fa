import { defaultLanguage, type Language, languages } from '#kit/contract/envelope.ts';

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
