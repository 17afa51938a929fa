import { App, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { type Device, transferDevice } from '#modules/device/contract/catalogue/device.ts';
import { ReceiverChoice } from '#modules/registry/web/index.ts';

interface Props {
  readonly row: Device;
  onDone(): unknown;
  onClose(): void;
}

/** Gives an idle device to another holder; its owner stays, and so do the readings of before. */
export function TransferDialog({ row, onDone, onClose }: Props) {
  const text = useTexts('device.detailPage');
  const id = useId();
  const { message } = App.useApp();
  const [toPrincipalId, setTo] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const { busy, act } = useAct(onClose);
  const send = () =>
    act(
      () => {
        const body = { id: row.id, version: row.version, toPrincipalId: toPrincipalId as number };
        return call(transferDevice, { body: reason.trim() === '' ? body : { ...body, reason: reason.trim() } });
      },
      () => {
        message.success(text('transferred'));
        return onDone();
      },
    );
  return (
    <Modal
      open
      title={text('transfer')}
      onCancel={onClose}
      onOk={send}
      confirmLoading={busy}
      okButtonProps={{ disabled: toPrincipalId === null }}
    >
      <Form layout="vertical">
        <Form.Item label={text('toHolder')} htmlFor={`${id}-to`} required extra={text('transferHint')}>
          <ReceiverChoice id={`${id}-to`} value={toPrincipalId} onChange={setTo} />
        </Form.Item>
        <Form.Item label={text('why')} htmlFor={`${id}-why`}>
          <Input.TextArea
            id={`${id}-why`}
            value={reason}
            maxLength={200}
            autoSize={{ minRows: 1, maxRows: 4 }}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
