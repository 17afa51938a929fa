import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { sampleBarcodes, sampleTubes } from '#modules/prevention/contract/lab/sample-log.ts';
import { Barcode } from './barcode.tsx';

/** 采样单 on A4: the table to fill in at the pen, and as many labels to stick on the tubes. */
export function SheetPaper({
  logId,
  count,
  onDone,
}: {
  readonly logId: number;
  readonly count: number;
  onDone(): void;
}) {
  const label = useTexts('prevention.sampleLog');
  const t = useT();
  const text = useTexts('prevention.labPage');
  const { options: types } = useDict('sample_type');
  const { data } = useQuery({
    queryKey: ['lookup', 'prevention.sheet', logId, count],
    queryFn: () => call(sampleBarcodes, { params: { id: logId }, body: { count } }),
    staleTime: 0,
  });
  const { data: tubes } = useQuery({
    queryKey: ['lookup', 'prevention.sheetTubes', logId],
    queryFn: () => call(sampleTubes, { params: { id: logId }, quiet: true }),
    staleTime: 0,
  });
  if (!data || !tubes) return null;
  const tubeOf = (barcode: string) => tubes.find((one) => one.barcode === barcode);
  const whose = (barcode: string) => {
    const tube = tubeOf(barcode);
    if (!tube?.poolNo) return tube?.earTag ?? '';
    return [tube.poolNo, tube.poolTags.join(' ')].filter(Boolean).join(': ');
  };
  return (
    <PrintSheet
      title={text('sheetTitle')}
      onDone={onDone}
      notes={
        <>
          <span>{`${label('docNo')} ${data.docNo}`}</span>
          <span>{`${label('taskId')} ${data.task}`}</span>
          <span>{`${label('holder')} ${data.holder}`}</span>
          <span>{`${label('regionCode')} ${data.place}`}</span>
          <span>{`${t('prevention.sample.sampleType')} ${types.find((one) => one.dictValue === data.sampleType)?.dictLabel ?? data.sampleType}`}</span>
          <span>{`${label('sampler')} ${data.sampler}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            {['no', 'barcode', 'earTag', 'volume', 'note'].map((key) => (
              <th key={key}>{text.any(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.barcodes.map((barcode, at) => (
            <tr key={barcode} style={{ height: '8mm' }}>
              <td>{at + 1}</td>
              <td>{barcode}</td>
              <td>{whose(barcode)}</td>
              <td>{tubeOf(barcode)?.volume ?? ''}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlock: '10mm' }}>
        <span>{text('signSampler')}</span>
        <span>{text('signHolder')}</span>
      </p>
      <section style={labelGrid} aria-label={text('labels')}>
        {data.barcodes.map((barcode) => (
          <div key={barcode} style={labelBox}>
            <Barcode value={barcode} />
            <div style={{ fontSize: '7pt', overflow: 'hidden', whiteSpace: 'nowrap' }}>
              {[tubeOf(barcode)?.earTag ?? tubeOf(barcode)?.poolNo, data.holder].filter(Boolean).join(' · ')}
            </div>
          </div>
        ))}
      </section>
    </PrintSheet>
  );
}

const labelGrid: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'repeat(4, 1fr)',
  gap: '2mm',
  breakBefore: 'page',
};
const labelBox: CSSProperties = { border: '0.3pt dashed #999', padding: '1.5mm', breakInside: 'avoid' };
