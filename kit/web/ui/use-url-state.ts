import { usePage } from '#kit/web/shell-context.ts';

export interface UrlState {
  get(name: string): string | null;
  /** Null removes a name. Names of others on the page stay as they are. */
  set(changes: Readonly<Record<string, string | null>>, options?: { replace?: boolean }): void;
}

/** State kept in the tab's address; a prefix keeps several lists on one page apart. */
export function useUrlState(urlKey = ''): UrlState {
  const page = usePage();
  const full = (name: string) => (urlKey ? `${urlKey}.${name}` : name);
  return {
    get: (name) => page.search.get(full(name)),
    set: (changes, options) => {
      const next = new URLSearchParams(page.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(full(name));
        else next.set(full(name), value);
      }
      page.setSearch(next, options);
    },
  };
}
