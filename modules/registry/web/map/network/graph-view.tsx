import { theme } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { NetworkEdge } from '#modules/registry/contract/map/network.ts';
import { colourOf } from '../type-colours.ts';
import { edgeColour, type GraphNode, layOut, type Placed, wider } from './graph-layout.ts';

interface GraphViewProps {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly NetworkEdge[];
  readonly more: readonly { readonly id: number; readonly n: number }[];
  readonly chosen: number | null;
  readonly height: number;
  readonly label: string;
  onChoose(id: number): void;
  onCentre(id: number): void;
}

const shortened = (name: string) => (name.length > 8 ? `${name.slice(0, 7)}…` : name);

/** One unit with those around it; the wheel goes nearer, dragging moves, a click chooses and two put a node into the middle. */
export function GraphView({ nodes, edges, more, chosen, height, label, onChoose, onCentre }: GraphViewProps) {
  const { token } = theme.useToken();
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const placed = useMemo(() => layOut(nodes, edges), [nodes, edges]);
  const reach = Math.max(170, ...placed.map(({ y }) => Math.abs(y))) + 40;
  const [view, setView] = useState({ x: 0, y: 0, zoom: 1 });
  const byId = new Map(placed.map((one) => [one.id, one]));
  const size = (2 * reach) / view.zoom;

  useEffect(() => {
    const element = svg.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      setView((was) => ({ ...was, zoom: Math.min(6, Math.max(0.6, was.zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15))) }));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  return (
    <svg
      ref={svg}
      role="application"
      aria-label={label}
      viewBox={`${view.x - (size * wider) / 2} ${view.y - size / 2} ${size * wider} ${size}`}
      style={{
        width: '100%',
        height,
        background: token.colorBgLayout,
        borderRadius: token.borderRadius,
        cursor: 'grab',
      }}
      onPointerDown={(event) => {
        drag.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        const from = drag.current;
        if (!from || event.buttons !== 1) return;
        const scale = size / height;
        drag.current = { x: event.clientX, y: event.clientY };
        setView((was) => ({
          ...was,
          x: was.x - (event.clientX - from.x) * scale,
          y: was.y - (event.clientY - from.y) * scale,
        }));
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
    >
      {edges.map((line) => {
        const [a, b] = [byId.get(line.fromId), byId.get(line.toId)];
        if (!a || !b) return null;
        const isNear = chosen === null || line.fromId === chosen || line.toId === chosen;
        return (
          <line
            key={`${line.fromId} ${line.toId} ${line.kind}`}
            x1={a.x}
            y1={a.y}
            x2={b.x}
            y2={b.y}
            stroke={edgeColour(line.kind)}
            strokeWidth={isNear ? 1.8 : 1}
            strokeOpacity={isNear ? 0.9 : 0.5}
            strokeDasharray={line.kind === 'parent' ? '5 4' : undefined}
          >
            <title>{line.kindName}</title>
          </line>
        );
      })}
      {placed.map((node) => (
        <Node
          key={node.id}
          node={node}
          left={more.find((one) => one.id === node.id)?.n ?? 0}
          isChosen={node.id === chosen}
          onChoose={() => onChoose(node.id)}
          onCentre={() => onCentre(node.id)}
        />
      ))}
    </svg>
  );
}

interface NodeProps {
  readonly node: Placed;
  readonly left: number;
  readonly isChosen: boolean;
  onChoose(): void;
  onCentre(): void;
}

function Node({ node, left, isChosen, onChoose, onCentre }: NodeProps) {
  const { token } = theme.useToken();
  const radius = node.hop === 0 ? 22 : node.hop === 1 ? 12 : 9;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a drawing can be no button element
    <g
      role="button"
      tabIndex={0}
      aria-label={node.name}
      aria-pressed={isChosen}
      transform={`translate(${node.x} ${node.y})`}
      style={{ cursor: 'pointer' }}
      onClick={onChoose}
      onDoubleClick={onCentre}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose();
        if (event.key === ' ') onCentre();
      }}
    >
      <title>{`${node.name} · ${node.typeName}`}</title>
      {isChosen && <circle r={radius + 5} fill="none" stroke={token.colorPrimary} strokeWidth={2.5} />}
      <circle r={radius} fill={colourOf(node.type)} stroke={token.colorBgContainer} strokeWidth={2} />
      <text
        y={radius + 14}
        textAnchor="middle"
        fontSize={node.hop === 0 ? 15 : 12.5}
        fontWeight={node.hop === 0 ? 600 : 400}
        fill={token.colorText}
        stroke={token.colorBgLayout}
        strokeWidth={3}
        paintOrder="stroke"
      >
        {node.hop === 0 ? node.name : shortened(node.name)}
      </text>
      {left > 0 && (
        <text x={radius + 4} y={-radius + 4} fontSize={12} fontWeight={600} fill={token.colorPrimaryText}>
          +{left}
        </text>
      )}
    </g>
  );
}
