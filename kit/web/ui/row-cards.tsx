import { Button, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/contract/resource.ts';
import type { Action } from './action-buttons.tsx';
import './row-cards.css';

type Row = Readonly<Record<string, unknown>>;
type Column<R> = TableColumnType<R>;

/** Below the title; the rest is one touch away. Which ones come first, the user says by the order of the columns. */
const most = { tags: 5, lines: 6 };
/** The title opens the record, and to edit it is nobody's daily work. */
const plain: ReadonlySet<string> = new Set(['detail', 'edit']);
const isTag = /^dicts?$/;

/** Where there is room for one column only: the title and its state, then what speaks for itself, then the rest with its names. */
export function asCards<R extends object>(
  columns: readonly Column<R>[],
  resource: AnyResource,
  actionsOf?: (row: R) => readonly Action[],
): Column<R>[] {
  const head = columns.find((one) => one.key === resource.title) ?? columns[0];
  if (!head) return [];
  const state = columns.find((one) => one.key === resource.stateField && one !== head);
  const others = columns.filter((one) => one !== head && one !== state);
  const kindOf = (one: Column<R>): string => resource.fields[String(one.key)]?.kind ?? '';
  const tags = others.filter((one) => isTag.test(kindOf(one)));
  const lines = others.filter((one) => !isTag.test(kindOf(one)));
  const render = (_: unknown, row: R, at: number) => {
    const drawn = (one: Column<R>) => one.render?.(saidBy(row, one) as never, row, at) as ReactNode;
    const saying = (some: readonly Column<R>[], n: number) => some.filter((one) => says(saidBy(row, one))).slice(0, n);
    const shown = saying(tags, most.tags);
    const main = actionsOf?.(row)[0];
    return (
      <div className="ml-card">
        <div className="ml-card-head">
          <div>{drawn(head)}</div>
          {state && drawn(state)}
        </div>
        {shown.length > 0 && (
          <div className="ml-card-tags">
            {shown.map((one) => (
              <div key={String(one.key)}>{drawn(one)}</div>
            ))}
          </div>
        )}
        <div className="ml-card-lines">
          {saying(lines, most.lines).map((one) => (
            <div key={String(one.key)} className="ml-card-line">
              <span>{one.title as ReactNode}</span>
              <div>{drawn(one)}</div>
            </div>
          ))}
        </div>
        {main && !main.danger && !plain.has(main.key) && (
          <Button type="primary" ghost onClick={main.run} className="ml-card-act">
            {main.label}
          </Button>
        )}
      </div>
    );
  };
  return [{ ...head, width: 'auto', ellipsis: false, align: 'start', render }];
}

const saidBy = (row: object, { key }: { key?: unknown }): unknown => (row as Row)[String(key)];

/** Nothing, no and none need no line. */
const says = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '' && value !== false;
