import { Form, Input, Modal, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';

interface Props {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly danger?: boolean;
  /** Must be typed as it is, before it goes on. */
  readonly confirmBy?: string | undefined;
  readonly withReason?: boolean;
  run(reason: string): Promise<void>;
  onClose(): void;
}

/** Asks why, or for the name as a confirmation, and does it. */
export function ReasonDialog({ title, hint, danger = false, confirmBy, withReason = true, run, onClose }: Props) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const isReady = (!withReason || reason.trim().length >= 2) && (!confirmBy || typed.trim() === confirmBy);
  const go = async () => {
    if (!isReady || busy) return;
    setBusy(true);
    try {
      await run(reason.trim());
      onClose();
    } catch (error) {
      // The client has said why; the dialog stays for another try.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      onOk={() => void go()}
      okButtonProps={{ danger, disabled: !isReady, loading: busy }}
      destroyOnHidden
    >
      {hint && <Typography.Paragraph type="secondary">{hint}</Typography.Paragraph>}
      <Form layout="vertical" onFinish={() => void go()}>
        {withReason && (
          <Form.Item label={t('platform.users.reason')} htmlFor="reason-text" required>
            <Input.TextArea
              id="reason-text"
              autoFocus
              rows={3}
              maxLength={500}
              showCount
              value={reason}
              placeholder={t('platform.users.reasonHint')}
              onChange={(event) => setReason(event.target.value)}
            />
          </Form.Item>
        )}
        {confirmBy && (
          <Form.Item label={t('platform.users.typeName')} htmlFor="reason-name" required>
            <Input
              id="reason-name"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
