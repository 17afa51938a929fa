import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepWords } from '#kit/web/field/kept-words.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';

const dicts = [
  'breed_code',
  'semen_kind',
  'insemination_waste_reason',
  'breeding_cycle_status',
  'insemination_outcome',
  'preg_result',
  'calving_fit',
];

/** Words of the form, for where there is no network. */
export function useKeptWords(isOnline: boolean): void {
  const client = useQueryClient();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other words
  useEffect(() => {
    void keepWords(client, 'service', dicts);
  }, [client, language, isOnline]);
}
