import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Push, PushEvent, PushState } from './push.ts';

/** The shell's; null where there is none, on public pages and in tests: nothing is heard then. */
export const PushContext = createContext<Push | null>(null);

interface Options {
  /** Say no where the user has not the topic's permission. */
  enabled?: boolean;
  params?: Readonly<Record<string, string>>;
}

/**
 * Calls `handler` for every event of a topic while the component is drawn, and with kind `resync` when events were missed.
 *
 * @example
 * usePush('notices', () => refetch(), { enabled: canNotices });
 */
export function usePush(topic: string, handler: (event: PushEvent) => void, { enabled = true, params }: Options = {}) {
  const push = useContext(PushContext);
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  const words = params ? JSON.stringify(params) : '';
  useEffect(() => {
    if (!push || !enabled) return;
    const want = words ? { topic, params: JSON.parse(words) as Record<string, string> } : { topic };
    return push.on(want, (event) => latest.current(event));
  }, [push, topic, enabled, words]);
}

const never = () => () => {};

/** Whether the values a topic shows for these parameters arrive by themselves just now. */
export function useShown(topic: string, params: Readonly<Record<string, string>>): boolean {
  const push = useContext(PushContext);
  return useSyncExternalStore(push?.watch ?? never, () => push?.isShown({ topic, params }) ?? false);
}

/** Whether news arrive by themselves just now. */
export function usePushState(): PushState {
  const push = useContext(PushContext);
  return useSyncExternalStore(push?.watch ?? never, () => push?.state ?? 'polling');
}
