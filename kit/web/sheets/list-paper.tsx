import type { ReactNode } from 'react';
import { fullName, labelKey } from '#kit/contract/resource.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { ListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { FilterWords } from './filter-words.tsx';

interface Props {
  readonly list: ResourceList;
  readonly prefs: ListPrefs;
  readonly cells?: Cells | undefined;
  readonly rows: readonly Row[];
  onDone(): void;
}

/** More columns than this lie on the long side of the paper. */
const mostUpright = 6;

/** A list on paper: what was asked for, then a plain table of the columns in sight. */
export default function ListPaper({ list, prefs, cells, rows, onDone }: Props) {
  const t = useT();
  const { resource, selected, total, isCapped } = list;
  const names = prefs.columns.filter((one) => one.isShown).map((one) => one.name);
  const count =
    selected.length > 0
      ? t('print.selected', { n: selected.length })
      : rows.length < total
        ? t('print.rowsCut', { n: rows.length, total: isCapped ? `${total - 1}+` : total })
        : t('print.rows', { n: rows.length });
  return (
    <PrintSheet
      title={t.any(`${fullName(resource)}._title`)}
      isWide={names.length > mostUpright}
      onDone={onDone}
      notes={
        <>
          <FilterWords list={list} />
          <span>{count}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name}>{t.any(labelKey(resource, name))}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {names.map((name) => (
                <td key={name}>
                  {(cells?.[name] as ((one: Row) => ReactNode) | undefined)?.(row) ?? (
                    <Cell name={name} field={resource.fields[name]} row={row} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
