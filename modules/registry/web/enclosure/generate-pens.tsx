import { Form, InputNumber, Modal, Typography } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { generatePens, type Hovel, hovel as hovels } from '#modules/registry/contract/enclosure/hovel.ts';
import { pen } from '#modules/registry/contract/enclosure/pen.ts';

interface Props {
  readonly hovel: Hovel;
  onClose(): void;
}

/** Pens numbered one after the other. */
export function GeneratePens({ hovel, onClose }: Props) {
  const id = useId();
  const text = useTexts('registry.enclosurePage');
  const changed = [useChanged(pen), useChanged(hovels)];
  const [busy, setBusy] = useState(false);
  const [values, setValues] = useState({ fromNo: (hovel.penCount ?? 0) + 1, count: 10, capacity: 10 });
  const last = values.fromNo + values.count - 1;
  const number = (no: number) => String(no).padStart(Math.max(2, String(last).length), '0');
  const send = async () => {
    setBusy(true);
    try {
      const { made, skipped } = await call(generatePens, { body: { hovelId: hovel.id, ...values } });
      notify('success', text('made', { made, skipped }));
      await Promise.all(changed.map((one) => one()));
      onClose();
    } catch {
      // The client has said why; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  const input = (name: keyof typeof values, max: number) => (
    <Form.Item label={text(name)} htmlFor={`${id}-${name}`}>
      <InputNumber
        id={`${id}-${name}`}
        min={1}
        max={max}
        precision={0}
        value={values[name]}
        onChange={(value) => setValues((old) => ({ ...old, [name]: value ?? 1 }))}
        style={{ width: '100%' }}
      />
    </Form.Item>
  );
  return (
    <Modal
      open
      title={text('generateOf', { name: hovel.name })}
      okText={text('generate')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {input('fromNo', 9999)}
        {input('count', 200)}
        {input('capacity', 10_000)}
        <Typography.Text type="secondary">
          {text('preview', { from: number(values.fromNo), to: number(last) })}
        </Typography.Text>
      </Form>
    </Modal>
  );
}
