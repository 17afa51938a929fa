import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { defaultPageSize, maxPage, maxPageSize, totalLimit } from '#kit/contract/envelope.ts';
import { type AnyResource, isRange } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { callOf, type Row, resourceKey } from './resource-calls.ts';

export interface ListOptions {
  /** Prefix of the list's names in the address, where a page has several lists. */
  readonly urlKey?: string;
  /** One page of everything, for trees. */
  readonly whole?: boolean;
}

/** Filter values as they stand in the address and in the query: texts by query name. */
export type Filters = Readonly<Record<string, string>>;
export type ResourceList = ReturnType<typeof useResourceList>;

/** Query names of the list's filters, `keyword` first. */
export function filterNames(resource: AnyResource): string[] {
  const own = (resource.list.filters as readonly string[]).flatMap((name) =>
    isRange(resource.fields[name]) ? [`${name}From`, `${name}To`] : [name],
  );
  return resource.list.search ? ['keyword', ...own] : own;
}

const positive = (text: string | null, fallback: number, most: number) => {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, most) : fallback;
};
const firstPage = { pageNum: null, after: null };

/**
 * The rows of a resource with filters, page and sort in the tab's address.
 *
 * @example
 * const list = useResourceList(principal);
 * list.search({ keyword: 'kzzq' });
 */
export function useResourceList(resource: AnyResource, { urlKey, whole = false }: ListOptions = {}) {
  const url = useUrlState(urlKey);
  const language = useLanguage();
  const [selected, setSelected] = useState<readonly Row[]>([]);
  // Keys of pages beyond the last numbered one, as far as they were visited.
  const keys = useRef(new Map<number, string>());

  const names = filterNames(resource);
  const filters: Filters = Object.fromEntries(
    names.map((name) => [name, url.get(name) ?? '']).filter(([, value]) => value !== ''),
  );
  const latest = useRef('');
  const filterText = JSON.stringify(filters);
  latest.current = filterText;
  const after = whole ? null : url.get('after');
  const pageSize = whole ? maxPageSize : positive(url.get('pageSize'), defaultPageSize, maxPageSize);
  const page = whole ? 1 : positive(url.get('pageNum'), 1, after ? Number.MAX_SAFE_INTEGER : maxPage);
  const sort = url.get('sort');
  const asked = { ...filters, ...(sort && { sort }), pageSize: String(pageSize) };
  const sent = { ...asked, ...(after ? { after } : { pageNum: String(page) }) };

  const query = useQuery({
    queryKey: [...resourceKey(resource), 'list', sent, language],
    // The list shows its own failure.
    queryFn: ({ signal }) =>
      callEnvelope(callOf(resource, 'list'), { query: sent, signal, quiet: true, isFirst: true }),
    placeholderData: keepPreviousData,
    meta: { isFirst: true },
  });
  const answer = query.data;
  const rows = (answer?.data ?? []) as readonly Row[];
  const total = answer?.total ?? 0;
  const counted = Math.ceil(Math.min(total, totalLimit) / pageSize);

  return {
    resource,
    rows,
    total,
    /** More rows match than are counted. */
    isCapped: total > totalLimit,
    page,
    pageSize,
    /** Pages that can be reached from here. */
    pages: Math.max(1, Math.min(counted, maxPage), answer?.next ? page + 1 : page),
    sort,
    filters,
    isFiltered: Object.keys(filters).length > 0,
    /** Nothing to show yet. */
    loading: query.isPending,
    fetching: query.isFetching,
    error: query.error,
    refresh: () => void query.refetch(),
    search: (next: Filters) => {
      const isSame = names.every((name) => (next[name] ?? '') === (filters[name] ?? ''));
      if (isSame && page === 1) return void query.refetch();
      if (!isSame) setSelected([]);
      keys.current.clear();
      url.set({ ...Object.fromEntries(names.map((name) => [name, next[name] ?? null])), ...firstPage });
    },
    turnTo: (to: number, size = pageSize) => {
      if (size !== pageSize) return url.set({ ...firstPage, pageSize: String(size) });
      if (after) keys.current.set(page, after);
      if (to === page + 1 && answer?.next) keys.current.set(to, answer.next);
      const key = to > maxPage ? keys.current.get(to) : undefined;
      const reached = to > maxPage && !key ? maxPage : to;
      url.set({ pageNum: reached === 1 ? null : String(reached), after: key ?? null });
    },
    sortBy: (next: string | null) => {
      keys.current.clear();
      url.set({ sort: next, ...firstPage });
    },
    /** Rows chosen, whichever page they stand on, as they are now where they are in sight. */
    selected: selected.map((one) => rows.find(({ id }) => id === one.id) ?? one),
    select: setSelected,
    /** No longer chosen: they are gone, or not what they were. */
    drop: (gone: readonly Row[]) => setSelected((old) => old.filter((one) => !gone.some(({ id }) => id === one.id))),
    /** Chooses every row the filter finds, as far as a batch may go. */
    selectAll: async () => {
      const all = { ...asked, pageNum: '1', pageSize: String(maxPageSize) };
      // The client says why it failed; what another search has overtaken is nobody's choice.
      const found = await callEnvelope(callOf(resource, 'list'), { query: all }).catch(() => null);
      if (found && latest.current === filterText) setSelected(found.data);
    },
  };
}
