import { Alert, Button, Drawer, Flex, Form, Grid, Input, InputNumber, Select, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { signShipment } from '#modules/commerce/contract/order/order-steps.ts';
import type { ShipmentView } from '#modules/commerce/contract/order/trade-order.ts';
import { DictName } from '#modules/registry/web/index.ts';
import type { PartProps } from './order-view.tsx';

interface Props extends PartProps {
  readonly one: ShipmentView;
  onShort(lines: readonly { orderLineId: number; qty: number }[]): void;
  onClose(): void;
}

/** 签收: what really came, line by line, and into which store: the receipt there follows by itself. */
export function SignDialog({ one, order, content, onDone, onShort, onClose }: Props) {
  const text = useTexts('commerce.orderPage');
  const isWide = Grid.useBreakpoint().md === true;
  const [came, setCame] = useState<Readonly<Record<number, number>>>({});
  const [depotId, setDepot] = useState<number | null>(content.depotId ?? null);
  const [diffReason, setReason] = useState('');
  const [photos, setPhotos] = useState<number[]>([]);
  const [busy, setBusy] = useState(false);
  const qtyOf = (id: number, qty: number) => came[id] ?? qty;
  const isShort = one.lines.some((line) => qtyOf(line.id, line.qty) < line.qty);
  const sign = async () => {
    setBusy(true);
    try {
      const body = {
        shipmentId: one.id,
        lines: one.lines.map((line) => ({ id: line.id, signedQty: qtyOf(line.id, line.qty) })),
        diffReason: diffReason || null,
        photos,
        depotId,
      };
      const done = await call(signShipment, { body, idempotencyKey: newKey() });
      notify('success', done.stockDocNo ? text('signedInto', { no: done.stockDocNo }) : text('signed'));
      onClose();
      onDone();
      if (done.short.length > 0) onShort(done.short);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Drawer
      open
      placement={isWide ? 'right' : 'bottom'}
      {...(isWide ? { size: 560 } : { size: '92%' })}
      title={text('signTitle', { no: one.shipmentNo })}
      onClose={onClose}
      footer={
        <Button
          block
          size="large"
          type="primary"
          loading={busy}
          disabled={isShort && diffReason.trim() === ''}
          onClick={() => void sign().catch(() => {})}
        >
          {text('sign')}
        </Button>
      }
    >
      <Flex vertical gap={18}>
        {one.lines.map((line) => {
          const own = content.lines.find((item) => item.id === line.orderLineId);
          const qty = qtyOf(line.id, line.qty);
          return (
            <Flex key={line.id} vertical gap={6}>
              <Typography.Text strong data-record>{`${line.title} ${line.spec}`}</Typography.Text>
              <Flex gap={6} wrap>
                {line.lotNo && <Tag>{`${text('lotNo')} ${line.lotNo}`}</Tag>}
                {line.expireOn && <Tag>{`${text('expireOn')} ${line.expireOn}`}</Tag>}
              </Flex>
              <Flex gap={10} align="center" wrap>
                <InputNumber
                  aria-label={text('signedOf', { n: line.qty })}
                  size="large"
                  min={0}
                  max={line.qty}
                  value={qty}
                  onChange={(value) => setCame({ ...came, [line.id]: value ?? 0 })}
                />
                <span>{text('signedOf', { n: line.qty })}</span>
              </Flex>
              {depotId !== null &&
                (own?.factor ? (
                  <Typography.Text type="success" data-record>
                    {text('becomes', { n: Math.round(qty * own.factor * 1000) / 1000, name: own.material ?? '' })}{' '}
                    <DictName dict="unit" value={own.baseUnit} />
                  </Typography.Text>
                ) : (
                  <Typography.Text type="warning">{text('noStock')}</Typography.Text>
                ))}
            </Flex>
          );
        })}
        {content.depots.length > 0 && (
          <Form.Item label={text('depot')} htmlFor="sign-depot" style={{ margin: 0 }}>
            <Select
              id="sign-depot"
              allowClear
              style={{ width: '100%' }}
              value={depotId}
              onChange={(value) => setDepot(value ?? null)}
              options={content.depots.map((store) => ({ value: store.id, label: store.name }))}
            />
          </Form.Item>
        )}
        {isShort && (
          <Alert
            type="warning"
            showIcon
            title={text('shortHint')}
            description={
              <Input.TextArea
                aria-label={text('diffReason')}
                placeholder={text('diffReason')}
                maxLength={200}
                value={diffReason}
                onChange={(event) => setReason(event.target.value)}
              />
            }
          />
        )}
        {order.coldChain && <Alert type="info" showIcon title={text('coldHint')} />}
        <AttachmentsField bizType="commerce.tradeOrder" accept="image/*" value={photos} onChange={setPhotos} />
      </Flex>
    </Drawer>
  );
}
