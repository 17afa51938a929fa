import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { SampleResult } from '#modules/prevention/contract/lab/sample-result.ts';
import { useLabChoices } from './choices.ts';

const columns = ['barcode', 'earTag', 'holder', 'regionCode', 'itemId', 'value', 'conclusion', 'testedOn'] as const;

/** 检测报告 on A4: released results only, holder by holder. */
export function ReportPaper({ rows, onDone }: { readonly rows: readonly SampleResult[]; onDone(): void }) {
  const joined = useJoined();
  const { diseaseNames } = useLabChoices();
  const text = useTexts('prevention.labPage');
  const label = useTexts('prevention.sampleResult');
  const sorted = rows.toSorted(
    (one, other) => (one.holder ?? '').localeCompare(other.holder ?? '') || one.barcode.localeCompare(other.barcode),
  );
  const listed = (names: readonly (string | null)[]) =>
    joined([...new Set(names.filter((one): one is string => Boolean(one)))]);
  const n = (conclusion: string) => rows.filter((one) => one.conclusion === conclusion).length;
  const cell = (row: SampleResult, name: (typeof columns)[number]) => {
    if (name === 'regionCode') return row.regionCodeName;
    if (name === 'itemId') return row.itemIdName;
    if (name === 'conclusion') return row.conclusionName;
    if (name === 'value') return `${Number(row.value)}${row.unit ? ` ${row.unit}` : ''}`;
    if (name === 'earTag') return row.earTag ?? row.poolNo;
    return row[name];
  };
  return (
    <PrintSheet
      title={text('reportTitle')}
      onDone={onDone}
      notes={
        <>
          <span>{`${label('labName')} ${listed(rows.map((one) => one.labName))}`}</span>
          <span>{`${label('disease')} ${diseaseNames([...new Set(rows.map((one) => one.diseaseCode))])}`}</span>
          <span>{`${text('tested')} ${rows.length}`}</span>
          <span>{`${text('qualified')} ${n('qualified')} · ${text('unqualified')} ${n('unqualified')} · ${text('positive')} ${n('positive')}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th>{text('no')}</th>
            {columns.map((name) => (
              <th key={name}>{label(name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row, at) => (
            <tr key={row.id}>
              <td>{at + 1}</td>
              {columns.map((name) => (
                <td key={name}>{cell(row, name)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{text('reportNote')}</p>
      <p style={{ display: 'flex', justifyContent: 'space-between', marginBlockStart: '12mm' }}>
        <span>{`${text('signTester')}${listed(rows.map((one) => one.tester))}`}</span>
        <span>{`${text('signReviewer')}${listed(rows.map((one) => one.reviewer))}`}</span>
        <span>{text('signLab')}</span>
      </p>
    </PrintSheet>
  );
}
