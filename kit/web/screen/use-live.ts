import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#kit/web/api/api-error.ts';
import type { PushEvent } from '#kit/web/push/push.ts';
import { usePush, usePushState } from '#kit/web/push/use-push.ts';

/** `live`: figures arrive by themselves. `polling`: the page asks for them. `offline`: nobody answers, the last ones stay. */
export type LampState = 'live' | 'polling' | 'offline';

const pollEvery = 30_000;
const retryAfter = [5_000, 15_000, 60_000];

/** Refused, or nothing there: asking again will not help. */
export const isRefusal = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 403 || error.code === 404);

interface LiveOptions<S> {
  readonly topic: string;
  readonly params: Readonly<Record<string, string>>;
  load(signal: AbortSignal): Promise<S>;
  /** What a patch makes of the last snapshot; the snapshot itself where the patch is of another place. */
  merge(snapshot: S, patch: unknown): S;
  /** Shows something that is over: nothing that is told now may change it. */
  readonly isPaused?: boolean;
  /** Everything else that is told on the topic. */
  onNews?(event: PushEvent): void;
}

export interface Live<S> {
  readonly data: S | undefined;
  readonly error: Error | null;
  readonly lamp: LampState;
  /** When the figures were true. */
  readonly at: number;
  retry(): void;
}

/** A snapshot that is kept true: by what is pushed, and without that by asking every half minute. */
export function useLive<S>({ topic, params, load, merge, isPaused = false, onNews }: LiveOptions<S>): Live<S> {
  const client = useQueryClient();
  const state = usePushState();
  const words = JSON.stringify(params);
  const key = useMemo(() => ['screen', topic, words], [topic, words]);
  const { data, error, dataUpdatedAt, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    placeholderData: (before) => before,
    refetchInterval: ({ state: { fetchFailureCount } }) =>
      fetchFailureCount > 0
        ? (retryAfter[Math.min(fetchFailureCount, retryAfter.length) - 1] ?? pollEvery)
        : state === 'live' || isPaused
          ? false
          : pollEvery,
    refetchIntervalInBackground: true,
    retry: false,
  });
  usePush(
    topic,
    (event) => {
      if (event.kind === 'resync') void refetch();
      else if (event.kind === 'snapshot') client.setQueryData(key, event.data as S);
      else if (event.kind === 'patch')
        client.setQueryData<S>(key, (known) => (known === undefined ? known : merge(known, event.data)));
      else onNews?.(event);
    },
    { params, enabled: !isPaused },
  );
  // Where the next place does not answer, the last one stays, and the lamp says so.
  const kept = useRef(data);
  if (data !== undefined) kept.current = data;
  return {
    data: data ?? kept.current,
    error,
    // What was pushed is as good as what was asked for.
    // Who is refused is not cut off.
    lamp: isError && !isRefusal(error) ? 'offline' : state === 'live' ? 'live' : 'polling',
    at: dataUpdatedAt,
    retry: () => void refetch(),
  };
}

/** The time of day, every second. */
export function useClock(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
