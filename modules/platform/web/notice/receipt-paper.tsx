import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { noticeReceipts } from '#modules/platform/contract/notice/notice-content.ts';

type Board = DataOf<typeof noticeReceipts>;

interface Props extends Pick<Board, 'notice' | 'sum' | 'regions'> {
  readonly noticeId: number;
  onDone(): void;
}

/** As many names as one call answers. */
const most = 500;

/** The board on paper, for the file: regions, then everybody who is missing. */
export default function ReceiptPaper({ noticeId, notice, sum, regions, onDone }: Props) {
  const text = useTexts('platform.noticeReceipts');
  const language = useLanguage();
  // Under the name of look-ups: the sheet prints itself when none is under way.
  const people = useQuery({
    queryKey: ['lookup', 'noticeMissing', noticeId, language],
    queryFn: () => call(noticeReceipts, { query: { noticeId, pageSize: most }, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const numbers = ['receivers', 'read', 'receipted', 'late'] as const;
  return (
    <PrintSheet
      title={`${text('board')}: ${notice.title}`}
      onDone={onDone}
      notes={
        <>
          <span>{notice.docNo}</span>
          {notice.receiptBefore && <span>{text('before', { time: wallTime(notice.receiptBefore) })}</span>}
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th>{text('region')}</th>
            {numbers.map((name) => (
              <th key={name}>{text(name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[{ regionCode: 0, regionName: text('all'), ...sum }, ...regions].map((row) => (
            <tr key={row.regionCode}>
              <td>{row.regionName}</td>
              {numbers.map((name) => (
                <td key={name}>{row[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{`${text('missing')} (${people.data?.missingTotal ?? 0})`}</h2>
      <table>
        <thead>
          <tr>
            {['name', 'principal', 'phone', 'region', 'state'].map((name) => (
              <th key={name}>{text.any(name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(people.data?.missing ?? []).map((one) => (
            <tr key={one.userId}>
              <td>{one.name}</td>
              <td>{one.principalName}</td>
              <td>{one.phone}</td>
              <td>{one.regionName}</td>
              <td>{text(one.isRead ? 'readOnly' : 'unread')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
