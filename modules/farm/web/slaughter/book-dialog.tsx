import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { bookSlaughter } from '#modules/farm/contract/slaughter/slaughter.ts';
import { UnitChoice } from '../sale/unit-field.tsx';

interface Values {
  sellerId: number;
  quarantineCertNo: string;
  vehicleNo?: string;
  priceMode: 'live' | 'carcass' | 'head';
  tags: string;
}

/** A household brought its animals without a list: the plant writes one. */
export function BookDialog({ onClose }: { onClose(made: number | null): void }) {
  const text = useTexts('farm.slaughterDesk');
  const batch = useTexts('farm.slaughterBatch');
  const modes = useDict('slaughter_batch_price_mode').options;
  const [busy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const [form] = Form.useForm<Values>();
  const save = async () => {
    const { tags, vehicleNo, ...values } = await form.validateFields();
    setBusy(true);
    try {
      const made = await call(bookSlaughter, {
        body: { ...values, ...(vehicleNo && { vehicleNo }), tags: tags.split(/[\s,，、]+/).filter(Boolean) },
        idempotencyKey: key,
      });
      notify('success', text('booked', { docNo: made.docNo, n: made.head }));
      onClose(made.id);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('book')}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={() => onClose(null)}
    >
      <Form form={form} layout="vertical" initialValues={{ priceMode: 'live', tags: '' }}>
        <Form.Item name="sellerId" label={text('seller')} rules={[{ required: true }]}>
          <UnitChoice />
        </Form.Item>
        <Form.Item name="quarantineCertNo" label={batch('quarantineCertNo')} rules={[{ required: true }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="priceMode" label={batch('priceMode')} rules={[{ required: true }]}>
          <Select options={modes.map((one) => ({ value: one.dictValue, label: one.dictLabel }))} />
        </Form.Item>
        <Form.Item label={text('scanHint')}>
          <ScanInput
            onScan={(tag) => form.setFieldValue('tags', `${form.getFieldValue('tags') ?? ''}\n${tag}`.trim())}
          />
        </Form.Item>
        <Form.Item name="tags" label={text('tags')} rules={[{ required: true }]} extra={text('tagsHint')}>
          <Input.TextArea rows={4} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
