import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { callOf, type Row, resourceKey } from './resource-calls.ts';

/** One row, fresh whenever anything of the resource was written. */
export function useResourceDetail(resource: AnyResource, id: number | null) {
  const language = useLanguage();
  const query = useQuery({
    queryKey: [...resourceKey(resource), 'detail', id, language],
    queryFn: ({ signal }) => call(callOf(resource, 'detail'), { params: { id: id as number }, signal, quiet: true }),
    enabled: id !== null,
  });
  return {
    row: query.data as Row | undefined,
    loading: query.isPending && id !== null,
    error: query.error,
    refresh: () => void query.refetch(),
  };
}
