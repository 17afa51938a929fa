import { useMemo } from 'react';
import { dictQuery } from '#kit/web/lookups/lookups.ts';
import { queryClient } from '../query-client.ts';
import type { Dictionaries } from './dictionaries.ts';

/** Puts them where inputs and cells look, before the first of these is drawn. */
export function useDictionariesAtHand(dictionaries: Dictionaries | null): void {
  useMemo(() => {
    if (!dictionaries) return;
    for (const [code, options] of Object.entries(dictionaries.byCode))
      queryClient.setQueryData(dictQuery(code, dictionaries.language).queryKey, options);
  }, [dictionaries]);
}
