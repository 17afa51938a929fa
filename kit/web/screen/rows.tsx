import { type ReactNode, useRef } from 'react';
import css from './screen.module.css';

interface BarProps {
  readonly share: number | null;
  readonly colour: string;
  /** Where it should stand. */
  readonly mark?: number;
  readonly height?: number;
}

export function Bar({ share, colour, mark, height = 10 }: BarProps) {
  return (
    <div className={css.track} style={{ height }}>
      <div
        className={css.fill}
        style={{ width: `${Math.min(1, Math.max(0, share ?? 0)) * 100}%`, background: colour }}
      />
      {mark !== undefined && <div className={css.mark} style={{ left: `calc(${Math.min(1, mark) * 100}% - 1px)` }} />}
    </div>
  );
}

interface MovingProps {
  /** Of one row, in pixels of the canvas. */
  readonly rowHeight: number;
  /** So many fit; more than that roll by themselves. */
  readonly fits: number;
  readonly children: readonly ReactNode[];
}

/** Rows that roll when there are more than fit; they stop below the pointer. */
export function Moving({ rowHeight, fits, children }: MovingProps) {
  if (children.length <= fits) return <div className={css.rows}>{children}</div>;
  return (
    <div className={css.moving}>
      <div style={{ animationDuration: `${children.length * 2.5}s`, height: children.length * 2 * rowHeight }}>
        {children}
        <div aria-hidden>{children}</div>
      </div>
    </div>
  );
}

interface LineProps {
  readonly columns: string;
  readonly height?: number;
  onPick?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A row of cells in given widths. */
export function Line({ columns, height = 36, onPick, children }: LineProps) {
  const style = { gridTemplateColumns: columns, height };
  if (!onPick)
    return (
      <div className={css.bar} style={style}>
        {children}
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot be a grid in every browser
    <div
      className={css.bar}
      style={style}
      data-click
      role="button"
      tabIndex={0}
      onClick={onPick}
      onKeyDown={(event) => event.key === 'Enter' && onPick()}
    >
      {children}
    </div>
  );
}

interface TickerProps<R> {
  readonly rows: readonly R[];
  readonly columns: string;
  keyOf(row: R): string;
  cells(row: R): ReactNode;
}

/** The newest on top; a row that was not there before slides in. */
export function Ticker<R>({ rows, columns, keyOf, cells }: TickerProps<R>) {
  const known = useRef<ReadonlySet<string> | null>(null);
  const before = known.current;
  const keys = rows.map(keyOf);
  known.current = new Set(keys);
  return (
    <div className={css.rows} data-ticker>
      {rows.map((row, at) => (
        <div
          key={keys[at]}
          className={css.tickerRow}
          style={{ gridTemplateColumns: columns }}
          data-fresh={before !== null && !before.has(keys[at] ?? '') ? true : undefined}
        >
          {cells(row)}
        </div>
      ))}
    </div>
  );
}

export interface Column<R> {
  readonly key: string;
  readonly title: string;
  cell(row: R): ReactNode;
}

interface GridProps<R> {
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
  keyOf(row: R): string | number;
  onPick?(row: R): void;
}

/** A small table of figures. */
export function Grid<R>({ rows, columns, keyOf, onPick }: GridProps<R>) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {columns.map(({ key, title }) => (
            <th key={key}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-click={onPick ? true : undefined} onClick={() => onPick?.(row)}>
            {columns.map(({ key, cell }) => (
              <td key={key}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
