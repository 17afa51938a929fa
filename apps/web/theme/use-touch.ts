import { useSyncExternalStore } from 'react';

const query = '(max-width: 767.98px) and (pointer: coarse)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** A phone in the hand: what is tapped there must be as large as a thumb. */
export const useTouch = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
