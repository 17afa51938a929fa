import { theme } from 'antd';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Point } from '#kit/contract/field.ts';
import { toGcj02 } from './gcj02.ts';
import type { Amap, AmapMap } from './load-amap.ts';
import { useAmap } from './use-amap.ts';

interface Place {
  readonly centre: Point;
  /** Zoom 0 shows the world 256 pixels wide. */
  readonly zoom: number;
}

/**
 * The tenant's ground below our own drawing: AMap in `holder`, moved along with `follow`. Our map has the hand, so its own is asleep. Its law-made shift
 * is undone at the middle of the sight, from where it differs by less than a pixel.
 */
export function useGround(holder: RefObject<HTMLElement | null>, place: () => Place | null) {
  const { amap } = useAmap();
  const { token } = theme.useToken();
  const ground = useRef<AmapMap>(undefined);
  const isDark = isDarkColour(token.colorBgContainer);
  const begin = useEffectEvent((service: Amap, container: HTMLElement) => {
    const at = place();
    return new service.Map(container, {
      zoom: at?.zoom ?? 4,
      center: toGcj02(at?.centre ?? { longitude: 105, latitude: 35 }),
      mapStyle: isDark ? 'amap://styles/dark' : 'amap://styles/normal',
      dragEnable: false,
      zoomEnable: false,
      keyboardEnable: false,
      doubleClickZoom: false,
      animateEnable: false,
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another ground in the dark
  useEffect(() => {
    if (!amap || !holder.current) return;
    const made = begin(amap, holder.current);
    ground.current = made;
    return () => {
      ground.current = undefined;
      made.destroy();
    };
  }, [amap, holder, isDark]);
  return {
    hasGround: amap !== null,
    follow: () => {
      const at = place();
      if (at) ground.current?.setZoomAndCenter(at.zoom, toGcj02(at.centre), true);
    },
  };
}

/** By the colour of the ground a theme gives to cards. */
function isDarkColour(colour: string): boolean {
  const [red = 255, green = 255, blue = 255] = colour.startsWith('#')
    ? (colour.slice(1).match(/../g) ?? []).map((part) => Number.parseInt(part, 16))
    : (colour.match(/\d+/g) ?? []).map(Number);
  return red * 0.3 + green * 0.6 + blue * 0.1 < 128;
}
