import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { countResult } from '#modules/bank/contract/count/count.ts';
import { useLabel } from '../site/parts.ts';

/** 盘点结果 on paper: sums, houses, who was not found, what else stood there, and room to sign. */
export default function ResultSheet({ countId, onDone }: { readonly countId: number; onDone(): void }) {
  const text = useTexts('bank.countResult');
  const result = useLabel('count_result');
  const joined = useJoined();
  const explain = useLabel('count_explain');
  const mark = useLabel('pledge_count_marks');
  const { data } = useQuery({
    queryKey: ['bank', 'countResult', countId],
    queryFn: () => call(countResult, { query: { countId: String(countId) } as never }),
  });
  if (!data) return null;
  const at = (time: string | null) => (time ? wallTime(time).slice(0, 16) : '-');
  const facts: [string, string | number][] = [
    [text('site'), data.site],
    [text('client'), data.client],
    [text('bank'), data.bank],
    [text('startedAt'), at(data.startedAt)],
    [text('endedAt'), at(data.endedAt)],
    [text('counters'), data.counters],
    [text('book'), data.bookHeads],
    [text('found'), data.found],
    [text('missing'), data.missing],
    [text('extra'), data.extra],
    [text('camera'), data.cameraHeads ?? '-'],
    [text('typed'), `${data.typedShare} %`],
    [text('seed'), data.seed ?? '-'],
    [text('marks'), joined(data.marks.map(mark)) || '-'],
    [text('answer'), data.marksAnswer ?? '-'],
    [text('settler'), data.settler ? `${data.settler} ${at(data.settledAt)}` : '-'],
  ];
  return (
    <PrintSheet title={`${text('title')} ${data.docNo}`} onDone={onDone}>
      <table>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <th>{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{text('byHovel')}</h2>
      <table>
        <thead>
          <tr>
            <th>{text('hovel')}</th>
            <th>{text('book')}</th>
            <th>{text('found')}</th>
          </tr>
        </thead>
        <tbody>
          {data.hovels.map((one) => (
            <tr key={one.name}>
              <td>{one.name || '-'}</td>
              <td>{one.book}</td>
              <td>{one.found}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.lines.length > 0 && (
        <>
          <h2>{text('differences')}</h2>
          <table>
            <thead>
              <tr>
                <th>{text('earTag')}</th>
                <th>{text('result')}</th>
                <th>{text('explain')}</th>
                <th>{text('note')}</th>
              </tr>
            </thead>
            <tbody>
              {data.lines.map((one) => (
                <tr key={one.earTag}>
                  <td>{one.earTag}</td>
                  <td>{one.result ? result(one.result) : '-'}</td>
                  <td>{one.explain ? explain(one.explain) : '-'}</td>
                  <td>{one.note ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h2>{text('sample')}</h2>
      <p>{data.sample.map((one) => `${one.earTag}${one.photo ? ' ✓' : ''}`).join('　')}</p>
      <p className="ml-print-signs">
        <span>{text('signCounter')}</span>
        <span>{text('signHolder')}</span>
      </p>
    </PrintSheet>
  );
}
