import { useQuery } from '@tanstack/react-query';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { prefectureOf } from '#kit/web/map/centre.ts';
import { useSession } from '#kit/web/shell-context.ts';

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
