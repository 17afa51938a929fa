import { useQuery } from '@tanstack/react-query';
import { QRCode } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { paper } from '#kit/web/ui/palette.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { siteSign } from '#modules/bank/contract/site/site.ts';

/** 公示牌: hangs at the gate, so that whoever comes for an animal knows that it is pledged. */
export default function SiteSignSheet({ siteId, onDone }: { readonly siteId: number; onDone(): void }) {
  const text = useTexts('bank.siteSign');
  const { data } = useQuery({
    queryKey: ['bank', 'siteSign', siteId],
    queryFn: () => call(siteSign, { query: { siteId: String(siteId) } as never }),
  });
  if (!data) return null;
  return (
    <PrintSheet title={text('title')} isBare isWide onDone={onDone}>
      <div style={{ textAlign: 'center' }}>
        <h1 style={{ fontSize: 44 }}>{text('title')}</h1>
        <p style={{ fontSize: 26 }}>{text('words', { client: data.client, bank: data.bank, n: data.heads })}</p>
        <p style={{ fontSize: 22 }}>{`${data.siteNo}　${data.name}`}</p>
        {data.supervisor && <p style={{ fontSize: 20 }}>{text('supervisor', { name: data.supervisor })}</p>}
        <div style={{ display: 'flex', justifyContent: 'center', gap: 32, flexWrap: 'wrap' }}>
          {data.pledges.map((one) => (
            <figure key={one.docNo} style={{ margin: 0 }}>
              <QRCode value={one.qrCode} size={180} type="svg" color={paper.black} bgColor={paper.white} />
              <figcaption>{`${one.docNo} · ${text('heads', { n: one.heads })}`}</figcaption>
            </figure>
          ))}
        </div>
        <p style={{ fontSize: 20 }}>{text('warning')}</p>
      </div>
    </PrintSheet>
  );
}
