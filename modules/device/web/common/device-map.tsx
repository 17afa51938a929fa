import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import type { Bounds, Sight } from '#kit/web/map/map-view.ts';
import type { MapLine, Mark } from '#kit/web/map/paint-map.ts';
import { chart } from '#kit/web/ui/palette.ts';
import { type DeviceMap, deviceMap } from '#modules/device/contract/telemetry/telemetry.ts';
import { useBoundaries } from './names.ts';
import { stateColours } from './state.tsx';

const everyMs = 5_000;
const whole: Bounds = [115, 38, 127, 50];

interface Props {
  readonly kinds: string;
  readonly height: number;
  readonly label: string;
  readonly lines?: readonly MapLine[];
  readonly bounds?: Bounds | null;
  onPick?(id: number): void;
}

/** Outlines of fences and trails are lines on the map. */
export const ringLines = (rings: unknown, colour: string, isDashed = false): MapLine[] =>
  (Array.isArray(rings) ? (rings as [number, number][][]) : []).flatMap((ring) =>
    ring.slice(1).map((to, at) => ({ from: ring[at] as [number, number], to, colour, isDashed })),
  );

export const boundsOf = (places: readonly { longitude: number; latitude: number }[]): Bounds | null => {
  if (places.length === 0) return null;
  const lon = places.map((one) => one.longitude);
  const lat = places.map((one) => one.latitude);
  return [Math.min(...lon) - 0.01, Math.min(...lat) - 0.01, Math.max(...lon) + 0.01, Math.max(...lat) + 0.01];
};

export function marksOf(data: DeviceMap | undefined): Mark[] {
  if (!data) return [];
  const single = data.points.map((one) => ({
    key: String(one.id),
    longitude: one.longitude,
    latitude: one.latitude,
    n: 1,
    parts: [{ colour: stateColours[one.state] ?? chart.grey, n: 1 }],
    // Names of many would lie over each other: they are told when pointed at.
    ...(data.points.length <= 12 && { label: one.name ?? one.deviceNo }),
  }));
  const many = data.clusters.map((one, at) => ({
    key: `c${at}`,
    longitude: one.longitude,
    latitude: one.latitude,
    n: one.n,
    parts: [
      { colour: stateColours.online ?? '', n: one.n - one.silent - one.alarms },
      { colour: stateColours.silent ?? '', n: one.silent },
      { colour: stateColours.alarm ?? '', n: one.alarms },
    ],
  }));
  return [...single, ...many];
}

/** Devices where they are now; asked again every few seconds while the page is looked at. */
export function DeviceMapView({ kinds, height, label, lines, bounds, onPick }: Props) {
  const boundaries = useBoundaries();
  const [sight, setSight] = useState<Sight | null>(null);
  const [west, south, east, north] = sight?.bounds ?? whole;
  const { data } = useQuery({
    queryKey: ['device.map', kinds, west, south, east, north],
    queryFn: () => call(deviceMap, { query: { west, south, east, north, kinds }, quiet: true }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });
  const [first, setFirst] = useState<Bounds | null | undefined>(bounds);
  if (first === undefined && data) setFirst(boundsOf([...data.points, ...data.clusters]));
  const marks = useMemo(() => marksOf(data), [data]);
  return (
    <CanvasMap
      boundaries={boundaries}
      marks={marks}
      {...(lines && { lines })}
      bounds={bounds ?? first}
      height={height}
      label={label}
      onSight={setSight}
      onPick={(mark) => {
        if (!onPick || mark.key.startsWith('c')) return false;
        onPick(Number(mark.key));
        return true;
      }}
      tip={(mark) => {
        const point = data?.points.find((one) => String(one.id) === mark.key);
        return point ? (point.name ?? point.deviceNo) : mark.n;
      }}
    />
  );
}
