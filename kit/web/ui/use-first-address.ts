import { useEffect, useRef } from 'react';
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
 * Filters for whoever arrives with an address that says nothing; who clears them later is not overruled.
 *
 * @example
 * useFirstAddress({ status: 'inStock' });
 */
export function useFirstAddress(defaults: Readonly<Record<string, string>>): void {
  const { search } = usePage();
  const url = useUrlState();
  useArrival(() => {
    if (search.size === 0) url.set(defaults, { replace: true });
  });
}
