import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { StressCase } from '#modules/prevention/contract/stress/stress-case.ts';
import './papers.css';

/** R36: enough of a name for neighbours to know whom, and no more. */
const masked = (name: string) => {
  const letters = [...name];
  if (letters.length <= 2) return `${letters[0] ?? ''}*`;
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`;
};

const shown = [
  'docNo',
  'earTag',
  'species',
  'principalId',
  'regionCode',
  'staffId',
  'visitDocNo',
  'vaccineName',
  'lotNo',
  'immunisedAt',
  'reactedAt',
  'diedAt',
  'symptoms',
  'rescue',
  'weight',
  'disposedOn',
  'standardAmount',
  'amount',
] as const;

/** 核实表: one case on one page of A4, with room for everybody's name. */
export function VerifyPaper({ row, onDone }: { readonly row: StressCase; onDone(): void }) {
  const text = useTexts('prevention.stress');
  const label = useTexts('prevention.stressCase');
  const wordOf = (name: (typeof shown)[number]): string => {
    const named = row[`${name}Name`];
    if (named) return name === 'species' ? `${named} ${row.stageName ?? ''}` : String(named);
    const value = row[name];
    if (value === null || value === undefined) return '';
    return name.endsWith('At') ? wallTime(String(value)) : String(value);
  };
  return (
    <PrintSheet title={text('formTitle')} onDone={onDone}>
      <dl className="ant-stress-form">
        {shown.map((name) => (
          <div key={name}>
            <dt>{label(name)}</dt>
            <dd>{wordOf(name)}</dd>
          </div>
        ))}
        <div className="ant-stress-wide">
          <dt>{label('verifyOpinion')}</dt>
          <dd>{row.verifyOpinion}</dd>
        </div>
        {(['holderSign', 'workerSign', 'verifierSign', 'villageSign'] as const).map((name) => (
          <div key={name} className="ant-stress-sign">
            <dt>{text(name)}</dt>
            <dd>{text('date')}</dd>
          </div>
        ))}
      </dl>
    </PrintSheet>
  );
}

/** 公示名单: what hangs in the village. */
export function PublicityPaper({ rows, onDone }: { readonly rows: readonly StressCase[]; onDone(): void }) {
  const text = useTexts('prevention.stress');
  const label = useTexts('prevention.stressCase');
  const sum = rows.reduce((total, row) => total + (row.amount ?? 0), 0);
  const from = rows
    .map((row) => row.publicFrom ?? '')
    .filter(Boolean)
    .sort()[0];
  const to = rows
    .map((row) => row.publicTo ?? '')
    .sort()
    .at(-1);
  return (
    <PrintSheet
      title={text('publicityTitle')}
      notes={`${from ? `${from} – ${to}. ` : ''}${text('publicityText')}`}
      onDone={onDone}
    >
      <table className="ant-stress-list">
        <thead>
          <tr>
            <th>{label('principalId')}</th>
            <th>{label('regionCode')}</th>
            <th>{label('species')}</th>
            <th>{text('heads')}</th>
            <th>{label('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{masked(row.principalIdName ?? '')}</td>
              <td>{row.regionCodeName}</td>
              <td>{`${row.speciesName ?? ''} ${row.stageName ?? ''}`}</td>
              <td>1</td>
              <td>{(row.amount ?? 0).toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{text('sumAmount', { n: rows.length, amount: sum.toFixed(2) })}</p>
    </PrintSheet>
  );
}
