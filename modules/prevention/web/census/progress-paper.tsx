import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { CensusBoard } from '#modules/prevention/contract/census/census-stat.ts';
import { figure } from '../outbreak/names.tsx';

const names = ['sheets', 'counted', 'checked', 'questioned', 'todo', 'empty', 'heads', 'untagged'] as const;

/** 普查进度日报, on A4. */
export function ProgressPaper({ data, onDone }: { readonly data: CensusBoard; onDone(): void }) {
  const text = useTexts('prevention.censusProgress');
  const round = data.rounds.find((one) => one.id === data.roundId);
  const lines = [...data.rows, { name: text('total'), regionCode: 0, ...data.total }];
  return (
    <PrintSheet
      title={text('paperTitle')}
      onDone={onDone}
      notes={
        <>
          <span>{round?.name}</span>
          <span>{data.path.at(-1)?.name}</span>
          <span>{text('lastDay', { day: data.days.at(-1)?.day ?? '-', n: data.days.at(-1)?.n ?? 0 })}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th>{text('region')}</th>
            <th>{text('progress')}</th>
            {names.map((name) => (
              <th key={name}>{text(name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((row) => (
            <tr key={row.regionCode}>
              <td>{row.name}</td>
              <td>{row.progress === null ? '-' : `${row.progress}%`}</td>
              {names.map((name) => (
                <td key={name}>{figure(row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 40 }}>
        <span>{text('signMaker')}</span>
        <span>{text('signHead')}</span>
      </p>
    </PrintSheet>
  );
}
