import { useEffect, useRef, useState } from 'react';
import { rememberFirstAddress } from '#kit/web/api/early.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from './use-url-state.ts';

/** Runs when the page is entered, and when its tab is shown again under another address than it was left with. */
export function useArrival(arrive: () => void): void {
  const { fullPath } = usePage();
  const seen = useRef<string | null>(null);
  // A tab shown again runs its effects again; the ref outlives its sleep.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page appears
  useEffect(() => {
    if (seen.current !== fullPath) arrive();
  }, []);
  useEffect(() => {
    seen.current = fullPath;
  }, [fullPath]);
}

/**
 * Filters for whoever arrives with an address that says nothing; who clears them later is not overruled. A page draws nothing before
 * it answers true: it would be drawn, and its rows asked for, once without the filters and then again with them.
 *
 * @example
 * const isReady = useFirstAddress({ status: 'inStock' });
 */
export function useFirstAddress(defaults: Readonly<Record<string, string>>): boolean {
  const { path, search } = usePage();
  const url = useUrlState();
  const [hasArrived, setArrived] = useState(false);
  useArrival(() => {
    setArrived(true);
    if (search.size > 0) return;
    rememberFirstAddress(path, `${path}?${new URLSearchParams(defaults)}`);
    url.set(defaults, { replace: true });
  });
  return hasArrived || search.size > 0;
}
