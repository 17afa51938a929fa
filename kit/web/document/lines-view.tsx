import { theme } from 'antd';
import type { CSSProperties } from 'react';
import type { Field, Lines } from '#kit/contract/field.ts';
import { type AnyResource, fullName, labelKey, lineNoun } from '#kit/contract/resource.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isNumber } from '#kit/web/resource/table-columns.tsx';
import type { Line } from './line-values.ts';
import './lines.css';
import { TotalsRow } from './totals-row.tsx';

interface Props {
  readonly resource: AnyResource;
  /** The field that holds the lines. */
  readonly name: string;
  readonly lines: readonly Line[];
}

/** The lines of a document as they are, on the screen and on paper, with places to sign that only paper shows. */
export function LinesView({ resource, name, lines }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const noun = lineNoun(resource, name);
  const spec = resource.fields[name].lines as Lines;
  const columns = Object.entries<Field>(spec.fields);
  const colors = { '--line': token.colorBorderSecondary, '--head': token.colorFillAlter } as CSSProperties;
  return (
    <div className="ml-lines ml-lines-view" style={colors}>
      <table aria-label={t.any(labelKey(noun, '_title'))}>
        <thead>
          <tr>
            <th className="ml-lines-no">#</th>
            {columns.map(([column, one]) => (
              <th key={column} data-number={isNumber(one.kind)}>
                {t.any(labelKey(noun, column))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={String(line.id ?? at)}>
              <td className="ml-lines-no">{at + 1}</td>
              {columns.map(([column, one]) => (
                <td key={column} data-label={t.any(labelKey(noun, column))} data-number={isNumber(one.kind)}>
                  <Cell name={column} field={one} row={line} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <TotalsRow spec={spec} lines={lines} isPlain />
      </table>
      {spec.signatures && (
        <p className="ml-lines-sign">
          {spec.signatures.map((one) => (
            <span key={one}>{t.any(`${fullName(resource)}._sign_${one}`)}</span>
          ))}
        </p>
      )}
    </div>
  );
}
