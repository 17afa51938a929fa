import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { LoginAnswer } from '#modules/platform/contract/auth/session.ts';
import { mfa } from '../session/first-calls.ts';
import s from './login.module.css';

interface Values {
  code?: string;
  recoveryCode?: string;
}

interface CodeStepProps {
  readonly stepTicket: string;
  onAnswer(answer: LoginAnswer): void;
  onBack(): void;
}

/** The one-time code between a right password and the session, or one of the recovery codes. */
export function CodeStep({ stepTicket, onAnswer, onBack }: CodeStepProps) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const [isRecovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);

  const submit = async ({ code, recoveryCode }: Values) => {
    if (busy) return;
    setBusy(true);
    try {
      onAnswer(
        await call(mfa, { body: isRecovery ? { stepTicket, recoveryCode } : { stepTicket, code }, quiet: true }),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      if (error.bizCode !== 'auth.mfa') notify('error', error.message);
      form.setFields([{ name: isRecovery ? 'recoveryCode' : 'code', value: '', errors: [error.message] }]);
      // Used up, too old or locked: only a new login helps.
      if (error.bizCode === 'auth.ticket' || error.bizCode === 'auth.locked') onBack();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form<Values>
      form={form}
      className={s.form}
      size="large"
      layout="vertical"
      requiredMark={false}
      validateTrigger="onSubmit"
      onFinish={submit}
    >
      <h2 className={s.heading}>{t('shell.mfa.heading')}</h2>
      <p className={s.note}>{t(isRecovery ? 'shell.mfa.recoveryHelp' : 'shell.mfa.codeHelp')}</p>
      {isRecovery ? (
        <Form.Item
          key="recovery"
          name="recoveryCode"
          label={t('shell.mfa.recoveryCode')}
          rules={[{ required: true, min: 8, message: t('shell.mfa.recoveryRequired') }]}
        >
          <Input autoComplete="off" maxLength={20} autoFocus />
        </Form.Item>
      ) : (
        <Form.Item
          key="code"
          name="code"
          label={t('shell.mfa.code')}
          rules={[{ required: true, pattern: /^\s*\d{6}\s*$/, message: t('shell.mfa.codeRequired') }]}
        >
          <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} autoFocus />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={busy} className={s.submit ?? ''}>
        {t('shell.login.submit')}
      </Button>
      <Button type="link" block onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? 'shell.mfa.toCode' : 'shell.mfa.toRecovery')}
      </Button>
      <Button type="link" block onClick={onBack}>
        {t('shell.change.back')}
      </Button>
    </Form>
  );
}
