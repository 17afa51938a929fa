import { useSyncExternalStore } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';

function watch(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Whether the browser shows nothing but the page, and the way in and out; a browser that cannot says so. */
export function useFullscreen(): { readonly isFull: boolean; toggle(): void } {
  const t = useT();
  const isFull = useSyncExternalStore(watch, () => document.fullscreenElement != null);
  const toggle = async () => {
    try {
      if (!document.fullscreenEnabled) throw new Error('unsupported');
      await (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      notify('error', t('kit.noFullscreen'));
    }
  };
  return { isFull, toggle: () => void toggle() };
}
