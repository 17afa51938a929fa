import type { TableColumnType } from 'antd';
import { isValidElement, type ReactNode } from 'react';
import type { FieldKind } from '#kit/contract/field.ts';
import { type AnyResource, labelKey, type RowOf } from '#kit/contract/resource.ts';
import { Cell, isCode } from '#kit/web/cells/cell.tsx';
import type { T } from '#kit/web/i18n/i18n.ts';
import { CopyButton } from '#kit/web/ui/copy-button.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import type { ListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import type { Row } from './resource-calls.ts';

export const isNumber = (kind: FieldKind) => kind === 'int' || kind === 'decimal' || kind === 'money';

/** Cells drawn by the page itself, by column. */
export type Cells<R extends AnyResource = AnyResource> = {
  readonly [K in keyof R['fields'] & string]?: (row: RowOf<R>) => ReactNode;
};

const widths: Readonly<Record<FieldKind, number>> = {
  id: 90,
  text: 150,
  longText: 220,
  int: 90,
  decimal: 110,
  money: 130,
  bool: 90,
  date: 120,
  dateTime: 180,
  dict: 120,
  dicts: 180,
  ref: 180,
  region: 220,
  state: 110,
  point: 190,
  color: 110,
  pii: 170,
  files: 180,
  lines: 90,
  json: 220,
};
const titleWidth = 220;
/** Codes are said in longer words where letters are narrow. */
const room = (kind: FieldKind, head: string) => widths[kind] * (head < '\u2e80' && /dict|state/.test(kind) ? 1.3 : 1);
/** Room for the column's name: the wide letters of Chinese, the narrow ones of English, and the arrows. */
const headWidth = (text: string, sorts: boolean): number =>
  [...text].reduce((sum, one) => sum + (one > '\u2e80' ? 15 : 8.5), sorts ? 56 : 34);

interface Options {
  readonly resource: AnyResource;
  readonly prefs: ListPrefs;
  readonly sort: string | null;
  readonly cells: Cells | undefined;
  readonly isNarrow: boolean;
  readonly t: T;
  /** The title opens the row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
}

export function tableColumns({ resource, prefs, sort, cells, isNarrow, t, onOpen }: Options): TableColumnType<Row>[] {
  const [sortName, direction] = (sort ?? defaultSort(resource)).split(':');
  const shown = prefs.columns.filter((one) => one.isShown);
  // Fixed columns must stand at the edge they are fixed to.
  const ordered = (['start', null, 'end'] as const).flatMap((fix) => shown.filter((one) => one.fix === fix));
  return ordered.map(({ name, fix }): TableColumnType<Row> => {
    const field = resource.fields[name];
    const own = cells?.[name] as ((row: Row) => ReactNode) | undefined;
    const [isTitle, sorts] = [name === resource.title, resource.list.sorts?.includes(name) === true];
    const title = t.any(labelKey(resource, name));
    const cell = (row: Row) => own?.(row) ?? <Cell name={name} field={field} row={row} />;
    return {
      key: name,
      dataIndex: name,
      title,
      width: Math.max(isTitle ? titleWidth : room(field.kind as FieldKind, title), headWidth(title, sorts)),
      ellipsis: { showTitle: false },
      align: isNumber(field.kind) ? 'end' : 'start',
      // What the engine draws follows from the row alone.
      ...(!own && !isTitle && { shouldCellUpdate: (row: Row, before: Row) => row !== before }),
      ...(fix && !isNarrow && { fixed: fix }),
      ...(sorts && {
        sorter: true,
        // The order after the last is the default one again, so the default must come first.
        sortDirections: defaultSort(resource) === `${name}:desc` ? ['descend', 'ascend'] : ['ascend', 'descend'],
        sortOrder: sortName === name ? (direction === 'desc' ? 'descend' : 'ascend') : null,
      }),
      render: (_, row) =>
        isTitle && onOpen && row[name] && !isLink(own?.(row)) ? (
          <span style={{ display: 'flex', gap: 4 }}>
            <TextButton className="ml-text-title" onClick={() => onOpen(row)} title={String(row[name])}>
              {own?.(row) ?? String(row[name])}
            </TextButton>
            {!own && isCode(name, field) && <CopyButton text={String(row[name])} />}
          </span>
        ) : (
          cell(row)
        ),
    };
  });
}

/** What leads somewhere by itself is not made to lead elsewhere as well. */
const isLink = (drawn: ReactNode) => isValidElement(drawn) && drawn.type === PageLink;

function defaultSort({ list }: AnyResource): string {
  const sort: string = list.sort ?? '';
  return sort.startsWith('-') ? `${sort.slice(1)}:desc` : `${sort}:asc`;
}

export const widthOf = (columns: readonly TableColumnType<Row>[]): number =>
  columns.reduce((sum, column) => sum + Number(column.width ?? 0), 0);
