import type { Language } from '#kit/contract/envelope.ts';
import { call } from '#kit/web/api/client.ts';
import { currentLanguage } from '#kit/web/i18n/language.ts';
import type { DictOption } from '#kit/web/lookups/lookups.ts';
import { keep, kept } from '#kit/web/offline/vault.ts';
import { getAllDictData } from './first-calls.ts';

export interface Dictionaries {
  readonly language: Language;
  readonly version: string;
  readonly byCode: Readonly<Record<string, readonly DictOption[]>>;
}

const keptAs = 'dictionaries';

/** Every dictionary at once, over the line only when it differs from what is kept; where that fails each is asked for when it is wanted. */
export async function fetchDictionaries(): Promise<Dictionaries | null> {
  const language = currentLanguage();
  const before = await kept<Dictionaries>(keptAs).catch(() => null);
  const last = before?.language === language ? before : null;
  const answer = await call(getAllDictData, { query: { known: last?.version }, quiet: true }).catch(() => null);
  if (!answer?.byCode) return last;
  const now = { language, version: answer.version, byCode: answer.byCode };
  void keep(keptAs, now);
  return now;
}
