import { useQuery } from '@tanstack/react-query';
import { useT } from '#kit/web/i18n/i18n.ts';
import { lookups, useDict } from '#kit/web/lookups/lookups.ts';
import { prefectureOf } from '#kit/web/map/centre.ts';
import { useSession } from '#kit/web/shell-context.ts';

/** Codes of a dictionary in the reader's words. */
export function useLabel(dict: string): (value: unknown) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? String(value ?? '-');
}

export function useKindName(): (kind: string) => string {
  const t = useT();
  return (kind) => t.any(`device.alarmKind.${kind}.name`);
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
