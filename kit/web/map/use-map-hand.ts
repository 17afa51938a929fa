import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { between, type Flat, moved, type Size, type View, zoomed } from './map-view.ts';

interface Hand {
  size(): Size;
  /** Draws what `view` is now. */
  onMove(): void;
  onHover(at: Flat | null): void;
  onClick(at: Flat): void;
  onHome(): void;
}

const step = 80;
const ways: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
};

/** Moves a map by pointer, wheel and keys; where it stands is a ref, for no frame of a drag may wait for React. */
export function useMapHand(canvas: RefObject<HTMLCanvasElement | null>, view: RefObject<View | null>, hand: Hand) {
  const drag = useRef<{ at: Flat; far: boolean } | null>(null);
  const flight = useRef(0);
  const put = useEffectEvent((next: View) => {
    view.current = next;
    hand.onMove();
  });

  /** Goes there in a quarter of a second, or at once where motion is not wanted. */
  const fly = (to: View) => {
    const from = view.current;
    cancelAnimationFrame(flight.current);
    if (!from || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      view.current = to;
      return hand.onMove();
    }
    const begun = performance.now();
    const turn = (now: number) => {
      const share = Math.min(1, (now - begun) / 250);
      view.current = between(from, to, share);
      hand.onMove();
      if (share < 1) flight.current = requestAnimationFrame(turn);
    };
    flight.current = requestAnimationFrame(turn);
  };
  const middle = (): Flat => ({ x: hand.size().width / 2, y: hand.size().height / 2 });
  const zoomBy = (by: number, at: Flat = middle()) => {
    if (view.current) fly(zoomed(view.current, by, at, hand.size()));
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    if (!view.current) return;
    const lines = event.deltaMode === 1 ? 24 : 1;
    const by = Math.max(-0.6, Math.min(0.6, (-event.deltaY * lines) / 320));
    put(zoomed(view.current, by, { x: event.offsetX, y: event.offsetY }, hand.size()));
  });
  useEffect(() => {
    const element = canvas.current;
    // React listens passively, and a passive wheel would turn the page as well.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element?.removeEventListener('wheel', onWheel);
      cancelAnimationFrame(flight.current);
    };
  }, [canvas]);

  /** False where the key means nothing to a map. */
  const press = (key: string): boolean => {
    const way = ways[key];
    if (way && view.current) fly(moved(view.current, ...way));
    else if (key === '+' || key === '=') zoomBy(1);
    else if (key === '-') zoomBy(-1);
    else if (key === '0') hand.onHome();
    else if (key === 'Enter') hand.onClick(middle());
    else return false;
    return true;
  };
  const at = (event: React.PointerEvent): Flat => ({ x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY });
  return {
    fly,
    zoomBy,
    handlers: {
      onPointerDown: (event: React.PointerEvent<HTMLCanvasElement>) => {
        if (event.button !== 0) return;
        cancelAnimationFrame(flight.current);
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: at(event), far: false };
      },
      onPointerMove: (event: React.PointerEvent<HTMLCanvasElement>) => {
        const now = at(event);
        const held = drag.current;
        if (!held || !view.current) return hand.onHover(now);
        const [dx, dy] = [now.x - held.at.x, now.y - held.at.y];
        if (!held.far && Math.hypot(dx, dy) < 4) return;
        drag.current = { at: now, far: true };
        hand.onHover(null);
        view.current = moved(view.current, dx, dy);
        hand.onMove();
      },
      onPointerUp: (event: React.PointerEvent<HTMLCanvasElement>) => {
        const held = drag.current;
        drag.current = null;
        if (held && !held.far) hand.onClick(at(event));
      },
      onPointerLeave: () => hand.onHover(null),
      onKeyDown: (event: React.KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (press(event.key)) event.preventDefault();
      },
    },
  };
}
