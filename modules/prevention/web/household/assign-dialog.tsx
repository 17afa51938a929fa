import { useQueryClient } from '@tanstack/react-query';
import { Form, Modal, Select, Typography } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { household } from '#modules/prevention/contract/household/household.ts';
import { planAssign } from '#modules/prevention/contract/season/plan.ts';

interface Props {
  readonly principalIds: readonly number[];
  onClose(isDone: boolean): void;
}

/** Gives households to a worker for the seasons that go on. */
export function AssignDialog({ principalIds, onClose }: Props) {
  const t = useT();
  const text = useTexts('prevention.livestock');
  const id = useId();
  const client = useQueryClient();
  const [staffId, setStaffId] = useState<number | null>(null);
  const [keyword, setKeyword] = useDebounced('');
  const [busy, setBusy] = useState(false);
  const { options, loading } = useRefOptions('registry.staff', keyword, staffId);
  const assign = async () => {
    if (staffId === null) return;
    setBusy(true);
    const done = await call(planAssign, { body: { principalIds: [...principalIds], staffId } }).catch(() => null);
    setBusy(false);
    if (!done) return;
    notify('success', text('assigned', { n: done.changed }));
    await client.invalidateQueries({ queryKey: resourceKey(household) });
    onClose(true);
  };
  return (
    <Modal
      open
      title={text('assign')}
      confirmLoading={busy}
      okButtonProps={{ disabled: staffId === null }}
      onOk={() => void assign()}
      onCancel={() => onClose(false)}
    >
      <Form layout="vertical">
        <Form.Item label={text('worker')} htmlFor={id} required>
          <Select<number>
            id={id}
            value={staffId}
            onChange={setStaffId}
            options={options.map((one) => ({ value: one.id, label: one.name }))}
            loading={loading}
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            placeholder={t('kit.choose')}
          />
        </Form.Item>
        <Typography.Text type="secondary">{text('assignNote')}</Typography.Text>
      </Form>
    </Modal>
  );
}
