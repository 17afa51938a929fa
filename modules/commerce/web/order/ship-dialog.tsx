import { Alert, Checkbox, DatePicker, Flex, Form, Input, InputNumber, Modal, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { shipOrder } from '#modules/commerce/contract/order/order-steps.ts';
import type { OrderContent } from '#modules/commerce/contract/order/trade-order.ts';
import { DictSelect } from '../common/dict-select.tsx';
import type { PartProps } from './order-view.tsx';

interface Sending {
  readonly qty: number;
  readonly lotNo: string;
  readonly producedOn: string | null;
  readonly expireOn: string | null;
}

interface Props extends PartProps {
  /** A complaint for which goods are sent a second time. */
  readonly again?: OrderContent['afterSales'][number];
  onClose(): void;
}

/** 发货: how many of each line, with lot and expiry where the goods have one. */
export function ShipDialog({ order, content, again, onDone, onClose }: Props) {
  const text = useTexts('commerce.orderPage');
  const rest = (id: number) => {
    if (again) return again.lines.find((line) => line.orderLineId === id)?.qty ?? 0;
    const one = content.lines.find((line) => line.id === id);
    return one ? one.qty - one.cancelledQty - one.shippedQty : 0;
  };
  const open = content.lines.filter((one) => rest(one.id) > 0);
  const [sent, setSent] = useState<Readonly<Record<number, Sending>>>(
    Object.fromEntries(open.map((one) => [one.id, { qty: rest(one.id), lotNo: '', producedOn: null, expireOn: null }])),
  );
  const [carrierKind, setKind] = useState('ownVehicle');
  const [way, setWay] = useState({ carrier: '', waybillNo: '', driver: '', driverPhone: '', plate: '' });
  const [coldRecord, setCold] = useState<number[]>([]);
  const [shortLifeAgreed, setAgreed] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (id: number, more: Partial<Sending>) => setSent({ ...sent, [id]: { ...(sent[id] as Sending), ...more } });
  const send = async () => {
    setBusy(true);
    setFault(null);
    try {
      const lines = open.flatMap((one) => {
        const own = sent[one.id];
        return own && own.qty > 0
          ? [
              {
                orderLineId: one.id,
                qty: own.qty,
                lotNo: own.lotNo || null,
                producedOn: own.producedOn,
                expireOn: own.expireOn,
              },
            ]
          : [];
      });
      const words = Object.fromEntries(Object.entries(way).map(([key, value]) => [key, value || null]));
      const body = {
        orderId: order.id,
        version: order.version,
        afterSaleId: again?.id ?? null,
        carrierKind: carrierKind as 'express',
        ...words,
        coldRecord,
        shortLifeAgreed,
        lines,
      };
      await call(shipOrder, { body, idempotencyKey: newKey(), quiet: true });
      onClose();
      onDone();
    } catch (error) {
      setFault(
        error instanceof ApiError ? [error.msg, ...error.errors.map((one) => one.msg)].join(' ') : String(error),
      );
    } finally {
      setBusy(false);
    }
  };
  const box = (name: keyof typeof way, most: number) => (
    <Input
      aria-label={text(name)}
      placeholder={text(name)}
      maxLength={most}
      value={way[name]}
      onChange={(event) => setWay({ ...way, [name]: event.target.value })}
      style={{ flex: 1, minWidth: 140 }}
    />
  );
  const day = (value: string | null) => (value ? dayjs(value) : null);
  return (
    <Modal
      open
      width={760}
      title={text(again ? 'shipAgain' : 'ship')}
      onCancel={onClose}
      okText={text('ship')}
      okButtonProps={{ loading: busy, disabled: order.coldChain && coldRecord.length === 0 }}
      onOk={() => void send()}
    >
      <Flex vertical gap={14}>
        {open.map((one) => (
          <Flex key={one.id} vertical gap={6}>
            <Typography.Text strong data-record>{`${one.title} ${one.spec}`}</Typography.Text>
            <Flex gap={8} wrap align="center">
              <InputNumber
                aria-label={text('qty')}
                min={0}
                max={rest(one.id)}
                value={sent[one.id]?.qty ?? 0}
                onChange={(qty) => set(one.id, { qty: qty ?? 0 })}
              />
              <Input
                aria-label={text('lotNo')}
                placeholder={text('lotNo')}
                maxLength={40}
                value={sent[one.id]?.lotNo ?? ''}
                onChange={(event) => set(one.id, { lotNo: event.target.value })}
                style={{ width: 150 }}
                {...(one.hasExpiry && !sent[one.id]?.lotNo && { status: 'warning' as const })}
              />
              <DatePicker
                placeholder={text('producedOn')}
                value={day(sent[one.id]?.producedOn ?? null)}
                onChange={(on) => set(one.id, { producedOn: on?.format('YYYY-MM-DD') ?? null })}
              />
              <DatePicker
                placeholder={text('expireOn')}
                value={day(sent[one.id]?.expireOn ?? null)}
                onChange={(on) => set(one.id, { expireOn: on?.format('YYYY-MM-DD') ?? null })}
                {...(one.hasExpiry && !sent[one.id]?.expireOn && { status: 'warning' as const })}
              />
            </Flex>
          </Flex>
        ))}
        <Form layout="vertical">
          <Form.Item label={text('carrierKind')}>
            <DictSelect
              dict="shipment_carrier_kind"
              label={text('carrierKind')}
              value={carrierKind}
              onChange={setKind}
            />
          </Form.Item>
          <Flex gap={8} wrap>
            {carrierKind === 'express' ? (
              <>
                {box('carrier', 40)}
                {box('waybillNo', 40)}
              </>
            ) : (
              <>
                {box('driver', 20)}
                {box('driverPhone', 11)}
                {box('plate', 12)}
              </>
            )}
          </Flex>
        </Form>
        {order.coldChain && (
          <Form.Item label={text('coldRecord')} required style={{ margin: 0 }}>
            <AttachmentsField bizType="commerce.tradeOrder" value={coldRecord} onChange={setCold} />
          </Form.Item>
        )}
        <Checkbox checked={shortLifeAgreed} onChange={(event) => setAgreed(event.target.checked)}>
          {text('shortLife')}
        </Checkbox>
        {fault && <Alert type="error" showIcon title={fault} />}
      </Flex>
    </Modal>
  );
}
