import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fullName } from '#kit/contract/resource.ts';
import { filterNames, type ResourceList } from '#kit/web/resource/use-resource-list.ts';
import type { ListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type NewView, type SavedView, type ViewContent, type ViewsPort, viewsPort } from './views-port.ts';

const none: readonly SavedView[] = [];

/** The saved views of a list; the user's default is put on when the list is opened without an address of its own. */
export function useViews(list: ResourceList, prefs: ListPrefs) {
  const url = useUrlState();
  const client = useQueryClient();
  const name = fullName(list.resource);
  const key = ['views', name];
  const query = useQuery({
    queryKey: key,
    queryFn: async () => (await viewsPort.current?.list(name)) ?? none,
    enabled: viewsPort.current !== null,
    staleTime: 60_000,
  });
  const views = query.data ?? none;

  const put = ({ filters, sort, columns }: ViewContent, replace = false) => {
    const own = Object.fromEntries(filterNames(list.resource).map((one) => [one, filters[one] ?? null]));
    list.select([]);
    if (columns) prefs.arrange(columns);
    url.set({ ...own, sort, pageNum: null, after: null }, { replace });
  };
  useDefault(views, query.isSuccess, !list.isFiltered && !list.sort, (content) => put(content, true));

  const work = useMutation({
    mutationFn: async (act: (port: ViewsPort) => Promise<unknown>) => viewsPort.current && act(viewsPort.current),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const here: ViewContent = { filters: { ...list.filters }, sort: list.sort, columns: prefs.layout };
  return {
    views,
    /** The view whose filter and order the list shows now. */
    current: views.find(({ content }) => isSame(content, here)),
    isBusy: work.isPending,
    put,
    save: (view: Omit<NewView, 'list' | 'content'>) =>
      work.mutateAsync((port) => port.save({ ...view, list: name, content: here })),
    mark: (id: number, marks: { isDefault?: boolean; shared?: boolean }) => work.mutate((port) => port.mark(id, marks)),
    remove: (id: number) => work.mutate((port) => port.remove(id)),
  };
}

export type Views = ReturnType<typeof useViews>;

/** Once, when the views are first known: whoever has searched meanwhile, or came by a link, keeps what they see. */
function useDefault(
  views: readonly SavedView[],
  isKnown: boolean,
  isBlank: boolean,
  put: (content: ViewContent) => void,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isKnown || isDone.current) return;
    isDone.current = true;
    const chosen = views.find((one) => one.isDefault);
    if (chosen && isBlank) put(chosen.content);
  }, [isKnown, isBlank, views, put]);
}

function isSame(one: ViewContent, other: ViewContent): boolean {
  const text = ({ filters, sort }: ViewContent) => JSON.stringify([Object.entries(filters).sort(), sort]);
  return text(one) === text(other);
}
