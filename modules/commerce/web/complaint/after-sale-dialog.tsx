import { Alert, Flex, Form, Input, InputNumber, Modal, Typography } from 'antd';
import { useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { applyAfterSale } from '#modules/commerce/contract/complaint/after-sale.ts';
import { DictSelect } from '../common/dict-select.tsx';
import type { PartProps } from '../order/order-view.tsx';

interface Props extends PartProps {
  /** What was short at signing, filled in. */
  readonly short: readonly { orderLineId: number; qty: number }[];
  onClose(): void;
}

/** 申请售后: which lines, how many, and what the buyer wants. */
export function AfterSaleDialog({ order, content, short, onDone, onClose }: Props) {
  const text = useTexts('commerce.afterSalePage');
  const [kind, setKind] = useState('refundOnly');
  const [reason, setReason] = useState(short.length > 0 ? 'short' : 'damaged');
  const [qtys, setQtys] = useState<Readonly<Record<number, number>>>(
    Object.fromEntries(short.map((one) => [one.orderLineId, one.qty])),
  );
  const [note, setNote] = useState('');
  const [photos, setPhotos] = useState<number[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const lines = Object.entries(qtys)
    .filter(([, qty]) => qty > 0)
    .map(([id, qty]) => ({ orderLineId: Number(id), qty }));
  const send = async () => {
    setBusy(true);
    setFault(null);
    try {
      const body = { orderId: order.id, kind: kind as 'refundOnly', reason, lines, note: note || null, photos };
      const made = await call(applyAfterSale, { body, idempotencyKey: newKey(), quiet: true });
      notify('success', text('applied', { no: made.docNo }));
      onClose();
      onDone();
    } catch (error) {
      setFault(error instanceof ApiError ? error.msg : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('apply')}
      onCancel={onClose}
      okButtonProps={{ loading: busy, disabled: lines.length === 0 }}
      onOk={() => void send()}
    >
      <Form layout="vertical">
        <Form.Item label={text('kind')}>
          <DictSelect dict="after_sale_kind" label={text('kind')} value={kind} onChange={setKind} />
        </Form.Item>
        <Form.Item label={text('reason')}>
          <DictSelect dict="after_sale_reason" label={text('reason')} value={reason} onChange={setReason} />
        </Form.Item>
        <Flex vertical gap={8} style={{ marginBlockEnd: 12 }}>
          {content.lines.map((one) => (
            <Flex key={one.id} gap={10} align="center" justify="space-between">
              <Typography.Text data-record style={{ minWidth: 0 }}>{`${one.title} ${one.spec}`}</Typography.Text>
              <InputNumber
                aria-label={`${one.title} ${text('qty')}`}
                min={0}
                max={one.shippedQty - one.returnedQty}
                value={qtys[one.id] ?? 0}
                onChange={(qty) => setQtys({ ...qtys, [one.id]: qty ?? 0 })}
              />
            </Flex>
          ))}
        </Flex>
        <Form.Item label={text('note')} htmlFor="after-note">
          <Input.TextArea
            id="after-note"
            maxLength={300}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
        <AttachmentsField bizType="commerce.afterSale" accept="image/*" value={photos} onChange={setPhotos} />
        {fault && <Alert type="error" showIcon title={fault} style={{ marginBlockStart: 12 }} />}
      </Form>
    </Modal>
  );
}
