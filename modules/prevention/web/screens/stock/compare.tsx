import { useState } from 'react';
import { Opens } from '#kit/web/screen/figure.tsx';
import { screen } from '#kit/web/screen/palette.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import { Line, Moving } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import type { ScreenContext } from '../screen-frame.tsx';

export interface CompareColumn {
  /** A figure's code. */
  readonly code: string;
  readonly title: string;
  readonly width: number;
  readonly colour?: string | undefined;
  say(n: number | null | undefined): string;
  /** The lowest of all is marked. */
  readonly marksWorst?: boolean;
}

interface CompareProps {
  readonly context: ScreenContext;
  readonly id: string;
  readonly at: Box;
  readonly columns: readonly [CompareColumn, ...CompareColumn[]];
}

interface Order {
  readonly code: string;
  readonly isDown: boolean;
}

const [headHeight, rowHeight] = [34, 34];

/** The parts side by side; a click on a heading puts them in its order, a click on a row goes there. */
export function Compare({ context, id, at, columns }: CompareProps) {
  const [order, setOrder] = useState<Order>({ code: columns[0].code, isDown: true });
  const parts = context.data.region.children;
  // What is unknown comes last, whichever way one looks.
  const isUnknown = (n: number | null | undefined) => (n ?? null) === null;
  const rows = parts.toSorted((a, b) => {
    const [one, other] = [a.values[order.code], b.values[order.code]];
    if (isUnknown(one) !== isUnknown(other)) return isUnknown(one) ? 1 : -1;
    return ((other ?? 0) - (one ?? 0)) * (order.isDown ? 1 : -1) || a.code - b.code;
  });
  const worst = (code: string) => Math.min(...parts.map((one) => one.values[code] ?? Number.POSITIVE_INFINITY));
  const widths = `minmax(0, 1fr) ${columns.map((one) => `${one.width}px`).join(' ')}`;
  const fits = Math.floor((at[3] - 42 - 14 - headHeight) / rowHeight);
  return (
    <Panel
      id={id}
      at={at}
      title={context.text('herd.compare')}
      extra={context.text('herd.sortHint')}
      isEmpty={rows.length === 0}
    >
      <Line columns={widths} height={headHeight}>
        <span className={css.note}>{context.text('herd.part')}</span>
        {columns.map((one) => (
          <Heading key={one.code} column={one} order={order} onOrder={setOrder} />
        ))}
      </Line>
      <div style={{ height: fits * rowHeight }}>
        <Moving rowHeight={rowHeight} fits={fits}>
          {rows.map((one) => (
            <Line key={one.code} columns={widths} height={rowHeight} onPick={() => context.go(one.code)}>
              <span className={css.cut} title={one.name}>
                {one.name}
              </span>
              {columns.map((column) => {
                const n = one.values[column.code];
                const isWorst = column.marksWorst && parts.length > 1 && n === worst(column.code);
                return (
                  <Cell
                    key={column.code}
                    column={column}
                    n={n}
                    isWorst={isWorst ?? false}
                    to={context.drill(column.code, one.code)}
                  />
                );
              })}
            </Line>
          ))}
        </Moving>
      </div>
    </Panel>
  );
}

interface CellProps {
  readonly column: CompareColumn;
  readonly n: number | null | undefined;
  readonly isWorst: boolean;
  readonly to: string | null;
}

function Cell({ column: { say, colour }, n, isWorst, to }: CellProps) {
  return (
    <span className={css.right} style={{ color: isWorst ? screen.bad : n === 0 ? screen.none : colour }}>
      {isWorst && '▼ '}
      <Opens to={to}>{say(n)}</Opens>
    </span>
  );
}

interface HeadingProps {
  readonly column: CompareColumn;
  readonly order: Order;
  onOrder(order: Order): void;
}

function Heading({ column: { code, title }, order, onOrder }: HeadingProps) {
  const isOurs = order.code === code;
  return (
    <button
      type="button"
      aria-pressed={isOurs}
      style={{
        all: 'unset',
        fontSize: 14,
        lineHeight: '16px',
        textAlign: 'end',
        cursor: 'pointer',
        color: isOurs ? screen.text : screen.soft,
      }}
      onClick={() => onOrder({ code, isDown: isOurs ? !order.isDown : true })}
    >
      {title}
      {isOurs && (order.isDown ? '↓' : '↑')}
    </button>
  );
}
