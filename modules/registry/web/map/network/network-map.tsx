import { useMemo } from 'react';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import type { Bounds } from '#kit/web/map/map-view.ts';
import type { Mark } from '#kit/web/map/paint-map.ts';
import type { NetworkEdge } from '#modules/registry/contract/map/network.ts';
import { colourOf } from '../type-colours.ts';
import { useBoundaries } from '../use-boundaries.ts';
import { edgeColour, type GraphNode } from './graph-layout.ts';

interface NetworkMapProps {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly NetworkEdge[];
  readonly height: number;
  readonly label: string;
  onChoose(id: number): void;
}

/** The same units and lines, each where it is; names where there are few. */
export function NetworkMap({ nodes, edges, height, label, onChoose }: NetworkMapProps) {
  const boundaries = useBoundaries();
  const { marks, lines, bounds } = useMemo(() => {
    const located = nodes.filter((one) => one.longitude !== null && one.latitude !== null);
    const at = new Map(located.map((one) => [one.id, [one.longitude as number, one.latitude as number] as const]));
    const [xs, ys] = [0, 1].map((axis) => [...at.values()].map((place) => place[axis] as number)) as [
      number[],
      number[],
    ];
    return {
      marks: located
        .toSorted((a, b) => b.hop - a.hop)
        .map(
          (one): Mark => ({
            key: String(one.id),
            longitude: one.longitude as number,
            latitude: one.latitude as number,
            n: 1,
            parts: [{ colour: colourOf(one.type), n: 1 }],
            label: one.hop === 0 || located.length <= 25 ? one.name : undefined,
          }),
        ),
      lines: edges.flatMap(({ fromId, toId, kind }) => {
        const [from, to] = [at.get(fromId), at.get(toId)];
        return from && to ? [{ from, to, colour: edgeColour(kind), isDashed: kind === 'parent' }] : [];
      }),
      bounds: located.length ? ([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as Bounds) : null,
    };
  }, [nodes, edges]);
  const byKey = new Map(nodes.map((one) => [String(one.id), one]));
  return (
    <CanvasMap
      boundaries={boundaries}
      marks={marks}
      lines={lines}
      bounds={bounds}
      height={height}
      label={label}
      onPick={(mark) => {
        onChoose(Number(mark.key));
        return true;
      }}
      tip={(mark) => `${byKey.get(mark.key)?.name ?? ''} · ${byKey.get(mark.key)?.typeName ?? ''}`}
    />
  );
}
