import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { WorkerQuarter } from '#modules/prevention/contract/workforce/worker-quarter.ts';

interface Props {
  readonly rows: readonly WorkerQuarter[];
  onDone(): void;
}

const scores = ['scoreCoverage', 'scoreQuality', 'scoreTimely', 'scoreRecords', 'scoreOther', 'total'] as const;
/** 王*山: on a public notice nobody needs a whole name. */
const masked = (name: string) => (name.length < 3 ? `${name.slice(0, 1)}*` : `${name.slice(0, 1)}*${name.slice(-1)}`);
const townOf = (row: WorkerQuarter) => row.regionCodeName?.split(' ').at(-1) ?? '';
/** A paper is of one quarter: that of the first row. */
const ofOneTerm = (rows: readonly WorkerQuarter[]) =>
  rows.filter((one) => one.year === rows[0]?.year && one.quarter === rows[0]?.quarter);
const term = (rows: readonly WorkerQuarter[]) => ({ year: rows[0]?.year ?? '', quarter: rows[0]?.quarter ?? '' });

/** What hangs out while anybody may object. */
export function PublicityPaper({ rows: all, onDone }: Props) {
  const rows = ofOneTerm(all);
  const text = useTexts('prevention.quarterPage');
  const label = useTexts('prevention.workerQuarter');
  const [first] = rows;
  return (
    <PrintSheet
      title={text('publicityTitle', term(rows))}
      notes={<span>{text('publicityNote', { from: first?.publicFrom ?? '____', to: first?.publicTo ?? '____' })}</span>}
      onDone={onDone}
    >
      <table>
        <thead>
          <tr>
            <th>{text('rank')}</th>
            <th>{text('mask')}</th>
            <th>{label('regionCode')}</th>
            {scores.map((name) => (
              <th key={name}>{label(name)}</th>
            ))}
            <th>{label('grade')}</th>
            <th>{label('payTotal')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <td>{at + 1}</td>
              <td>{masked(row.workerName)}</td>
              <td>{townOf(row)}</td>
              {scores.map((name) => (
                <td key={name}>{row[name].toFixed(1)}</td>
              ))}
              <td>{row.gradeName}</td>
              <td>{row.payTotal?.toFixed(2) ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}

/** What finance pays by, signed by whoever gets it. */
export function PayPaper({ rows: all, onDone }: Props) {
  const rows = ofOneTerm(all);
  const text = useTexts('prevention.quarterPage');
  const label = useTexts('prevention.workerQuarter');
  const total = rows.reduce((sum, row) => sum + (row.payTotal ?? 0), 0);
  return (
    <PrintSheet
      title={text('payListTitle', term(rows))}
      notes={<span>{text('workers', { n: rows.length })}</span>}
      onDone={onDone}
    >
      <table>
        <thead>
          <tr>
            <th>{text('rank')}</th>
            <th>{label('workerName')}</th>
            <th>{label('principalId')}</th>
            <th>{label('grade')}</th>
            <th>{label('heads')}</th>
            <th>{label('payTotal')}</th>
            <th style={{ minWidth: 90 }}>{text('sign')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <td>{at + 1}</td>
              <td>{row.workerName}</td>
              <td>{row.principalIdName}</td>
              <td>{row.gradeName}</td>
              <td>{row.heads}</td>
              <td>{row.payTotal?.toFixed(2) ?? ''}</td>
              <td />
            </tr>
          ))}
          <tr>
            <td colSpan={5}>{text('payTotal')}</td>
            <td>{total.toFixed(2)}</td>
            <td />
          </tr>
        </tbody>
      </table>
    </PrintSheet>
  );
}
