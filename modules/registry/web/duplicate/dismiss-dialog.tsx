import { Form, Input, Modal, Typography } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { type DuplicateKind, dismissPair, duplicateCandidate } from '#modules/registry/contract/duplicate/duplicate.ts';

interface Props {
  readonly kind: DuplicateKind;
  readonly left: { readonly id: number; readonly name: string };
  readonly right: { readonly id: number; readonly name: string };
  onDone?(): void;
  onClose(): void;
}

/** They are two, for good. */
export function DismissDialog({ kind, left, right, onDone, onClose }: Props) {
  const t = useT();
  const id = useId();
  const changed = useChanged(duplicateCandidate);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const text = useTexts('registry.duplicatePage');
  const send = async () => {
    setBusy(true);
    try {
      await call(dismissPair, { body: { kind, survivorId: left.id, loserId: right.id, reason } });
      notify('success', t('registry.duplicate.dismissed'));
      await changed();
      onDone?.();
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
      title={<span data-record>{text('dismissOf', { left: left.name, right: right.name })}</span>}
      okText={text('dismiss')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">{text('dismissHint')}</Typography.Paragraph>
      <Form layout="vertical">
        <Form.Item label={text('reasonOptional')} htmlFor={`${id}-reason`}>
          <Input.TextArea
            id={`${id}-reason`}
            rows={2}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
