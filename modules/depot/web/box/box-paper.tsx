import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { BoxView } from '#modules/depot/contract/box/medicine-box.ts';
import { useLabel } from '../goods/names.tsx';
import { useQuantity } from '../goods/quantity.tsx';

/** 药箱物资清单 on A4: what the carrier answers for, signed by both. */
export function BoxPaper({ box, onDone }: { readonly box: BoxView; onDone(): void }) {
  const t = useT();
  const text = useTexts('depot.medicineBoxPage');
  const job = useLabel('staff_job');
  const { inUnits, packsOf } = useQuantity();
  return (
    <PrintSheet
      title={text('paper')}
      onDone={onDone}
      notes={
        <>
          <span>{`${t('depot.medicineBox.carrierName')} ${box.carrierName ?? '-'}`}</span>
          <span>{`${t('depot.medicineBox.staffJob')} ${job(box.staffJob)}`}</span>
          <span>{`${t('depot.medicineBox.principalId')} ${box.stationName ?? '-'}`}</span>
          <span>{`${t('depot.medicineBox.depotNo')} ${box.depotNo}`}</span>
          <span>{text('sum', { n: box.content.length })}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            {['material', 'spec', 'lot', 'expires', 'qty', 'packs', 'state'].map((key) => (
              <th key={key}>{text.any(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {box.content.map((one) => (
            <tr key={one.lotId}>
              <td>{one.name}</td>
              <td>{one.spec}</td>
              <td>{one.lotNo}</td>
              <td>{one.expireOn ?? '-'}</td>
              <td>{inUnits(one, one.qty)}</td>
              <td>{packsOf(one, one.qty)}</td>
              <td>{text(one.unfit ?? 'fit')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 48 }}>
        <span>{text('carrierSigns')}</span>
        <span>{text('keeperSigns')}</span>
      </p>
    </PrintSheet>
  );
}
