import type { QueryClient } from '@tanstack/react-query';
import { currentLanguage } from '#kit/web/i18n/language.ts';
import { dictQuery } from '#kit/web/lookups/lookups.ts';
import { keep, kept } from '#kit/web/offline/vault.ts';

/** Words of a form: kept while there is a network, put back where there is none. */
export async function keepWords(client: QueryClient, form: string, dicts: readonly string[]): Promise<void> {
  const language = currentLanguage();
  const name = `${form}:dicts:${language}`;
  if (navigator.onLine) {
    const words = await Promise.all(
      dicts.map(async (code) => [code, await client.fetchQuery(dictQuery(code, language)).catch(() => null)] as const),
    );
    if (words.every(([, options]) => options)) return void (await keep(name, Object.fromEntries(words)));
  }
  const last = await kept<Record<string, never>>(name);
  for (const [code, options] of Object.entries(last ?? {}))
    client.setQueryData(dictQuery(code, language).queryKey, options);
}
