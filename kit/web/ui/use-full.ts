import { useCallback, useState } from 'react';

/** A list over the whole window: what its frame and its button need to know of it. */
export function useFull() {
  const [isFull, setFull] = useState(false);
  const onLeaveFull = useCallback(() => setFull(false), []);
  return { frame: { isFull, onLeaveFull }, button: { isFull, onFull: () => setFull(!isFull) } };
}
