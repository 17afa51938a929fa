import { PhoneOutlined } from '@ant-design/icons';
import { App, Button, DatePicker, Flex, Form, Input, InputNumber, Modal } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { toCents } from '#kit/web/ui/money.ts';
import { askCancelRest, closeOrder, payOrder, receiverPhone } from '#modules/commerce/contract/order/order-steps.ts';
import type { TradeOrder } from '#modules/commerce/contract/order/trade-order.ts';

interface Props {
  readonly order: TradeOrder;
  onDone(): void;
}

/** The number is told to who has to deliver or to receive, one look at a time. */
export function PhoneButton({ id }: { readonly id: number }) {
  const text = useTexts('commerce.orderPage');
  const { modal } = App.useApp();
  const look = async () => {
    const { phone } = await call(receiverPhone, { body: { id }, idempotencyKey: newKey() });
    modal.info({ title: text('phone'), content: <a href={`tel:${phone}`}>{phone}</a> });
  };
  return (
    <Button
      type="text"
      size="small"
      icon={<PhoneOutlined />}
      aria-label={text('phone')}
      onClick={() => void look().catch(() => {})}
    />
  );
}

function ReasonButton({
  label,
  isDanger,
  send,
}: {
  readonly label: string;
  readonly isDanger: boolean;
  send(reason: string): Promise<void>;
}) {
  const text = useTexts('commerce.orderPage');
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await send(reason);
      setOpen(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button danger={isDanger} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        open={isOpen}
        title={label}
        onCancel={() => setOpen(false)}
        okButtonProps={{ disabled: reason.trim() === '', danger: isDanger, loading: busy }}
        onOk={() => void go().catch(() => {})}
      >
        <Input.TextArea
          aria-label={text('reason')}
          placeholder={text('reason')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </>
  );
}

export function RestButton({ order, onDone }: Props) {
  const text = useTexts('commerce.orderPage');
  const send = async (reason: string) => {
    await call(askCancelRest, { body: { id: order.id, version: order.version, reason }, idempotencyKey: newKey() });
    onDone();
  };
  return <ReasonButton label={text('askRest')} isDanger={false} send={send} />;
}

export function CloseButton({ order, onDone }: Props) {
  const text = useTexts('commerce.orderPage');
  if (['completed', 'cancelled', 'closed'].includes(order.status)) return null;
  const send = async (reason: string) => {
    await call(closeOrder, { body: { id: order.id, version: order.version, reason }, idempotencyKey: newKey() });
    onDone();
  };
  return <ReasonButton label={text('close')} isDanger send={send} />;
}

/** What was paid outside, with its proof; it counts when the supplier has it. */
export function PayButton({ order, onDone }: Props) {
  const text = useTexts('commerce.orderPage');
  const due = (order.payable ?? 0) - (order.paid ?? 0) - (order.refunded ?? 0);
  const [isOpen, setOpen] = useState(false);
  const [amount, setAmount] = useState<number | null>(null);
  const [paidOn, setPaidOn] = useState(dayjs());
  const [bankRef, setBankRef] = useState('');
  const [proofFile, setProof] = useState<number[]>([]);
  const [busy, setBusy] = useState(false);
  if (due <= 0 || ['pendingApproval', 'pendingAccept', 'cancelled', 'closed', 'cancelAsked'].includes(order.status))
    return null;
  const cents = amount ?? due;
  const send = async () => {
    setBusy(true);
    try {
      const body = {
        orderId: order.id,
        amount: cents,
        paidOn: paidOn.format('YYYY-MM-DD'),
        bankRef: bankRef || null,
        proofFile,
      };
      await call(payOrder, { body, idempotencyKey: newKey() });
      setOpen(false);
      onDone();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button type={order.status === 'pendingPay' ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {text('pay')}
      </Button>
      <Modal
        open={isOpen}
        title={text('pay')}
        onCancel={() => setOpen(false)}
        okButtonProps={{ disabled: proofFile.length === 0, loading: busy }}
        onOk={() => void send().catch(() => {})}
      >
        <Form layout="vertical">
          <Flex gap={12} wrap>
            <Form.Item label={text('amount')} htmlFor="pay-amount" required>
              <InputNumber
                id="pay-amount"
                precision={2}
                min={0.01}
                value={cents / 100}
                onChange={(value) => setAmount(value === null ? null : toCents(value))}
              />
            </Form.Item>
            <Form.Item label={text('paidOn')} htmlFor="pay-on" required>
              <DatePicker
                id="pay-on"
                allowClear={false}
                value={paidOn}
                maxDate={dayjs()}
                onChange={(day) => day && setPaidOn(day)}
              />
            </Form.Item>
          </Flex>
          <Form.Item label={text('bankRef')} htmlFor="pay-ref">
            <Input id="pay-ref" maxLength={60} value={bankRef} onChange={(event) => setBankRef(event.target.value)} />
          </Form.Item>
          <Form.Item label={text('proof')} required>
            <AttachmentsField bizType="commerce.tradeOrder" value={proofFile} onChange={setProof} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}
