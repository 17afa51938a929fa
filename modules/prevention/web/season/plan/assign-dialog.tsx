import { Form, Modal, Typography } from 'antd';
import { useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { ApiError, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { RefField } from '#kit/web/fields/ref.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { planAssign, planHousehold } from '#modules/prevention/contract/season/plan.ts';

interface Props {
  readonly ids: readonly number[];
  onClose(isDone: boolean): void;
}

const staff = field.ref('registry.staff');

/** Who goes to these households. */
export function AssignDialog({ ids, onClose }: Props) {
  const t = useT();
  const id = useId();
  const text = useTexts('prevention.planPage');
  const changed = useChanged(planHousehold);
  const [staffId, setStaffId] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (staffId === null) return;
    setBusy(true);
    try {
      const { msg } = await callEnvelope(planAssign, { body: { ids: [...ids], staffId } });
      notify('success', msg || t('ok.done'));
      void changed();
      onClose(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('assign')}
      okText={text('assign')}
      okButtonProps={{ disabled: staffId === null }}
      confirmLoading={busy}
      onCancel={() => onClose(false)}
      onOk={() => void send()}
    >
      <Typography.Paragraph>{text('assignWords', { n: ids.length })}</Typography.Paragraph>
      <Form layout="vertical">
        <Form.Item label={t('prevention.planHousehold.staffId')} htmlFor={`${id}-staff`} required>
          <RefField
            id={`${id}-staff`}
            field={staff}
            value={staffId}
            onChange={setStaffId}
            onBlur={() => {}}
            disabled={false}
            invalid={false}
            describedBy={undefined}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
