import { useEffect, useEffectEvent, useState } from 'react';
import type { MapPulse } from '#kit/web/screen/place-map.tsx';
import { pulseColours } from '../colours.ts';
import type { ScreenContext } from '../screen-frame.tsx';

const [begin, whole, step, stays] = [1_400, 4_000, 100, 1_600];

/** Today's visits light up in the order they happened, the whole day in four seconds; once, when the page opens. */
export function useLights(context: ScreenContext): readonly MapPulse[] {
  const [lit, setLit] = useState<readonly (MapPulse & { readonly until: number })[]>([]);
  const rows = useEffectEvent(() => context.rows<{ longitude: number; latitude: number }>('lights'));
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const all = rows();
    const steps = whole / step;
    let at = 0;
    let timer: ReturnType<typeof setInterval> | undefined;
    const light = () => {
      const next = all.slice(Math.floor((at * all.length) / steps), Math.floor(((at + 1) * all.length) / steps));
      const now = Date.now();
      setLit((known) => {
        const left = known.filter((one) => one.until > now);
        if (next.length === 0 && left.length === known.length) return known;
        return [
          ...left,
          ...next.map(({ longitude, latitude }, index) => ({
            key: `light ${at} ${index}`,
            longitude,
            latitude,
            colour: pulseColours.visit ?? '',
            n: 1,
            until: now + stays,
          })),
        ];
      });
      at += 1;
      if (at > steps + stays / step) clearInterval(timer);
    };
    const wait = setTimeout(() => {
      if (all.length > 0) timer = setInterval(light, step);
    }, begin);
    return () => {
      clearTimeout(wait);
      clearInterval(timer);
    };
  }, []);
  return lit;
}
