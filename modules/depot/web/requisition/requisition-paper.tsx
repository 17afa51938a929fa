import { useQuery } from '@tanstack/react-query';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { Requisition } from '#modules/depot/contract/requisition/requisition.ts';
import { useLabel } from '../goods/names.tsx';
import { useQuantity } from '../goods/quantity.tsx';
import { linesQuery } from './lines-table.tsx';

/** 物资申领单 on A4. */
export function RequisitionPaper({ row, onDone }: { readonly row: Requisition; onDone(): void }) {
  const t = useT();
  const { data } = useQuery(linesQuery(row.id));
  const purpose = useLabel('req_purpose');
  const { inUnits, packsOf } = useQuantity();
  const text = useTexts('depot.requisitionPage');
  const label = useTexts('depot.requisition');
  if (!data) return null;
  return (
    <PrintSheet
      title={text('paper')}
      onDone={onDone}
      notes={
        <>
          <span>{`${label('docNo')} ${row.docNo}`}</span>
          <span>{`${label('askerName')} ${row.askerName ?? ''}`}</span>
          <span>{`${label('giverName')} ${row.giverName ?? ''}`}</span>
          <span>{`${label('purpose')} ${purpose(row.purpose)}`}</span>
          <span>{`${label('needBy')} ${row.needBy}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th>{text('material')}</th>
            <th>{t('depot.medicineBoxPage.spec')}</th>
            {['asked', 'approved', 'issued', 'received'].map((key) => (
              <th key={key}>{label.any(key)}</th>
            ))}
            <th>{label('remark')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((one) => (
            <tr key={one.id}>
              <td>{one.name}</td>
              <td>{one.spec}</td>
              <td>{`${inUnits(one, one.asked)} (${packsOf(one, one.asked)})`}</td>
              <td>{one.approved === null ? '' : inUnits(one, one.approved)}</td>
              <td>{inUnits(one, one.issued)}</td>
              <td>{inUnits(one, one.received)}</td>
              <td>{one.refuseReason ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 48 }}>
        <span>{text('askerSigns')}</span>
        <span>{text('giverSigns')}</span>
      </p>
    </PrintSheet>
  );
}
