import { theme } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Point } from '#kit/contract/field.ts';
import { fromGcj02, toGcj02 } from './gcj02.ts';
import type { Amap, AmapMap, AmapMarker } from './load-amap.ts';
import type { PinMapProps } from './outline-map.tsx';

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** AMap with the same boundary lines and the one pin; places go in and out as WGS-84. */
export function AmapPin({ amap, centre, pin, boundaries, onPin, height = 420 }: PinMapProps & { readonly amap: Amap }) {
  const { token } = theme.useToken();
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<AmapMap>(undefined);
  const marker = useRef<AmapMarker>(undefined);
  const put = useEffectEvent((longitude: number, latitude: number) => {
    const place = fromGcj02(longitude, latitude);
    onPin({ longitude: round(place.longitude), latitude: round(place.latitude) });
  });
  const begin = useEffectEvent(
    (container: HTMLElement) => new amap.Map(container, { zoom: pin ? 11 : 8, center: toGcj02(pin ?? centre) }),
  );
  const mark = useEffectEvent((place: Point) => {
    const added = new amap.Marker({ position: toGcj02(place), draggable: true });
    added.on('dragend', () => put(added.getPosition().getLng(), added.getPosition().getLat()));
    return added;
  });

  useEffect(() => {
    if (!holder.current) return;
    const made = begin(holder.current);
    made.addControl(new amap.Scale());
    made.addControl(new amap.ToolBar());
    made.on('click', ({ lnglat }) => put(lnglat.getLng(), lnglat.getLat()));
    map.current = made;
    return () => {
      map.current = undefined;
      marker.current = undefined;
      made.destroy();
    };
  }, [amap]);

  useEffect(() => {
    const made = map.current;
    if (!made || !boundaries) return;
    const lines = boundaries.features.flatMap(({ geometry }) => {
      const parts = geometry?.type === 'MultiPolygon' ? geometry.coordinates : [geometry?.coordinates ?? []];
      return (parts as [number, number][][][]).map(
        ([ring = []]) =>
          new amap.Polygon({
            path: ring.map(([longitude, latitude]) => toGcj02({ longitude, latitude })),
            strokeColor: token.colorPrimary,
            strokeWeight: 1,
            fillOpacity: 0,
            bubble: true,
          }),
      );
    });
    made.add(lines);
    return () => {
      if (map.current === made) made.remove(lines);
    };
  }, [amap, boundaries, token]);

  useEffect(() => {
    const made = map.current;
    if (!made) return;
    if (!pin) {
      if (marker.current) made.remove(marker.current);
      marker.current = undefined;
    } else if (marker.current) marker.current.setPosition(toGcj02(pin));
    else {
      marker.current = mark(pin);
      made.add(marker.current);
    }
  }, [pin]);

  return <div ref={holder} style={{ height, borderRadius: token.borderRadius, overflow: 'hidden' }} />;
}
