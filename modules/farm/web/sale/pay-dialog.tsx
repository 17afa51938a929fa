import { DatePicker, Form, InputNumber, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { toCents } from '#kit/web/ui/money.ts';
import { customerPay } from '#modules/farm/contract/sale/customer.ts';

interface Props {
  readonly orderId?: number;
  readonly batchId?: number;
  readonly docNo: string;
  readonly owed: number;
  onClose(isSaved: boolean): void;
}

/** Money that came in for one order or batch. */
export function PayDialog({ orderId, batchId, docNo, owed, onClose }: Props) {
  const text = useTexts('farm.customerPay');
  const t = useT();
  const ways = useDict('customer_pay_way').options;
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<{ onDate: dayjs.Dayjs; amount: number; way: string }>();
  const save = async () => {
    const { onDate, amount, way } = await form.validateFields();
    setBusy(true);
    try {
      await call(callOf(customerPay, 'add'), {
        body: {
          orderId: orderId ?? null,
          batchId: batchId ?? null,
          onDate: onDate.format('YYYY-MM-DD'),
          amount: toCents(amount),
          way,
          proof: null,
          remark: null,
        },
      } as never);
      onClose(true);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${text('_title')} ${docNo}`}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <Form form={form} layout="vertical" initialValues={{ onDate: dayjs(), amount: owed / 100, way: 'transfer' }}>
        <Form.Item name="onDate" label={text('onDate')} rules={[{ required: true }]}>
          <DatePicker style={{ inlineSize: '100%' }} maxDate={dayjs()} />
        </Form.Item>
        <Form.Item name="amount" label={text('amount')} rules={[{ required: true }]}>
          <InputNumber
            min={0.01}
            max={owed / 100}
            precision={2}
            suffix={t('kit.yuan')}
            style={{ inlineSize: '100%' }}
          />
        </Form.Item>
        <Form.Item name="way" label={text('way')} rules={[{ required: true }]}>
          <Select options={ways.map((one) => ({ value: one.dictValue, label: one.dictLabel }))} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
