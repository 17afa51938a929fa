import type { Language } from '#kit/contract/envelope.ts';
import { call } from '#kit/web/api/client.ts';
import { rememberDictionaries } from '#kit/web/api/early.ts';
import { currentLanguage, languages } from '#kit/web/i18n/language.ts';
import type { DictOption } from '#kit/web/lookups/lookups.ts';
import { keep, kept } from '#kit/web/offline/vault.ts';
import { getAllDictData } from './first-calls.ts';

export interface Dictionaries {
  readonly language: Language;
  readonly version: string;
  readonly byCode: Readonly<Record<string, readonly DictOption[]>>;
}

/** Words of another language in place of one's own: never kept, and asked for anew. */
const unknown = '';
const nameOf = (language: Language) => `dictionaries:${language}`;
const keptIn = (language: Language) => kept<Dictionaries>(nameOf(language));

/** Every dictionary at once, over the line only when it differs from what is kept; where that fails each is asked for when it is wanted. */
export async function fetchDictionaries(): Promise<Dictionaries | null> {
  const language = currentLanguage();
  const last = await keptIn(language);
  const answer = await call(getAllDictData, { query: { known: last?.version }, quiet: true }).catch(() => null);
  if (answer?.byCode) return { language, version: answer.version, byCode: answer.byCode };
  if (answer && last) rememberDictionaries(language, last.version);
  if (last || answer) return last;
  // A form in two languages can be filled in, one without choices cannot.
  for (const other of languages) {
    const found = await keptIn(other);
    if (found) return { ...found, language, version: unknown };
  }
  return null;
}

/** For the time without a network; only after it is known whose session this is, for nothing is kept before. */
export async function keepDictionaries(now: Dictionaries | null): Promise<void> {
  if (!now || now.version === unknown || (await keptIn(now.language))?.version === now.version) return;
  if (await keep(nameOf(now.language), now)) rememberDictionaries(now.language, now.version);
}
