import { useQuery } from '@tanstack/react-query';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { Stocktake } from '#modules/depot/contract/stocktake/stocktake.ts';
import { useQuantity } from '../goods/quantity.tsx';
import { linesQuery } from './lines-query.ts';

/** 盘点表 on A4: to be taken along the shelves, with room for what is counted; of a blind count without the book. */
export function CountPaper({ count, onDone }: { readonly count: Stocktake; onDone(): void }) {
  const t = useT();
  const { data } = useQuery(linesQuery(count.id));
  const { inUnits, unitOf } = useQuantity();
  const text = useTexts('depot.stocktakePage');
  const label = useTexts('depot.stocktake');
  if (!data) return null;
  const hasBook = data.some((one) => one.bookQty !== null);
  return (
    <PrintSheet
      title={text('paper')}
      onDone={onDone}
      notes={
        <>
          <span>{`${label('docNo')} ${count.docNo}`}</span>
          <span>{`${label('depotId')} ${count.depotIdName ?? ''}`}</span>
          <span>{`${label('countOn')} ${count.countOn ?? '-'}`}</span>
          <span>{`${label('counterIds')} ${count.counterNames ?? '-'}`}</span>
          <span>{`${label('lineCount')} ${data.length}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th>{text('seq')}</th>
            <th>{t('depot.medicineBoxPage.material')}</th>
            <th>{t('depot.medicineBoxPage.spec')}</th>
            <th>{t('depot.medicineBoxPage.lot')}</th>
            <th>{t('depot.medicineBoxPage.expires')}</th>
            {hasBook && <th>{text('book')}</th>}
            <th style={{ width: '16%' }}>{text('counted')}</th>
            <th style={{ width: '16%' }}>{label('remark')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((one, at) => (
            <tr key={one.id}>
              <td>{at + 1}</td>
              <td>{one.name}</td>
              <td>{one.spec}</td>
              <td>{one.lotNo}</td>
              <td>{one.expireOn ?? '-'}</td>
              {hasBook && <td>{one.bookQty === null ? '' : inUnits(one, one.bookQty)}</td>}
              <td>
                {count.status === 'counting' || one.countedQty === null
                  ? unitOf(one.baseUnit)
                  : inUnits(one, one.recountQty ?? one.countedQty)}
              </td>
              <td>{one.remark ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 48 }}>
        <span>{text('signCounter')}</span>
        <span>{text('signKeeper')}</span>
      </p>
    </PrintSheet>
  );
}
