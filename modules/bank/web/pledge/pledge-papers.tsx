import { useQuery } from '@tanstack/react-query';
import { QRCode } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { NoticeSheet } from '#kit/web/field/notice-sheet.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { pledgeNotice, type pledgePapers, printPledge } from '#modules/bank/contract/pledge/pledge-calls.ts';

interface Props {
  readonly id: number;
  onDone(): void;
}

/** What hangs in the village: client, site, heads by kind and every ear tag; no amount. */
export function NoticePaper({ id, onDone }: Props) {
  const text = useTexts('bank.pledgePaper');
  const { data } = useQuery({
    queryKey: ['bank', 'notice', id],
    queryFn: () => call(pledgeNotice, { params: { id: String(id) } as never, quiet: true }),
  });
  if (!data) return null;
  const ends = data.to ? `${data.to}T23:59:59+08:00` : new Date(Date.now() + data.days * 86_400_000).toISOString();
  return (
    <NoticeSheet
      title={text('noticeTitle')}
      lead={text('noticeLead', { client: data.client, bank: data.bank, heads: data.heads, site: data.site })}
      postedOn={data.from ?? ''}
      endsAt={new Date(Date.parse(ends) + 1000).toISOString()}
      objections={text('noticeTo', { bank: data.bank, village: data.village })}
      by={data.bank}
      isWide
      onDone={onDone}
    >
      <Kinds rows={data.kinds} />
      <Tags tags={data.tags} />
    </NoticeSheet>
  );
}

/** Declaration, site board and discharge letter. */
export function PledgePaper({ id, kind, onDone }: Props & { readonly kind: (typeof pledgePapers)[number] }) {
  const t = useT();
  const text = useTexts('bank.pledgePaper');
  const { data } = useQuery({
    queryKey: ['bank', 'paper', kind, id],
    queryFn: () => call(printPledge, { params: { kind, id: String(id) } as never, quiet: true }),
  });
  if (!data) return null;
  return (
    <PrintSheet title={text(`${kind}Title`)} isBare={kind === 'board'} onDone={onDone}>
      {kind === 'board' && <h1>{text('boardTitle')}</h1>}
      <dl className="ml-notice-foot">
        <dt>{t('bank.pledge.docNo')}</dt>
        <dd data-record>{data.docNo}</dd>
        <dt>{t('bank.pledge.bank')}</dt>
        <dd data-record>{data.bank}</dd>
        <dt>{t('bank.pledge.client')}</dt>
        <dd data-record>{data.client}</dd>
        <dt>{t('bank.pledge.siteId')}</dt>
        <dd data-record>{`${data.village} ${data.site}`}</dd>
        {data.registryNo && (
          <>
            <dt>{t('bank.pledge.registryNo')}</dt>
            <dd data-record>{data.registryNo}</dd>
          </>
        )}
        {kind === 'discharge' && (
          <>
            <dt>{t('bank.pledge.dischargedAt')}</dt>
            <dd>{data.endedOn}</dd>
            <dt>{t('bank.pledge.cancelNo')}</dt>
            <dd data-record>{data.cancelNo ?? '-'}</dd>
          </>
        )}
      </dl>
      {kind === 'board' && <QRCode value={`${window.location.origin}/bank/pledge/detail?id=${id}&qr=${data.qrCode}`} />}
      {kind === 'declaration' && (
        <table>
          <thead>
            <tr>
              <th>{text('origin')}</th>
              <th>{text('heads')}</th>
              <th>{text('certNo')}</th>
              <th>{text('note')}</th>
            </tr>
          </thead>
          <tbody>
            {data.statement.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a stated lot has nothing else to be known by
              <tr key={at}>
                <td>{text(`origin_${one.origin as 'born' | 'bought'}`)}</td>
                <td>{one.heads}</td>
                <td>{one.certNo ?? '-'}</td>
                <td>{one.note ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{text(`${kind}Text`, { client: data.client, heads: data.heads })}</p>
      <Kinds rows={data.kinds} />
      <Tags tags={data.tags} />
      {kind !== 'board' && (
        <p className="ml-notice-by">
          <span>{text('signClient')}</span>
          <span>{text('signBank')}</span>
        </p>
      )}
    </PrintSheet>
  );
}

function Kinds({ rows }: { readonly rows: readonly { species: string; stage: string; heads: number }[] }) {
  const t = useT();
  const text = useTexts('bank.pledgePaper');
  return (
    <table>
      <thead>
        <tr>
          <th>{t('bank.pledgeItem.species')}</th>
          <th>{t('bank.pledgeItem.stage')}</th>
          <th>{text('heads')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={`${one.species}${one.stage}`}>
            <td>{one.species}</td>
            <td>{one.stage}</td>
            <td>{one.heads}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <p data-record style={{ wordSpacing: 8 }}>
    {tags.join(' ')}
  </p>
);
