import {
  type ComponentProps,
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';

/** Where the window is, by what stands behind `#` in its address. */
export interface Location {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** Another one for every navigation, and the same again when one goes back. */
  readonly key: string;
}

type To = string | { readonly pathname: string; readonly search?: string };

const textOf = (to: To): string =>
  typeof to === 'string' ? to : to.pathname + (to.search ? `?${to.search.replace(/^\?/, '')}` : '');

/** Read anew each time: the browser has encoded what was navigated to. */
export function currentLocation(): Location {
  const [address = '', ...rest] = window.location.hash.slice(1).split('#')[0]?.split('?') ?? [];
  const search = rest.join('?');
  const { key } = (history.state ?? {}) as { key?: unknown };
  return {
    pathname: address.startsWith('/') ? address : `/${address}`,
    search: search && `?${search}`,
    key: typeof key === 'string' ? key : 'default',
  };
}

const listeners = new Set<() => void>();

/** Goes to one of our own paths; it never changes, so what depends on it is not drawn anew. */
function navigate(to: To, { replace = false }: { readonly replace?: boolean } = {}): void {
  const state = { key: Math.random().toString(36).slice(2, 10) };
  if (replace) history.replaceState(state, '', `#${textOf(to)}`);
  else history.pushState(state, '', `#${textOf(to)}`);
  for (const listener of listeners) listener();
}

export const useNavigate = (): typeof navigate => navigate;

const LocationContext = createContext<Location | null>(null);

/** Tells everything inside where the window is. One table of routes is not needed: pages are found by the session's menus. */
export function Router({ children }: { readonly children: ReactNode }) {
  const [location, setLocation] = useState(currentLocation);
  useEffect(() => {
    const follow = () =>
      // What is there stays until the next is ready to be drawn.
      startTransition(() =>
        setLocation((old) => {
          const now = currentLocation();
          if (old.pathname !== now.pathname) performance.mark('moved');
          const isSame = old.pathname === now.pathname && old.search === now.search && old.key === now.key;
          return isSame ? old : now;
        }),
      );
    listeners.add(follow);
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
    follow();
    return () => {
      listeners.delete(follow);
      removeEventListener('popstate', follow);
      removeEventListener('hashchange', follow);
    };
  }, []);
  return <LocationContext value={location}>{children}</LocationContext>;
}

export function useLocation(): Location {
  const location = useContext(LocationContext);
  if (!location) throw new Error('useLocation() outside of a Router');
  return location;
}

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

export function Navigate({ to, replace = false }: { readonly to: string; readonly replace?: boolean }): null {
  useEffect(() => navigate(to, { replace }), [to, replace]);
  return null;
}

/** The browser goes there by itself, and a new tab can be opened. */
export const Link = ({ to, ...rest }: ComponentProps<'a'> & { readonly to: string }) => <a href={`#${to}`} {...rest} />;
