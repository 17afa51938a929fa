import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

interface Fit {
  /** Goes round the whole list. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Goes round the table alone. */
  readonly body: RefObject<HTMLDivElement | null>;
  readonly frameHeight: number | undefined;
  /** Height left for the table's rows; undefined lets the page scroll instead. */
  readonly rowsHeight: number | undefined;
}

/** Below this a table of its own scrolling shows too little. */
const leastRoom = 240;
const leastWidth = 768;
const gap = 16;
const usualHead = 48;
const spare = 2;

/** Makes a list end where the window ends, so that only its rows scroll; small windows scroll as a whole. */
export function useFitHeight(): Fit {
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [frameHeight, setFrameHeight] = useState<number>();
  const [rowsHeight, setRowsHeight] = useState<number>();

  const measure = useCallback(() => {
    const outer = frame.current?.getBoundingClientRect();
    const inner = body.current?.getBoundingClientRect();
    // A hidden tab measures nothing: what was measured stays.
    if (!outer || !inner || outer.width === 0) return;
    const whole = Math.floor(window.innerHeight - outer.top - gap);
    const around = outer.height - inner.height;
    const head = body.current?.querySelector('.ant-table-thead')?.getBoundingClientRect().height ?? usualHead;
    const room = Math.floor(whole - around - head);
    const fits = window.innerWidth >= leastWidth && outer.top >= 0 && room >= leastRoom;
    setFrameHeight(fits ? whole : undefined);
    // All rows are drawn anew for another height: a pixel or two left over are not worth it.
    setRowsHeight((old) =>
      fits && old !== undefined && old <= room && room - old <= spare ? old : fits ? room : undefined,
    );
  }, []);

  useLayoutEffect(() => {
    const watch = new ResizeObserver(measure);
    for (const one of [frame.current, body.current, document.documentElement]) if (one) watch.observe(one);
    // A page slides in: it stands still only when that is over.
    document.addEventListener('animationend', measure);
    return () => {
      watch.disconnect();
      document.removeEventListener('animationend', measure);
    };
  }, [measure]);
  // The header appears after the first rows and changes with the density, while the boxes around it keep their size.
  useLayoutEffect(measure);
  return { frame, body, frameHeight, rowsHeight };
}
