import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { fileLink } from '#modules/platform/contract/file/files.ts';
import { issueSlip } from '#modules/sign/contract/papers/stock-out.ts';
import { numberText } from '../../common/parts.tsx';

/** 发放单: the paper both sides sign. */
export default function IssueSlip({ id, onDone }: { readonly id: number; onDone(): void }) {
  const text = useTexts('sign.ui');
  const { data } = useQuery({
    queryKey: ['sign.slip', id],
    queryFn: () => call(issueSlip, { query: { id }, quiet: true }),
  });
  const giver = useSignature(data?.giverSign ?? null);
  const receiver = useSignature(data?.receiverSign ?? null);
  if (!data || giver.isLoading || receiver.isLoading) return null;
  return (
    <PrintSheet title={text('slipTitle')} notes={`${data.docNo} · ${data.issuedOn ?? ''}`} onDone={onDone}>
      <table>
        <tbody>
          <tr>
            <th>{text('from')}</th>
            <td>{data.from}</td>
            <th>{text('to')}</th>
            <td>{data.to}</td>
          </tr>
        </tbody>
      </table>
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>{text('category')}</th>
            <th>{text('numbers')}</th>
            <th>{text('count')}</th>
            <th>{text('pack')}</th>
          </tr>
        </thead>
        <tbody>
          {data.lines.map((line, at) => (
            <tr key={line.range}>
              <td>{at + 1}</td>
              <td>{line.category}</td>
              <td style={{ fontVariantNumeric: 'tabular-nums' }}>{line.range}</td>
              <td style={{ textAlign: 'right' }}>{numberText(line.count)}</td>
              <td>{line.packs}</td>
            </tr>
          ))}
          <tr>
            <td colSpan={3}>
              <b>{text('total')}</b>
            </td>
            <td style={{ textAlign: 'right' }}>
              <b>{numberText(data.total)}</b>
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      <table style={{ tableLayout: 'fixed' }}>
        <tbody>
          <tr style={{ height: 72 }}>
            <th style={{ width: '12%' }}>{text('giver')}</th>
            <td>{giver.url ? <img src={giver.url} alt={text('giver')} height={56} /> : (data.giver ?? '')}</td>
            <th style={{ width: '12%' }}>{text('receiver')}</th>
            <td>
              {receiver.url ? <img src={receiver.url} alt={text('receiver')} height={56} /> : (data.receiver ?? '')}{' '}
              {data.proxy && text('proxy')}
            </td>
          </tr>
        </tbody>
      </table>
    </PrintSheet>
  );
}

function useSignature(fileId: number | null) {
  const { data, isLoading } = useQuery({
    queryKey: ['platform.file', fileId],
    enabled: fileId !== null,
    queryFn: () => call(fileLink, { params: { fileId: fileId as number }, quiet: true }),
  });
  return { url: data?.url, isLoading };
}
