import { useQuery } from '@tanstack/react-query';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { type Amap, loadAmap } from './load-amap.ts';

const forSession = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** AMap where the tenant has a key and AMap answers; pending until that is known, else null. */
export function useAmap(): { readonly amap: Amap | null; readonly isPending: boolean } {
  const settings = useQuery({
    queryKey: ['lookup', 'mapSettings'],
    queryFn: () => lookups().mapSettings(),
    ...forSession,
  });
  const key = settings.data?.key;
  const service = useQuery({
    queryKey: ['lookup', 'amap', key],
    queryFn: () => loadAmap(key as string),
    enabled: Boolean(key),
    ...forSession,
  });
  return { amap: service.data ?? null, isPending: settings.isPending || (Boolean(key) && service.isPending) };
}
