import { type Field, type Lines, sumOf } from '#kit/contract/field.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Line } from './line-values.ts';

interface Props {
  readonly spec: Lines;
  readonly lines: readonly Line[];
  /** Without a column for buttons. */
  readonly isPlain?: boolean;
}

/** What the lines add up to, under the columns that are added. */
export function TotalsRow({ spec, lines, isPlain = false }: Props) {
  const t = useT();
  const totals = Object.keys(spec.totals ?? {});
  if (totals.length === 0 || lines.length === 0) return null;
  return (
    <tfoot>
      <tr>
        <td colSpan={2}>{t('document.total', { n: lines.length })}</td>
        {Object.entries<Field>(spec.fields)
          .slice(1)
          .map(([column, one]) => (
            <td key={column} data-number data-empty={!totals.includes(column)}>
              {totals.includes(column) && <Cell name={column} field={one} row={{ [column]: sumOf(lines, column) }} />}
            </td>
          ))}
        {!isPlain && <td className="ml-lines-no" />}
      </tr>
    </tfoot>
  );
}
