import { useCallback, useEffect, useRef } from 'react';

// Events come in bursts; the list is fetched once for all of them.
const gatherFor = 300;

/** Answers a function that runs `work` soon after it is called, once for many calls, and again if one came while it ran. */
export function useRefresh(work: () => Promise<unknown>): () => void {
  const latest = useRef(work);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef(false);
  const again = useRef(false);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(function refresh() {
    if (running.current) {
      again.current = true;
      return;
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      running.current = true;
      // Nobody asked, so nobody is told of a failure; the next page finds what is new.
      void latest
        .current()
        .catch(() => {})
        .finally(() => {
          running.current = false;
          if (again.current) refresh();
          again.current = false;
        });
    }, gatherFor);
  }, []);
}
