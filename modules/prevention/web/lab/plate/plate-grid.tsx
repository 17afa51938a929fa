import { theme } from 'antd';
import type { CSSProperties } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { columnsOfPlate, rowsOfPlate } from './plate.ts';

export type Wells = Readonly<Record<string, { readonly barcode: string; readonly value?: number | null }>>;

interface Props {
  readonly plate: Wells;
  onChange(change: (old: Wells) => Wells): void;
  /** A block put into a well. */
  onPaste(text: string, well: string): void;
}

/** Ninety-six wells, each with the tube that is in it and what was measured. */
export function PlateGrid({ plate, onChange, onPaste }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const input: CSSProperties = {
    width: '100%',
    border: 0,
    outlineOffset: -2,
    padding: '1px 4px',
    background: 'transparent',
    color: token.colorText,
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  };
  const set = (well: string, more: Partial<Wells[string]>) =>
    onChange((old) => ({ ...old, [well]: { barcode: '', ...old[well], ...more } }));
  const head: CSSProperties = { color: token.colorTextSecondary, fontWeight: 400, padding: 2, fontSize: 12 };
  return (
    <div style={{ overflowX: 'auto' }}>
      <table style={{ borderCollapse: 'collapse', minWidth: 1080, width: '100%', tableLayout: 'fixed' }}>
        <thead>
          <tr>
            <th style={{ ...head, width: 26 }} />
            {columnsOfPlate.map((column) => (
              <th key={column} style={head}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOfPlate.map((row) => (
            <tr key={row}>
              <th style={head}>{row}</th>
              {columnsOfPlate.map((column) => {
                const well = `${row}${column}`;
                const one = plate[well];
                const isHalf = Boolean(one?.barcode) !== (one?.value !== null && one?.value !== undefined);
                return (
                  <td
                    key={well}
                    style={{
                      border: `1px solid ${token.colorBorderSecondary}`,
                      padding: 0,
                      background:
                        one?.barcode && !isHalf
                          ? token.colorSuccessBg
                          : isHalf && one
                            ? token.colorWarningBg
                            : undefined,
                    }}
                  >
                    <input
                      aria-label={`${well} ${t('prevention.labPage.barcode')}`}
                      value={one?.barcode ?? ''}
                      maxLength={12}
                      inputMode="numeric"
                      placeholder={well}
                      title={one?.barcode}
                      onChange={(event) => set(well, { barcode: event.target.value.replace(/\D/g, '') })}
                      style={{ ...input, fontSize: 11, color: token.colorTextSecondary }}
                    />
                    <input
                      aria-label={`${well} ${t('prevention.labPage.value')}`}
                      value={one?.value ?? ''}
                      inputMode="decimal"
                      onPaste={(event) => {
                        const text = event.clipboardData.getData('text');
                        if (!/[\t\n;,]/.test(text.trim())) return;
                        event.preventDefault();
                        onPaste(text, well);
                      }}
                      onChange={(event) => {
                        const value = Number(event.target.value);
                        if (event.target.value === '') set(well, { value: null });
                        else if (Number.isFinite(value)) set(well, { value });
                      }}
                      style={{ ...input, fontSize: 14, borderBlockStart: `1px dotted ${token.colorBorderSecondary}` }}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
