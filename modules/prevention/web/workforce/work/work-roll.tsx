import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { LedgerRow } from '#modules/prevention/contract/workforce/workload.ts';

const columns = [
  'visits',
  'households',
  'seasonCattle',
  'seasonSheep',
  'routineCattle',
  'routineSheep',
  'emergency',
  'tags',
  'samples',
  'sheets',
] as const;

interface Props {
  readonly rows: readonly LedgerRow[];
  readonly from: string;
  readonly to: string;
  onDone(): void;
}

/** 工作量花名册: one line per worker for the whole time, signed by each. */
export function WorkRoll({ rows, from, to, onDone }: Props) {
  const t = useT();
  const text = useTexts('prevention.work');
  const sum = (name: (typeof columns)[number]) => rows.reduce((n, one) => n + one[name], 0);
  return (
    <PrintSheet title={text('roll')} isWide notes={<span>{`${from} – ${to}`}</span>} onDone={onDone}>
      <table>
        <thead>
          <tr>
            <th>{t('prevention.quarterPage.rank')}</th>
            <th>{text('workerName')}</th>
            <th>{text('townName')}</th>
            {columns.map((name) => (
              <th key={name}>{text(name)}</th>
            ))}
            <th style={{ minWidth: 80 }}>{text('sign')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.key}>
              <td>{at + 1}</td>
              <td>{row.workerName}</td>
              <td>{row.townName}</td>
              {columns.map((name) => (
                <td key={name}>{row[name]}</td>
              ))}
              <td />
            </tr>
          ))}
          <tr>
            <td colSpan={3}>{text('total')}</td>
            {columns.map((name) => (
              <td key={name}>{sum(name)}</td>
            ))}
            <td />
          </tr>
        </tbody>
      </table>
    </PrintSheet>
  );
}
