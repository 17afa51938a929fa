import { Empty, theme } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { TraceMove, TracePoint } from '#modules/prevention/contract/outbreak/investigation.ts';
import { useLabel } from './names.tsx';
import { roleColour } from './ring-map.tsx';

interface Props {
  readonly points: readonly TracePoint[];
  readonly moves: readonly TraceMove[];
}

interface Placed extends TracePoint {
  readonly x: number;
  readonly y: number;
}

const [columnWidth, rowHeight, radius] = [330, 92, 13];

/**
 * Where animals came from stands left, the index in the middle, where they went right: a node's column is one further than the one it got animals from.
 */
function layOut(points: readonly TracePoint[], moves: readonly TraceMove[]): Placed[] {
  const level = new Map<string, number>();
  const start = points.find((one) => one.role === 'index') ?? points[0];
  if (!start) return [];
  level.set(start.key, 0);
  for (let round = 0; round < points.length; round += 1)
    for (const { from, to } of moves) {
      if (level.has(from) && !level.has(to)) level.set(to, (level.get(from) ?? 0) + 1);
      if (level.has(to) && !level.has(from)) level.set(from, (level.get(to) ?? 0) - 1);
    }
  const least = Math.min(0, ...level.values());
  const columns = Map.groupBy(
    points.filter((one) => level.has(one.key)),
    (one) => (level.get(one.key) ?? 0) - least,
  );
  const tallest = Math.max(1, ...[...columns.values()].map((one) => one.length));
  return [...columns].flatMap(([column, own]) =>
    own.map((one, at) => ({
      ...one,
      x: 110 + column * columnWidth,
      y: 50 + ((at + 0.5) * tallest * rowHeight) / own.length,
    })),
  );
}

/** The moves in and out as arrows, each with its day and heads. */
export function TraceGraph({ points, moves }: Props) {
  const { token } = theme.useToken();
  const speciesOf = useLabel('species');
  const text = useTexts('prevention.actionPage');
  const moved = new Set(moves.flatMap((one) => [one.from, one.to]));
  const placed = layOut(
    points.filter((one) => moved.has(one.key) || one.role === 'index'),
    moves,
  );
  if (moves.length === 0) return <Empty description={text('noMoves')} />;
  const byKey = new Map(placed.map((one) => [one.key, one]));
  const width = Math.max(680, ...placed.map(({ x }) => x + 130));
  const height = Math.max(200, ...placed.map(({ y }) => y + 56));
  return (
    <div style={{ overflowX: 'auto' }} data-record>
      <svg
        role="img"
        aria-label={text('traceLabel', { n: moves.length })}
        viewBox={`0 0 ${width} ${height}`}
        style={{
          width: '100%',
          minWidth: 560,
          maxHeight: 520,
          background: token.colorBgLayout,
          borderRadius: token.borderRadius,
        }}
      >
        <defs>
          <marker id="trace-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0L10 5L0 10z" fill={token.colorTextSecondary} />
          </marker>
        </defs>
        {moves.map((move) => {
          const [a, b] = [byKey.get(move.from), byKey.get(move.to)];
          if (!a || !b) return null;
          const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
          const cut = (radius + 4) / length;
          const [x1, y1] = [a.x + (b.x - a.x) * cut, a.y + (b.y - a.y) * cut];
          const [x2, y2] = [b.x - (b.x - a.x) * cut, b.y - (b.y - a.y) * cut];
          return (
            <g key={`${move.from} ${move.to} ${move.on} ${move.head} ${move.docNo}`}>
              <line
                x1={x1}
                y1={y1}
                x2={x2}
                y2={y2}
                stroke={token.colorTextSecondary}
                strokeWidth={1.4}
                markerEnd="url(#trace-arrow)"
                strokeDasharray={move.docNo ? undefined : '5 4'}
              />
              <text
                x={(x1 + x2) / 2}
                y={(y1 + y2) / 2 - 6}
                textAnchor="middle"
                fontSize={12}
                fill={token.colorText}
                stroke={token.colorBgLayout}
                strokeWidth={3}
                paintOrder="stroke"
              >
                {`${move.on.slice(5)} · ${speciesOf(move.species)} ${move.head}`}
              </text>
              <title>{[move.docNo ?? text('told'), move.vehicle].filter(Boolean).join(' · ')}</title>
            </g>
          );
        })}
        {placed.map((node) => (
          <g key={node.key} transform={`translate(${node.x} ${node.y})`}>
            <circle
              r={radius}
              fill={node.role ? roleColour(node.role) : token.colorTextQuaternary}
              stroke={token.colorBgContainer}
              strokeWidth={2}
            />
            <text
              y={radius + 16}
              textAnchor="middle"
              fontSize={13}
              fontWeight={node.role === 'index' ? 600 : 400}
              fill={token.colorText}
            >
              {node.name}
            </text>
            {node.regionName && (
              <text y={radius + 31} textAnchor="middle" fontSize={11} fill={token.colorTextTertiary}>
                {node.regionName}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
