import { useQuery } from '@tanstack/react-query';
import type { AnyResource, RowOf } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';

/** A page of a resource's rows, for a table inside another page. */
export function useRows<R extends AnyResource>(
  resource: R,
  query: Readonly<Record<string, string>>,
  page = 1,
  pageSize = 50,
) {
  const language = useLanguage();
  return useQuery({
    queryKey: [...resourceKey(resource), 'rows', query, page, pageSize, language],
    queryFn: async () => {
      const answer = await callEnvelope(callOf(resource, 'list'), {
        query: { ...query, pageNum: String(page), pageSize: String(pageSize) },
        quiet: true,
      } as never);
      return { rows: answer.data as RowOf<R>[], total: answer.total ?? 0 };
    },
  });
}
export function useRow<R extends AnyResource>(resource: R, id: number) {
  const language = useLanguage();
  return useQuery({
    queryKey: [...resourceKey(resource), 'detail', id, language],
    queryFn: async () =>
      (await callEnvelope(callOf(resource, 'detail'), { params: { id }, quiet: true } as never)).data as RowOf<R>,
    enabled: id > 0,
  });
}
