import { type ReactNode, useMemo, useState } from 'react';
import type { Boundaries } from '#kit/web/lookups/lookups.ts';
import { CanvasMap } from './canvas-map.tsx';
import { clusterPoints, type MovingPoint } from './cluster.ts';
import type { Bounds } from './map-view.ts';

interface Props {
  readonly points: readonly MovingPoint[];
  readonly boundaries: Boundaries | undefined;
  /** Shown whole at first; null shows the land. */
  readonly bounds: Bounds | null;
  readonly height: number;
  readonly label: string;
  onPick(key: string): void;
  tip(key: string): ReactNode;
  /** Of many at one place. */
  tipOfMany(n: number): ReactNode;
}

/** Things that move, by the thousand: near each other they are one mark with their number, and part as the map comes nearer. */
export function PointsMap({ points, bounds, onPick, tip, tipOfMany, ...own }: Props) {
  const [zoom, setZoom] = useState(6);
  const level = Math.floor(zoom);
  const marks = useMemo(() => clusterPoints(points, level), [points, level]);
  return (
    <CanvasMap
      {...own}
      bounds={bounds}
      marks={marks}
      onSight={(sight) => setZoom(sight.zoom)}
      onPick={(mark) => {
        if (mark.n === 1) onPick(mark.key);
        return mark.n === 1;
      }}
      tip={(mark) => (mark.n === 1 ? tip(mark.key) : tipOfMany(mark.n))}
    />
  );
}
