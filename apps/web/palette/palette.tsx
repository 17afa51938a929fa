import { lazy, Suspense, useEffect, useState } from 'react';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'));

/** Ctrl+K, or ⌘K: from anywhere to any page by its name. */
export function Palette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // The browser's own meaning of it is its address bar.
      event.preventDefault();
      setOpen((was) => !was);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
