import { Button, Card, Empty, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { ShipmentView } from '#modules/commerce/contract/order/trade-order.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { AfterSaleDialog } from '../complaint/after-sale-dialog.tsx';
import { openProof } from './open-proof.ts';
import type { PartProps } from './order-view.tsx';
import { SignDialog } from './sign-dialog.tsx';

const colours: Readonly<Record<string, string>> = { signed: 'success', partlySigned: 'warning', refused: 'error' };

export function Shipments(parts: PartProps) {
  const { content } = parts;
  const text = useTexts('commerce.orderPage');
  const [short, setShort] = useState<readonly { orderLineId: number; qty: number }[]>([]);
  return (
    <Card size="small" title={text('shipments')}>
      {content.shipments.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noShipments')} />
      )}
      <Flex vertical gap={16}>
        {content.shipments.map((one) => (
          <One key={one.id} one={one} parts={parts} onShort={setShort} />
        ))}
      </Flex>
      {short.length > 0 && <AfterSaleDialog {...parts} short={short} onClose={() => setShort([])} />}
    </Card>
  );
}

interface OneProps {
  readonly one: ShipmentView;
  readonly parts: PartProps;
  onShort(lines: readonly { orderLineId: number; qty: number }[]): void;
}
function One({ one, parts, onShort }: OneProps) {
  const text = useTexts('commerce.orderPage');
  const { actions } = useSession();
  const [isOpen, setOpen] = useState(false);
  const maySign = one.status === 'shipped' && parts.content.side === 'buyer' && actions.has('shop:order:receive');
  return (
    <Flex vertical gap={6}>
      <Flex gap={10} wrap align="center">
        <Typography.Text strong data-record>
          {one.shipmentNo}
        </Typography.Text>
        <Tag color={colours[one.status] ?? 'processing'}>
          <DictName dict="shipment_status" value={one.status} />
        </Tag>
        <span data-record>
          {wallTime(one.shippedAt).slice(0, 16)} {one.carrier ?? ''} {one.waybillNo ?? one.plate ?? ''}
        </span>
        {one.stockDocNo && (
          <PageLink to={`/pri/depot/storage?keyword=${one.stockDocNo}`}>
            {text('stockDoc', { no: one.stockDocNo })}
          </PageLink>
        )}
        {one.signedAt && parts.content.side === 'buyer' && one.status !== 'refused' && (
          <Button onClick={() => void openProof(one.id).catch(() => {})}>{text('proofPaper')}</Button>
        )}
        {maySign && (
          <Button type="primary" onClick={() => setOpen(true)}>
            {text('sign')}
          </Button>
        )}
      </Flex>
      {one.lines.map((line) => (
        <Flex key={line.id} gap={10} wrap>
          <span data-record>{`${line.title} ${line.spec} × ${line.qty}`}</span>
          {line.lotNo && <Tag>{`${text('lotNo')} ${line.lotNo}`}</Tag>}
          {line.expireOn && <Tag>{`${text('expireOn')} ${line.expireOn}`}</Tag>}
          {line.signedQty !== null && (
            <Tag color={line.signedQty < line.qty ? 'warning' : 'success'}>
              {text('signedQty', { n: line.signedQty })}
            </Tag>
          )}
          {line.baseQty !== null && <Tag color="blue">{text('baseQty', { n: line.baseQty })}</Tag>}
        </Flex>
      ))}
      {one.diffReason && <Typography.Text type="warning">{one.diffReason}</Typography.Text>}
      {isOpen && <SignDialog one={one} {...parts} onShort={onShort} onClose={() => setOpen(false)} />}
    </Flex>
  );
}
