import { useEffect, useRef, useState } from 'react';

/** A value that follows its setter once typing pauses. */
export function useDebounced<T>(first: T, pause = 250): [T, (next: T) => void] {
  const [value, setValue] = useState(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (next: T) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setValue(next), pause);
  };
  return [value, set];
}
