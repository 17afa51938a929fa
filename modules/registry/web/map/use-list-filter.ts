import type { AnyResource } from '#kit/contract/resource.ts';
import { filterNames } from '#kit/web/resource/use-resource-list.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';

/** The filter a list of the page reads from its address. */
export function useListFilter(resource: AnyResource): Readonly<Record<string, string>> {
  const url = useUrlState();
  return Object.fromEntries(
    filterNames(resource).flatMap((name) => (url.get(name) ? [[name, url.get(name) as string]] : [])),
  );
}
