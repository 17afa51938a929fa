import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { Worker } from '#modules/prevention/contract/workforce/worker.ts';

const columns = [
  'name',
  'sex',
  'age',
  'phone',
  'regionCode',
  'villageCount',
  'householdCount',
  'stock',
  'certificateNo',
  'certificateUntil',
  'hiredOn',
] as const;

/** 防疫员花名册 on A4 across, with a place to sign. */
export function RosterPaper({ rows, onDone }: { readonly rows: readonly Worker[]; onDone(): void }) {
  const t = useT();
  const label = useTexts('prevention.worker');
  const text = useTexts('prevention.workerPage');
  const value = (row: Worker, name: (typeof columns)[number]) =>
    name === 'sex' ? row.sexName : name === 'regionCode' ? row.regionCodeName?.split(' ').at(-1) : row[name];
  return (
    <PrintSheet title={text('roster')} isWide onDone={onDone}>
      <table>
        <thead>
          <tr>
            <th>{t('prevention.quarterPage.rank')}</th>
            {columns.map((name) => (
              <th key={name}>{label(name)}</th>
            ))}
            <th style={{ minWidth: 70 }}>{text('sign')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <td>{at + 1}</td>
              {columns.map((name) => (
                <td key={name}>{value(row, name) ?? ''}</td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
