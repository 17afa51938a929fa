import { type AnyReport, type Report, type ReportAnswer, type ReportRow, reportKey } from '#kit/contract/report.ts';
import { figureText, leavesOf } from '#kit/contract/report-figures.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';

interface Props {
  readonly report: AnyReport;
  readonly answer: ReportAnswer;
  onDone(): void;
}

/** The report on paper, with lines to sign on. */
export default function ReportPaper({ report, answer, onDone }: Props) {
  const t = useT();
  const { table, parts = {} } = report as Report;
  const say = (name: string) => t.any(reportKey(report, name));
  const rows = [...answer.rows, { ...answer.total, key: 'total', name: t('kit.report.total') }];
  const { from, to, ...others } = answer.filter;
  const chosen = Object.entries(others).flatMap(([name, value]) =>
    value === null || value === undefined
      ? []
      : [`${say(name)}: ${answer.choices[name]?.find((one) => one.value === value)?.label ?? value}`],
  );
  return (
    <PrintSheet
      title={say('_title')}
      isWide={leavesOf(report, table, answer, rows, t.any).length > 7}
      onDone={onDone}
      notes={
        <>
          <span>{answer.path.map((one) => one.name).join(' ')}</span>
          {from && <span>{`${from} – ${to}`}</span>}
          {chosen.map((one) => (
            <span key={one}>{one}</span>
          ))}
        </>
      }
    >
      <Lines report={report} answer={answer} names={table} rows={rows} isMain />
      {Object.entries(parts)
        .filter(([name, part]) => part.table && (answer.parts[name]?.length ?? 0) > 0)
        .map(([name, part]) => (
          <section key={name}>
            <h2>{say(`_${name}`)}</h2>
            <Lines report={report} answer={answer} names={part.table ?? []} rows={answer.parts[name] ?? []} />
          </section>
        ))}
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 40 }}>
        <span>{t('kit.report.madeBy')}</span>
        <span>{t('kit.report.checkedBy')}</span>
      </p>
    </PrintSheet>
  );
}

interface LinesProps extends Pick<Props, 'report' | 'answer'> {
  readonly names: readonly string[];
  readonly rows: readonly ReportRow[];
  readonly isMain?: boolean;
}

function Lines({ report, answer, names, rows, isMain = false }: LinesProps) {
  const t = useT();
  const leaves = leavesOf(report, names, answer, rows, t.any);
  return (
    <table>
      <thead>
        <tr>
          {isMain && <th>{t('kit.report.name')}</th>}
          {leaves.map((leaf) => (
            <th key={leaf.key}>{leaf.group ? `${leaf.group} ${leaf.title}` : leaf.title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key ?? JSON.stringify(row)}>
            {isMain && <td>{row.name}</td>}
            {leaves.map((leaf) => {
              const value = leaf.value(row);
              const words = typeof value === 'boolean' ? t(value ? 'kit.yes' : 'kit.no') : null;
              const number = typeof value === 'number' ? value + leaf.beside(row) : value;
              return <td key={leaf.key}>{words ?? figureText(leaf.column, number)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
