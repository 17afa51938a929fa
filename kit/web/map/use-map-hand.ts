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

/** How far the first two fingers are apart, and where between them is. */
function spanOf(fingers: ReadonlyMap<number, Flat>): { width: number; middle: Flat } | null {
  const [one, other] = fingers.values();
  return one && other
    ? {
        width: Math.hypot(other.x - one.x, other.y - one.y),
        middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
      }
    : null;
}

/** Moves a map by pointer, fingers, wheel and keys; where it stands is a ref, for no frame of a drag may wait for React. */
export function useMapHand(canvas: RefObject<HTMLCanvasElement | null>, view: RefObject<View | null>, hand: Hand) {
  const drag = useRef<{ at: Flat; far: boolean } | null>(null);
  /** Fingers that lie on the map, by pointer. */
  const fingers = useRef(new Map<number, Flat>());
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
  /** Two fingers: the map follows their middle, and grows as they part. */
  const pinch = (pointer: number, now: Flat) => {
    const [before, after] = [fingers.current, new Map(fingers.current).set(pointer, now)].map(spanOf);
    fingers.current.set(pointer, now);
    if (!view.current || !before || !after) return;
    const by = Math.log2(Math.max(after.width, 1) / Math.max(before.width, 1));
    const shifted = moved(view.current, after.middle.x - before.middle.x, after.middle.y - before.middle.y);
    view.current = zoomed(shifted, by, after.middle, hand.size());
    hand.onMove();
  };
  const lift = (pointer: number) => {
    fingers.current.delete(pointer);
    const [left] = fingers.current.values();
    // The finger that stays goes on drawing the map along, and its lifting is no click.
    drag.current = left ? { at: left, far: true } : null;
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
        fingers.current.set(event.pointerId, at(event));
        drag.current = fingers.current.size > 1 ? null : { at: at(event), far: false };
      },
      onPointerMove: (event: React.PointerEvent<HTMLCanvasElement>) => {
        const now = at(event);
        const isHeld = fingers.current.has(event.pointerId);
        if (isHeld && fingers.current.size > 1) {
          hand.onHover(null);
          return pinch(event.pointerId, now);
        }
        if (isHeld) fingers.current.set(event.pointerId, now);
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
        lift(event.pointerId);
        if (held && !held.far) hand.onClick(at(event));
      },
      onPointerCancel: (event: React.PointerEvent<HTMLCanvasElement>) => lift(event.pointerId),
      onPointerLeave: () => hand.onHover(null),
      onKeyDown: (event: React.KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (press(event.key)) event.preventDefault();
      },
    },
  };
}
