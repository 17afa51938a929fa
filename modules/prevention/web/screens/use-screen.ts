import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { prefectureOf } from '#kit/web/map/centre.ts';
import type { PushEvent } from '#kit/web/push/push.ts';
import { screen } from '#kit/web/screen/palette.ts';
import type { MapPulse } from '#kit/web/screen/place-map.tsx';
import { type Live, useLive } from '#kit/web/screen/use-live.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  type PulseKind,
  pulseKinds,
  type ScreenName,
  type ScreenPatch,
  type ScreenPulse,
  type Snapshot,
  screenSnapshot,
} from '#modules/prevention/contract/screens/screen.ts';
import { pulseColours } from './colours.ts';

/** More of them in a second are told by their township. */
const mostPerSecond = 5;
const shownFor = 1_600;
const mostShown = 40;

export function mergePatch(known: Snapshot, told: unknown): Snapshot {
  const patch = told as ScreenPatch;
  if (patch.regionCode !== known.region.code) return known;
  const fresh = new Map(patch.children.map((one) => [one.code, one]));
  return {
    ...known,
    at: patch.at,
    values: { ...known.values, ...patch.values },
    region: { ...known.region, children: known.region.children.map((one) => fresh.get(one.code) ?? one) },
    rows: { ...known.rows, ...(patch.rows as Snapshot['rows']) },
    headline: patch.headline ?? known.headline,
  };
}

export interface Happening extends ScreenPulse {
  readonly key: string;
  readonly at: string;
}

/** What has just happened: on the map for a moment, and the last fifty for those who list them. */
function usePulses() {
  const [pulses, setPulses] = useState<readonly MapPulse[]>([]);
  const [news, setNews] = useState<readonly Happening[]>([]);
  const second = useRef({ at: 0, n: 0 });
  const count = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);
  const take = (event: PushEvent) => {
    if (!pulseKinds.includes(event.kind as PulseKind)) return;
    const told = event.data as ScreenPulse;
    count.current += 1;
    const key = String(count.current);
    setNews((known) => [{ ...told, kind: event.kind as PulseKind, key, at: event.at }, ...known].slice(0, 50));
    const { longitude, latitude } = told;
    if (longitude === null || latitude === null) return;
    const now = Date.now();
    if (now - second.current.at > 1_000) second.current = { at: now, n: 0 };
    second.current.n += 1;
    const town = Math.floor(told.regionCode / 1_000);
    const isCrowded = second.current.n > mostPerSecond;
    setPulses((known) => {
      const same = isCrowded ? known.find((one) => one.key.startsWith(`${town}:`)) : undefined;
      if (same) return known.map((one) => (one === same ? { ...one, n: one.n + 1 } : one));
      const colour = pulseColours[event.kind] ?? screen.white;
      return [...known, { key: `${town}:${key}`, longitude, latitude, colour, n: 1 }].slice(-mostShown);
    });
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setPulses((known) => known.filter((one) => one.key !== `${town}:${key}`));
    }, shownFor);
    timers.current.add(timer);
  };
  return { pulses, news, take };
}

export interface ScreenState extends Live<Snapshot> {
  readonly pulses: readonly MapPulse[];
  readonly news: readonly Happening[];
  go(code: number | null): void;
}

/** One screen's snapshot of one place, kept true. The place is in the address. */
export function useScreen(screen: ScreenName, more: Readonly<Record<string, string>> = {}): ScreenState {
  const url = useUrlState();
  const { pulses, news, take } = usePulses();
  const regionCode = url.get('regionCode');
  const seasonId = url.get('seasonId');
  const ask = { screen, ...(regionCode && { regionCode }), ...(seasonId && { seasonId }), ...more };
  const live = useLive<Snapshot>({
    topic: 'screen',
    params: ask,
    load: (signal) => call(screenSnapshot, { query: ask as never, signal, quiet: true, background: true }),
    merge: mergePatch,
    // A day that is played back is over.
    isPaused: 'on' in more,
    onNews: take,
  });
  return {
    ...live,
    pulses,
    news,
    go: (code) => url.set({ regionCode: code === null ? null : String(code) }, { replace: true }),
  };
}

/** Outlines around a place; ours, no map service is asked. */
export function useOutlines(code: number | undefined) {
  const around = prefectureOf(code ?? null);
  const { data } = useQuery({
    queryKey: ['lookup', 'boundaries', around],
    queryFn: () => lookups().boundaries(around as number),
    enabled: around !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
