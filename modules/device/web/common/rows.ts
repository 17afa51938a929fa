import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnyResource, RowOf } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';

/** Rows of a resource for a page that draws them itself; stale after any write, as every list of it. */
export function useRows<R extends AnyResource>(
  resource: R,
  query: Readonly<Record<string, string>>,
  options: { enabled?: boolean; every?: number } = {},
) {
  const language = useLanguage();
  const found = useQuery({
    queryKey: [...resourceKey(resource), 'rows', query, language],
    queryFn: () => callEnvelope(callOf(resource, 'list'), { query, quiet: true }),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    ...(options.every && { refetchInterval: options.every }),
  });
  return { ...found, rows: (found.data?.data ?? []) as RowOf<R>[], total: found.data?.total ?? 0 };
}

export const useOne = <R extends AnyResource>(resource: R, id: number | null) => {
  const found = useResourceDetail(resource, id);
  return { ...found, row: found.row as unknown as RowOf<R> | undefined };
};
