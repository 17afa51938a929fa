import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { kickSessions, type OpenSession } from '#modules/platform/contract/auth/sys-session.ts';

interface KickDialogProps {
  readonly sessions: readonly OpenSession[];
  onClose(): void;
  onDone(): void;
}

/** Ends other people's sessions; why is written into the operation log. */
export function KickDialog({ sessions, onClose, onDone }: KickDialogProps) {
  const t = useT();
  const joined = useJoined();
  const [form] = Form.useForm<{ reason: string }>();
  const [busy, setBusy] = useState(false);
  const kick = async ({ reason }: { reason: string }) => {
    setBusy(true);
    try {
      const { msg } = await callEnvelope(kickSessions, {
        body: { idArr: sessions.map((one) => one.sessionId), reason },
      });
      notify('success', msg);
      onDone();
    } catch {
      // The user was told.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('platform.online.kickTitle', { n: sessions.length })}
      okText={t('platform.online.kick')}
      okButtonProps={{ danger: true, loading: busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{joined(sessions.map((one) => one.nickname))}</p>
      <p>{t('platform.online.kickHelp')}</p>
      <Form form={form} layout="vertical" onFinish={(values) => void kick(values)}>
        <Form.Item
          name="reason"
          label={t('platform.online.reason')}
          rules={[{ required: true, whitespace: true, message: t('platform.online.reasonRequired') }]}
        >
          <Input.TextArea maxLength={200} rows={3} showCount autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
