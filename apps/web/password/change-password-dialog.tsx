import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { ApiError, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { updatePassword } from '#modules/platform/contract/auth/session.ts';
import { sayAfterReload } from '../session/after-reload.ts';
import { useSessionStore } from '../session/session-store.ts';
import { useUser } from '../session/use-user.ts';
import { PolicyTicks } from './policy-ticks.tsx';
import { newPasswordRules, repeatRules } from './rules.ts';

interface Values {
  oldPassword: string;
  newPassword: string;
  repeatNewPassword: string;
}

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { username } = useUser();
  const [form] = Form.useForm<Values>();
  const password: string = Form.useWatch('newPassword', form) ?? '';
  const [busy, setBusy] = useState(false);

  const submit = async (values: Values) => {
    setBusy(true);
    try {
      const { msg } = await callEnvelope(updatePassword, { body: values, quiet: true });
      onClose();
      useSessionStore.getState().end(null, 'ranOut');
      sayAfterReload(msg);
      location.reload();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 401) return;
      notify('error', error.message);
      form.setFields(error.errors.map(({ field, msg }) => ({ name: field as keyof Values, errors: [msg] })));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={t('shell.change.heading')}
      okText={t('shell.confirm')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
      width={440}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        requiredMark={false}
        onFinish={submit}
        // What is being put right is no longer wrong; the next blur tells.
        onValuesChange={(changed) =>
          form.setFields(Object.keys(changed).map((name) => ({ name: name as keyof Values, errors: [] })))
        }
        style={{ paddingTop: 8 }}
      >
        <Form.Item
          name="oldPassword"
          label={t('shell.change.old')}
          rules={[{ required: true, message: t('password.oldRequired') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
        </Form.Item>
        <Form.Item name="newPassword" label={t('shell.change.new')} rules={newPasswordRules(t)}>
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <PolicyTicks password={password} username={username} />
        <Form.Item
          name="repeatNewPassword"
          label={t('shell.change.repeat')}
          dependencies={['newPassword']}
          rules={repeatRules(t)}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        {/* Enter in a field submits only where the form has a button of its own. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  );
}
