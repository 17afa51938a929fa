import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { CoverageRow } from '#modules/prevention/contract/season/coverage.ts';
import { numberText, pctText, todayInChina } from '../../common/days.ts';
import type { Coverage } from './coverage-table.tsx';

interface Props {
  readonly data: Coverage;
  onDone(): void;
}

/** 春/秋防进度日报: today and in all, by child region, with room to sign. */
export function DailyReport({ data, onDone }: Props) {
  const text = useTexts('prevention.coveragePage');
  const line = (row: CoverageRow, name: string) => (
    <tr key={row.regionCode}>
      <td>{name}</td>
      <td>{`${numberText(row.householdsDone)} / ${numberText(row.households)}`}</td>
      {data.diseases.flatMap(({ code }) => {
        const one = row.diseases[code];
        return [
          <td key={`${code}.due`}>{one ? numberText(one.due) : '-'}</td>,
          <td key={`${code}.today`}>{one ? numberText(one.today) : '-'}</td>,
          <td key={`${code}.done`}>{one ? numberText(one.done) : '-'}</td>,
          <td key={`${code}.pct`}>{pctText(one?.coverage ?? null)}</td>,
        ];
      })}
      <td>{row.gap === null ? '-' : row.gap}</td>
    </tr>
  );
  return (
    <PrintSheet
      title={text('dailyTitle', { season: data.season?.name ?? '' })}
      isWide
      onDone={onDone}
      notes={
        <>
          <span>{`${text('place')} ${data.parentName ?? ''}`}</span>
          <span>{`${text('date')} ${todayInChina()}`}</span>
          <span>{`${text('planPct')} ${pctText(data.planPct)}`}</span>
          <span>{`${text('forecast')} ${data.forecast ?? text('standstill')}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th rowSpan={2}>{text('region')}</th>
            <th rowSpan={2}>{text('householdsDone')}</th>
            {data.diseases.map((one) => (
              <th key={one.code} colSpan={4}>
                {one.name}
              </th>
            ))}
            <th rowSpan={2}>{text('gap')}</th>
          </tr>
          <tr>
            {data.diseases.flatMap(({ code }) =>
              ['due', 'today', 'cumulated', 'coverage'].map((what) => (
                <th key={`${code}.${what}`}>{text.any(what)}</th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => line(row, row.regionName))}
          {line({ ...data.total, regionCode: 0 }, text('total'))}
        </tbody>
      </table>
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 48 }}>
        <span>{text('filledBy')}</span>
        <span>{text('checkedBy')}</span>
        <span>{text('leader')}</span>
        <span>{text('signedOn')}</span>
      </p>
    </PrintSheet>
  );
}
