import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useRegionPath } from '#kit/web/lookups/lookups.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { LabFigures, LabStat } from '#modules/prevention/contract/lab/lab.ts';

const figures = ['sampled', 'tested', 'qualified', 'unqualified', 'positive'] as const;

/** 抗体监测统计 on A4. */
export function StatPaper({ data, onDone }: { readonly data: LabStat; onDone(): void }) {
  const text = useTexts('prevention.antibodyStat');
  const place = useRegionPath(data.regionCode).at(-1)?.name ?? '';
  const line = (name: string, one: LabFigures) => (
    <tr key={name}>
      <td>{name}</td>
      {figures.map((key) => (
        <td key={key}>{one[key]}</td>
      ))}
      <td>{one.rate === null ? '-' : `${one.rate.toFixed(1)}%`}</td>
      <td>{one.rate !== null && data.target !== null && one.rate < data.target ? text('under') : ''}</td>
    </tr>
  );
  return (
    <PrintSheet
      title={text('title')}
      onDone={onDone}
      notes={
        <>
          <span>{place}</span>
          {data.target !== null && <span>{text('target', { n: data.target })}</span>}
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th>{text('region')}</th>
            {figures.map((key) => (
              <th key={key}>{text(key)}</th>
            ))}
            <th>{text('rate')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {data.rows.map((one) => line(one.name, one))}
          {line(text('total'), data.total)}
        </tbody>
      </table>
      <section style={{ marginBlockStart: '6mm' }}>
        <table>
          <thead>
            <tr>
              <th>{text('lot')}</th>
              <th>{text('tested')}</th>
              <th>{text('qualified')}</th>
              <th>{text('rate')}</th>
            </tr>
          </thead>
          <tbody>
            {data.lots.map((one) => (
              <tr key={`${one.lotNo} ${one.diseaseCode}`}>
                <td>{one.lotNo === '-' ? text('noLot') : one.lotNo}</td>
                <td>{one.tested}</td>
                <td>{one.qualified}</td>
                <td>{one.rate === null ? '-' : `${one.rate.toFixed(1)}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PrintSheet>
  );
}
