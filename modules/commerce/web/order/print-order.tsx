import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { DictName } from '#modules/registry/web/index.ts';
import type { PartProps } from './order-view.tsx';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

/** What the supplier takes off its shelves, and what goes with the goods. */
export function PrintOrder({ order, content }: PartProps) {
  const text = useTexts('commerce.orderPage');
  const [kind, setKind] = useState<'picking' | 'note' | null>(null);
  return (
    <>
      <Button onClick={() => setKind('picking')}>{text('picking')}</Button>
      {content.shipments.length > 0 && <Button onClick={() => setKind('note')}>{text('note')}</Button>}
      {kind && (
        <Suspense>
          <PrintSheet
            title={`${text(kind === 'picking' ? 'lines' : 'shipments')} ${order.orderNo}`}
            notes={`${order.buyer ?? ''} · ${order.receiverName} · ${order.address}`}
            onDone={() => setKind(null)}
          >
            {kind === 'picking' ? <Picking content={content} /> : <Note content={content} />}
          </PrintSheet>
        </Suspense>
      )}
    </>
  );
}

function Picking({ content }: Pick<PartProps, 'content'>) {
  const text = useTexts('commerce.orderPage');
  return (
    <table>
      <thead>
        <tr>
          <th>{text('goods')}</th>
          <th>{text('unitCol')}</th>
          <th>{text('qty')}</th>
          <th>{text('lotToFill')}</th>
          <th>{text('expireOn')}</th>
        </tr>
      </thead>
      <tbody>
        {content.lines.map((one) => (
          <tr key={one.id}>
            <td>{`${one.title} ${one.spec}`}</td>
            <td>
              <DictName dict="unit" value={one.unit} />
            </td>
            <td>{one.qty - one.cancelledQty - one.shippedQty}</td>
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Note({ content }: Pick<PartProps, 'content'>) {
  const text = useTexts('commerce.orderPage');
  return (
    <>
      <table>
        <thead>
          <tr>
            <th>{text('goods')}</th>
            <th>{text('qty')}</th>
            <th>{text('lotNo')}</th>
            <th>{text('producedOn')}</th>
            <th>{text('expireOn')}</th>
          </tr>
        </thead>
        <tbody>
          {content.shipments
            .flatMap((one) => one.lines)
            .map((line) => (
              <tr key={line.id}>
                <td>{`${line.title} ${line.spec}`}</td>
                <td>{line.qty}</td>
                <td>{line.lotNo}</td>
                <td>{line.producedOn}</td>
                <td>{line.expireOn}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <p>{`${text('signSupplier')}: ____________    ${text('signHere')}: ____________`}</p>
    </>
  );
}
