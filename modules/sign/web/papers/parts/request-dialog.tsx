import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { requestTags } from '#modules/sign/contract/papers/stock-out.ts';
import { useCategories } from '../../common/categories.ts';

/** Asks the giver for tags: which, how many, and why. */
export function RequestDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const categories = useCategories();
  const [categoryId, setCategory] = useState<number | undefined>();
  const [count, setCount] = useState(100);
  const [reason, setReason] = useState('');
  const { busy, act } = useAct(onClose);
  const chosen = categoryId ?? categories[0]?.id;
  const send = () => {
    if (chosen === undefined) return;
    act(async () => {
      await call(requestTags, { body: { lines: [{ categoryId: chosen, count }], reason } });
      await client.invalidateQueries();
    });
  };
  return (
    <Modal
      open
      title={text('askForTags')}
      okText={text('send')}
      confirmLoading={busy}
      onOk={() => send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('category')} htmlFor={`${id}-category`}>
          <Select
            id={`${id}-category`}
            value={chosen ?? null}
            onChange={(value) => setCategory(value ?? undefined)}
            options={categories.map((one) => ({ value: one.id, label: one.name }))}
          />
        </Form.Item>
        <Form.Item label={text('count')} htmlFor={`${id}-count`}>
          <InputNumber
            id={`${id}-count`}
            min={1}
            max={1_000_000}
            step={100}
            value={count}
            onChange={(value) => setCount(Number(value ?? 1))}
            style={{ width: '100%' }}
          />
        </Form.Item>
        <Form.Item label={text('why')} htmlFor={`${id}-why`}>
          <Input.TextArea
            id={`${id}-why`}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
