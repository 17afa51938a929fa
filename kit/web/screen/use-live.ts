import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#kit/web/api/api-error.ts';
import type { PushEvent } from '#kit/web/push/push.ts';
import { usePush, usePushState, useShown } from '#kit/web/push/use-push.ts';

/** `live`: figures arrive by themselves. `polling`: the page asks for them. `offline`: nobody answers, the last ones stay. */
export type LampState = 'live' | 'polling' | 'offline';

const pollEvery = 30_000;
const onTheWayFor = 5_000;
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
  const isUp = usePushState() === 'live';
  const isShown = useShown(topic, params);
  const words = JSON.stringify(params);
  const key = useMemo(() => ['screen', topic, words], [topic, words]);
  // What is told while a load is under way: the answer may be older, and nobody would tell it again.
  const meanwhile = useRef<PushEvent[] | null>(null);
  const told = (known: S | undefined, { kind, data }: PushEvent): S | undefined => {
    if (kind === 'snapshot') return data as S;
    return known === undefined ? known : merge(known, data);
  };
  const { data, error, dataUpdatedAt, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const since: PushEvent[] = [];
      meanwhile.current = since;
      try {
        const loaded = await load(signal);
        return since.reduce<S>((known, event) => told(known, event) ?? known, loaded);
      } finally {
        if (meanwhile.current === since) meanwhile.current = null;
      }
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state: { fetchFailureCount } }) =>
      fetchFailureCount > 0
        ? (retryAfter[Math.min(fetchFailureCount, retryAfter.length) - 1] ?? pollEvery)
        : isShown || isPaused
          ? false
          : pollEvery,
    refetchIntervalInBackground: true,
    retry: false,
  });
  usePush(
    topic,
    (event) => {
      if (event.kind === 'resync') void refetch();
      else if (event.kind === 'snapshot' || event.kind === 'patch') {
        meanwhile.current?.push(event);
        client.setQueryData<S>(key, (known) => told(known, event));
      } else onNews?.(event);
    },
    { params, enabled: !isPaused },
  );
  const isLive = useSteady(isPaused ? isUp : isShown, isUp);
  // Where the next place does not answer, the last one stays, and the lamp says so.
  const kept = useRef(data);
  if (data !== undefined) kept.current = data;
  return {
    data: data ?? kept.current,
    error,
    // What was pushed is as good as what was asked for.
    // Who is refused is not cut off.
    lamp: isError && !isRefusal(error) ? 'offline' : isLive ? 'live' : 'polling',
    at: dataUpdatedAt,
    retry: () => void refetch(),
  };
}

/** On the way from one place to the next the lamp does not flicker, as long as the line stands and the way is short. */
function useSteady(isShown: boolean, isUp: boolean): boolean {
  const [wasShown, setWasShown] = useState(isShown);
  useEffect(() => {
    if (isShown || !isUp) return setWasShown(isShown);
    const timer = setTimeout(() => setWasShown(false), onTheWayFor);
    return () => clearTimeout(timer);
  }, [isShown, isUp]);
  return isShown || (wasShown && isUp);
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
