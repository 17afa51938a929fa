import { maxPageSize } from '#kit/contract/envelope.ts';
import type { AnyResource, RowOf } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';

/** The chosen rows, or what the filter shows as far as one call answers it: for papers of a page's own. */
export async function allRows<R extends AnyResource>(
  resource: R,
  list: ResourceList,
  more: Readonly<Record<string, string>> = {},
): Promise<RowOf<R>[]> {
  if (list.selected.length > 0) return list.selected as unknown as RowOf<R>[];
  const query = {
    ...list.filters,
    ...(list.sort && { sort: list.sort }),
    ...more,
    pageNum: '1',
    pageSize: String(maxPageSize),
  };
  return (await callEnvelope(callOf(resource, 'list'), { query })).data as unknown as RowOf<R>[];
}
