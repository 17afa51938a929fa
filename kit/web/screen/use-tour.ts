import { useEffect, useEffectEvent, useRef, useState } from 'react';

const idleFor = 60_000;
const stayFor = 12_000;
const remembered = 'screenTour';
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

interface Tour {
  readonly isOn: boolean;
  readonly isMoving: boolean;
  toggle(): void;
}

/** After a minute without input: one stop after the other, then back to the beginning; any input ends it. */
export function useTour(stops: readonly number[], go: (stop: number | null) => void, always: boolean): Tour {
  const [isOn, setOn] = useState(() => always || localStorage.getItem(remembered) !== 'off');
  const [isMoving, setMoving] = useState(false);
  const visit = useEffectEvent(go);
  const listed = useRef(stops);
  // While it goes round, the stops are those it began with.
  if (!isMoving) listed.current = stops;

  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout>;
    const step = (at: number) => {
      const stop = listed.current[at];
      visit(stop ?? null);
      timer = setTimeout(() => step(stop === undefined ? 0 : at + 1), stayFor);
    };
    const begin = () => {
      if (listed.current.length === 0) return rest();
      setMoving(true);
      step(0);
    };
    const rest = () => {
      clearTimeout(timer);
      setMoving(false);
      timer = setTimeout(begin, idleFor);
    };
    rest();
    for (const name of inputs) window.addEventListener(name, rest, { passive: true });
    return () => {
      clearTimeout(timer);
      setMoving(false);
      for (const name of inputs) window.removeEventListener(name, rest);
    };
  }, [isOn]);

  const toggle = () => {
    localStorage.setItem(remembered, isOn ? 'off' : 'on');
    setOn(!isOn);
  };
  return { isOn, isMoving, toggle };
}
