import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { type Society, society } from '#modules/cure/contract/society/society.ts';

/** Societies that work; most tenants have one. */
export function useSocieties(): readonly Society[] {
  const { data = [] } = useQuery({
    queryKey: ['cure.society', 'all'],
    queryFn: () =>
      call(callOf(society, 'list'), { query: { pageNum: 1, pageSize: 20, status: 'enabled' }, quiet: true }) as Promise<
        Society[]
      >,
    staleTime: 60_000,
  });
  return data;
}
