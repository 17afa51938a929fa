import type { DataOf } from '#kit/contract/endpoint.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { ledgerMonth } from '#modules/depot/contract/stock/stock-move.ts';
import { numberText } from '../common/quantity.tsx';
import { monthColumns } from './month-columns.ts';

interface Props {
  readonly report: DataOf<typeof ledgerMonth>;
  readonly month: string;
  onDone(): void;
}

/** The month report as it is signed and filed. */
export default function MonthPaper({ report, month, onDone }: Props) {
  const t = useT();
  const text = useTexts('depot.stockLedger');
  return (
    <PrintSheet
      title={text('monthTitle')}
      isWide
      onDone={onDone}
      notes={
        <>
          <span>{`${text('store')} ${report.depotName}`}</span>
          <span>{`${text('monthOf')} ${month}`}</span>
          <span>{`${text('keeper')} ${report.keeperNames ?? ''}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            {['material', 'spec', 'unit', ...monthColumns].map((key) => (
              <th key={key}>{text.any(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.lines.map((line) => (
            <tr key={line.materialId}>
              <td>{line.materialName}</td>
              <td>{line.spec}</td>
              <td>{t.any(`depot.unit.${line.baseUnit}`)}</td>
              {monthColumns.map((name) => (
                <td key={name} style={{ textAlign: 'end' }}>
                  {numberText(line[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ display: 'flex', justifyContent: 'space-between', marginBlockStart: 24 }}>
        <span>{`${text('keeper')} ____________`}</span>
        <span>{`${text('checker')} ____________`}</span>
        <span>{`${text('head')} ____________`}</span>
      </p>
    </PrintSheet>
  );
}
