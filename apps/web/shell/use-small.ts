import { useSyncExternalStore } from 'react';
import { useTheme } from '../theme/theme-store.ts';

const query = '(max-width: 767.98px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** The window is small and the user lets the layout follow it. */
export function useSmall(): boolean {
  const small = useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
  return useTheme().styleResponsive && small;
}
