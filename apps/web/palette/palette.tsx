import { lazy, Suspense, useEffect, useState } from 'react';
import { jumpAsked } from './press-jump.ts';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'));

/** Ctrl+K, or ⌘K: from anywhere to any page by its name, and to any record by what is known of it. */
export function Palette() {
  /** The words it opens with; null while it is closed. */
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // The browser's own meaning of it is its address bar.
      event.preventDefault();
      setWords((was) => (was === null ? '' : null));
    };
    const ask = (event: Event) => setWords((event as CustomEvent<string>).detail);
    document.addEventListener('keydown', listen);
    document.addEventListener(jumpAsked, ask);
    return () => {
      document.removeEventListener('keydown', listen);
      document.removeEventListener(jumpAsked, ask);
    };
  }, []);
  if (words === null) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog asked={words} onClose={() => setWords(null)} />
    </Suspense>
  );
}
