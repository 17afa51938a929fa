import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Form, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText, toCents } from '#kit/web/ui/money.ts';
import { priceSlaughter, settleSlaughter } from '#modules/farm/contract/slaughter/slaughter.ts';
import type { Sheet } from './batch-sheet.tsx';

interface PriceProps {
  readonly sheet: Sheet;
  readonly money: NonNullable<Sheet['money']>;
  onClose(): void;
}
/** What the two sides agreed upon; by carcass, each grade its own price. */
export function PriceDialog({ sheet, money, onClose }: PriceProps) {
  const text = useTexts('farm.slaughterDesk');
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<{ unitPrice: number; grades?: { grade: string; price: number }[] }>();
  const save = async () => {
    const { unitPrice, grades = [] } = await form.validateFields();
    setBusy(true);
    try {
      await call(priceSlaughter, {
        body: {
          id: sheet.id,
          unitPrice: toCents(unitPrice),
          grades: grades.map((one) => ({ grade: one.grade, cents: toCents(one.price) })),
        },
      });
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const unit = text(sheet.priceMode === 'head' ? 'perHeadUnit' : 'perKg');
  return (
    <Modal open title={text('price')} okButtonProps={{ loading: busy }} onOk={() => void save()} onCancel={onClose}>
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          unitPrice: money.unitPrice === null ? null : money.unitPrice / 100,
          grades: money.grades.map((one) => ({ grade: one.grade, price: one.cents / 100 })),
        }}
      >
        <Form.Item name="unitPrice" label={text('unitPrice')} rules={[{ required: true }]}>
          <InputNumber min={0.01} precision={2} suffix={unit} style={{ inlineSize: '100%' }} />
        </Form.Item>
        {sheet.priceMode === 'carcass' && (
          <Form.List name="grades">
            {(fields, { add, remove }) => (
              <Form.Item label={text('grades')}>
                {fields.map(({ key, name }) => (
                  <Flex key={key} gap={8} align="baseline">
                    <Form.Item name={[name, 'grade']} rules={[{ required: true }]} style={{ flex: 1 }}>
                      <Input maxLength={20} placeholder={text('grade')} />
                    </Form.Item>
                    <Form.Item name={[name, 'price']} rules={[{ required: true }]} style={{ flex: 2 }}>
                      <InputNumber min={0.01} precision={2} suffix={unit} style={{ inlineSize: '100%' }} />
                    </Form.Item>
                    <Button
                      type="text"
                      icon={<MinusCircleOutlined />}
                      aria-label={text('close')}
                      onClick={() => remove(name)}
                    />
                  </Flex>
                ))}
                <Button icon={<PlusOutlined />} onClick={() => add()}>
                  {text('addGrade')}
                </Button>
              </Form.Item>
            )}
          </Form.List>
        )}
      </Form>
    </Modal>
  );
}

interface SettleProps {
  readonly sheet: Sheet;
  readonly amount: number | null;
  onClose(): void;
}
export function SettleDialog({ sheet, amount, onClose }: SettleProps) {
  const text = useTexts('farm.slaughterDesk');
  const [busy, setBusy] = useState(false);
  const [voucher, setVoucher] = useState('');
  const [key] = useState(newKey);
  const save = async () => {
    setBusy(true);
    try {
      await call(settleSlaughter, {
        body: { id: sheet.id, version: sheet.version, ...(voucher && { voucher }) },
        idempotencyKey: key,
      });
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${text('settle')} ${amount === null ? '' : moneyText(amount)}`}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        <Alert type="warning" showIcon title={text('settleAsk')} />
        <Input
          value={voucher}
          maxLength={60}
          placeholder={text('voucher')}
          onChange={(event) => setVoucher(event.target.value)}
        />
      </Flex>
    </Modal>
  );
}
