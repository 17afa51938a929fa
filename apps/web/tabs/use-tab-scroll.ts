import { type RefObject, useEffect, useRef, useState } from 'react';

/** Keeps the active tab in sight, and tells whether the strip needs arrows. */
export function useTabScroll(active: string): {
  strip: RefObject<HTMLDivElement | null>;
  overflows: boolean;
  scroll: (direction: 1 | -1) => void;
} {
  const strip = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);

  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const measure = () => setOverflows(element.scrollWidth > element.clientWidth + 1);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    const changes = new MutationObserver(measure);
    changes.observe(element, { childList: true, subtree: true, characterData: true });
    const byWheel = (event: WheelEvent) => {
      if (element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY + event.deltaX;
    };
    element.addEventListener('wheel', byWheel, { passive: false });
    return () => {
      watch.disconnect();
      changes.disconnect();
      element.removeEventListener('wheel', byWheel);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another active tab is the cause
  useEffect(() => {
    strip.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, overflows]);

  const scroll = (direction: 1 | -1) => {
    const element = strip.current;
    element?.scrollBy({ left: direction * element.clientWidth * 0.6, behavior: 'smooth' });
  };
  return { strip, overflows, scroll };
}
