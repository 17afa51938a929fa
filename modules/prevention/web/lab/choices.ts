import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { type LabChoices, labChoices } from '#modules/prevention/contract/lab/lab.ts';

const nothing: LabChoices = { diseases: [], items: [], labs: [], keepers: [], seasons: [] };

/** Diseases, items, laboratories and seasons to choose from, by the names of the reader's language. */
export function useLabChoices() {
  const language = useLanguage();
  const joined = useJoined();
  const { data = nothing } = useQuery({
    queryKey: ['lookup', 'prevention.labChoices', language],
    queryFn: () => call(labChoices, { quiet: true }),
    staleTime: 60_000,
  });
  const diseaseName = (code: string) => data.diseases.find((one) => one.code === code)?.name ?? code;
  const diseaseNames = (codes: unknown) =>
    Array.isArray(codes) ? joined(codes.map((code) => diseaseName(String(code)))) : '';
  return { ...data, diseaseName, diseaseNames };
}
