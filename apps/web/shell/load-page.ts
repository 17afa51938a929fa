import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { pages } from '../pages.ts';

const patience = 120_000;

export type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly Page: ComponentType }
  | { readonly state: 'timeout' }
  | { readonly state: 'failed'; readonly error: unknown };

const loading: Loaded = { state: 'loading' };
const known = new Map<string, ComponentType>();

function start(path: string): Loaded {
  const Page = known.get(path);
  return Page ? { state: 'ready', Page } : loading;
}

/** The screen of a path; once it is here it is drawn at once. */
export async function fetchPage(path: string): Promise<ComponentType | undefined> {
  const module = await pages.get(path)?.();
  if (module) known.set(path, module.default);
  return module?.default;
}

/** Fetches the screen of a path on demand; after two minutes without an answer it gives up, and may be tried again. */
export function useLoadedPage(path: string): { loaded: Loaded; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>(() => start(path));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason to fetch again
  useEffect(() => {
    if (known.has(path)) return setLoaded(start(path));
    let wanted = true;
    const settle = (outcome: Loaded) => {
      clearTimeout(timer);
      if (wanted) setLoaded(outcome);
    };
    const timer = setTimeout(() => settle({ state: 'timeout' }), patience);
    setLoaded(loading);
    fetchPage(path).then(
      (Page) => Page && settle({ state: 'ready', Page }),
      (error: unknown) => settle({ state: 'failed', error }),
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [path, attempt]);

  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  return { loaded, retry };
}
