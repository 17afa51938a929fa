import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Segmented, Typography, theme } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type TraceGraph, traceGraph } from '#modules/traceability/contract/lot/trace-lot.ts';

const [columnWidth, rowHeight, boxWidth, boxHeight] = [220, 62, 168, 46];
type Direction = 'back' | 'forward' | 'both';

/** What a thing was made of and what was made of it, from the holders on the left to the shops on the right. */
export function GraphView({ nodeType, id }: { readonly nodeType: 'lot' | 'animal'; readonly id: number }) {
  const text = useTexts('traceability.graph');
  const [direction, setDirection] = useState<Direction>('both');
  const { data, error, refetch } = useQuery({
    queryKey: ['traceability.graph', nodeType, id, direction],
    queryFn: () => call(traceGraph, { query: { nodeType, id, direction } }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={8}>
      <Flex gap={12} align="center" wrap>
        <Segmented<Direction>
          value={direction}
          onChange={setDirection}
          options={(['back', 'both', 'forward'] as const).map((value) => ({ value, label: text(value) }))}
        />
        <Typography.Text type="secondary">
          {text('found', { nodes: data.nodes.length, edges: data.edges.length, ms: data.ms })}
        </Typography.Text>
      </Flex>
      {data.more && <Alert type="info" showIcon title={text('more')} />}
      <Picture graph={data} />
    </Flex>
  );
}

function Picture({ graph }: { readonly graph: TraceGraph }) {
  const text = useTexts('traceability.graph');
  const { token } = theme.useToken();
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  const levels = [...new Set(graph.nodes.map((one) => one.level))].sort((a, b) => a - b);
  const columns = levels.map((level) => graph.nodes.filter((one) => one.level === level));
  const tallest = Math.max(1, ...columns.map((one) => one.length));
  const places = new Map<string, { x: number; y: number }>();
  for (const [column, nodes] of columns.entries())
    for (const [row, one] of nodes.entries())
      places.set(one.key, {
        x: column * columnWidth + 8,
        y: ((tallest - nodes.length) / 2 + row) * rowHeight + 8,
      });
  const colours = {
    animal: token.colorSuccess,
    lot: token.colorPrimary,
    unit: token.colorWarning,
    hidden: token.colorTextQuaternary,
  } as const;
  const open = (one: TraceGraph['nodes'][number]) => {
    const lot = `/traceability/traceabilityManagement/lotDetail?id=${one.id}`;
    const animal = `/traceability/traceabilityIdentification/traceDetail?animalId=${one.id}`;
    const to = one.type === 'lot' ? lot : one.type === 'animal' ? animal : null;
    if (to && mayOpen(to)) openPage(to);
  };
  const cut = (words: string, most: number) => (words.length > most ? `${words.slice(0, most - 1)}…` : words);
  return (
    <div style={{ overflow: 'auto', maxHeight: 560, border: `1px solid ${token.colorBorderSecondary}` }}>
      <svg
        role="img"
        aria-label={text('picture')}
        width={levels.length * columnWidth}
        height={tallest * rowHeight + 16}
        style={{ display: 'block' }}
      >
        {graph.edges.map((one) => {
          const [from, to] = [places.get(one.from), places.get(one.to)];
          if (!from || !to) return null;
          const [x1, y1, x2, y2] = [from.x + boxWidth, from.y + boxHeight / 2, to.x, to.y + boxHeight / 2];
          const middle = (x1 + x2) / 2;
          return (
            <path
              key={`${one.from} ${one.to}`}
              d={`M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`}
              fill="none"
              stroke={token.colorBorder}
              strokeWidth={one.kg === null ? 1 : Math.min(5, 1 + one.kg / 200)}
            >
              {one.kg !== null && <title>{`${one.kg} kg`}</title>}
            </path>
          );
        })}
        {graph.nodes.map((one) => {
          const place = places.get(one.key);
          if (!place) return null;
          const isRecalled = one.status === 'recalled' || one.status === 'held';
          const note = one.type === 'animal' ? '' : one.note;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: a drawing; the list below names the same
            <g
              key={one.key}
              transform={`translate(${place.x},${place.y})`}
              style={{ cursor: one.id === null || one.type === 'unit' ? 'default' : 'pointer' }}
              onClick={() => open(one)}
            >
              <title>{`${one.name} ${one.note}`}</title>
              <rect
                width={boxWidth}
                height={boxHeight}
                rx={6}
                fill={one.level === 0 ? token.colorPrimaryBg : token.colorBgContainer}
                stroke={isRecalled ? token.colorError : colours[one.type]}
                strokeWidth={one.level === 0 || isRecalled ? 2 : 1}
                strokeDasharray={one.type === 'hidden' ? '4 3' : undefined}
              />
              <text x={10} y={19} fill={token.colorText} fontSize={12}>
                {cut(one.name, 20)}
              </text>
              <text x={10} y={36} fill={token.colorTextSecondary} fontSize={11}>
                {one.type === 'hidden' ? text('hidden') : cut(note, 22)}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
