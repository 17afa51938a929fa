import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { type SeasonOptions, seasonOptions } from '#modules/prevention/contract/season/season.ts';

const none: SeasonOptions = { diseases: [], vaccines: [] };

/** Diseases and vaccines of the tenant, named in the reader's language. */
export function useSeasonOptions(): SeasonOptions {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['lookup', 'prevention.options', language],
    queryFn: () => call(seasonOptions, { quiet: true }),
    staleTime: 300_000,
  });
  return data ?? none;
}

/** Names a disease by its code. */
export function useDiseaseName(): (code: string) => string {
  const { diseases } = useSeasonOptions();
  return (code) => diseases.find((one) => one.code === code)?.name ?? code;
}
