import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { lookups, useDict } from '#kit/web/lookups/lookups.ts';
import { prefectureOf } from '#kit/web/map/centre.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { investigationChoices } from '#modules/prevention/contract/outbreak/investigation.ts';

/** Codes of a dictionary in the reader's words. */
export function useLabel(dict: string): (value: unknown) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? String(value ?? '-');
}

/** What forms of investigations choose from. */
export function useChoices() {
  return useQuery({
    queryKey: ['lookup', 'prevention.investigation.choices'],
    queryFn: () => call(investigationChoices, { quiet: true }),
    staleTime: 300_000,
  }).data;
}

/** Diseases are the tenant's own rows, each with its three names. */
export function useDiseaseName(): (code: string | null | undefined) => string {
  const language = useLanguage();
  const choices = useChoices();
  return (code) => {
    const one = choices?.diseases.find((disease) => disease.code === code);
    if (!one) return code ?? '-';
    if (language === 'en') return one.nameEn;
    return language === 'zh_TW' ? (one.nameTw ?? one.nameZh) : one.nameZh;
  };
}

/** The lines of the user's prefecture. */
export function useBoundaries() {
  const { user } = useSession();
  const around = prefectureOf(user.regionCode);
  return useQuery({
    queryKey: ['lookup', 'boundaries', around],
    queryFn: () => lookups().boundaries(around as number),
    enabled: around !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

export const figure = (n: number): string => n.toLocaleString('en');
