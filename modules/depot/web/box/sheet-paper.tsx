import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { computed } from '#modules/depot/contract/box/box-reconcile.ts';
import { plainNumber, useQuantity } from '../goods/quantity.tsx';
import type { Sheet } from './sheet.tsx';

/** 药箱核销单 on A4, lying. */
export function SheetPaper({ sheet, onDone }: { readonly sheet: Sheet; onDone(): void }) {
  const t = useT();
  const text = useTexts('depot.boxReconcilePage');
  const label = useTexts('depot.boxReconcile');
  const { unitOf } = useQuantity();
  return (
    <PrintSheet
      title={text('paper')}
      isWide
      onDone={onDone}
      notes={
        <>
          <span>{`${label('docNo')} ${sheet.docNo}`}</span>
          <span>{`${label('carrierName')} ${sheet.carrierName ?? '-'}`}</span>
          <span>{`${label('principalId')} ${sheet.principalIdName ?? '-'}`}</span>
          <span>{`${sheet.fromOn} – ${sheet.toOn}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th>{t('depot.medicineBoxPage.material')}</th>
            <th>{t('depot.requisitionPage.unit')}</th>
            {[
              'opening',
              'received',
              'used',
              'heads',
              'openLoss',
              'damaged',
              'returned',
              'book',
              'closing',
              'empties',
            ].map((key) => (
              <th key={key}>{text.any(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.lines.map((one) => (
            <tr key={one.materialId}>
              <td>{`${one.name} ${one.spec}`}</td>
              <td>{unitOf(one.baseUnit)}</td>
              {[
                one.opening,
                one.received,
                one.used,
                one.headServed,
                one.openLoss,
                one.damaged,
                one.returned,
                computed(one),
                one.closing,
              ].map((n, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row of figures in one order
                <td key={at}>{plainNumber(n)}</td>
              ))}
              <td>{one.bottle === null ? '-' : `${one.emptyDue} / ${one.emptyReturned}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(sheet.lossReason || sheet.emptyReason) && (
        <p>
          {[
            sheet.lossReason && `${label('lossReason')}: ${sheet.lossReason}`,
            sheet.emptyReason && `${label('emptyReason')}: ${sheet.emptyReason}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 40 }}>
        <span>{t('depot.medicineBoxPage.carrierSigns')}</span>
        <span>{t('depot.medicineBoxPage.keeperSigns')}</span>
      </p>
    </PrintSheet>
  );
}
