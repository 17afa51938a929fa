import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { PreventionSeason } from '#modules/prevention/contract/season/season.ts';
import { numberText } from '../common/days.ts';
import { useDiseaseName } from '../common/use-diseases.ts';
import { type Figures, figure } from './figures.ts';

interface Props {
  readonly row: PreventionSeason;
  readonly figures: Figures;
  readonly codes: readonly string[];
  onDone(): void;
}

const measures = ['due', 'done', 'coverage'] as const;

/** The season's report on A4. */
export function ReportPaper({ row, figures, codes, onDone }: Props) {
  const nameOf = useDiseaseName();
  const text = useTexts('prevention.seasonPage');
  const label = useTexts('prevention.preventionSeason');
  const lines = figures.total ? [...figures.rows, { ...figures.total, regionName: text('total') }] : figures.rows;
  return (
    <PrintSheet
      title={text('reportOf', { name: row.name })}
      isWide
      onDone={onDone}
      notes={
        <>
          <span>{`${text('period')} ${row.startDate} – ${row.endDate}`}</span>
          <span>{`${label('regionNames')} ${row.regionNames}`}</span>
          <span>{`${text('asOf')} ${figures.closedOn ?? text('live')}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th rowSpan={2}>{text('region')}</th>
            <th rowSpan={2}>{text('householdsDone')}</th>
            {codes.map((code) => (
              <th key={code} colSpan={3}>
                {nameOf(code)}
              </th>
            ))}
          </tr>
          <tr>{codes.flatMap((code) => measures.map((what) => <th key={`${code}.${what}`}>{label(what)}</th>))}</tr>
        </thead>
        <tbody>
          {lines.map((one) => (
            <tr key={one.regionCode}>
              <td>{one.regionName}</td>
              <td>{`${numberText(one.householdsDone)} / ${numberText(one.households)}`}</td>
              {codes.flatMap((code) =>
                measures.map((what) => <td key={`${code}.${what}`}>{figure(one, code, what)}</td>),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {row.summaryText && <p style={{ whiteSpace: 'pre-wrap' }}>{row.summaryText}</p>}
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 48 }}>
        <span>{text('madeBy')}</span>
        <span>{text('checkedBy')}</span>
        <span>{text('stamp')}</span>
      </p>
    </PrintSheet>
  );
}
