import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { LoginAnswer } from '#modules/platform/contract/auth/session.ts';
import { PolicyTicks } from '../password/policy-ticks.tsx';
import { newPasswordRules, repeatRules } from '../password/rules.ts';
import { changeExpired } from '../session/first-calls.ts';
import s from './login.module.css';

interface Values {
  newPassword: string;
  repeatNewPassword: string;
}

interface ChangeStepProps {
  readonly stepTicket: string;
  readonly username: string;
  onAnswer(answer: LoginAnswer): void;
  onBack(): void;
}

/** The forced change between a right password and the session. */
export function ChangeStep({ stepTicket, username, onAnswer, onBack }: ChangeStepProps) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const password: string = Form.useWatch('newPassword', form) ?? '';
  const [busy, setBusy] = useState(false);

  const submit = async (values: Values) => {
    setBusy(true);
    try {
      onAnswer(await call(changeExpired, { body: { stepTicket, ...values }, quiet: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      notify('error', error.message);
      form.setFields(error.errors.map(({ field, msg }) => ({ name: field as keyof Values, errors: [msg] })));
      // The ticket is used up or too old: only a new login helps.
      if (error.errors.length === 0 && error.code !== 0) onBack();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form<Values> form={form} className={s.form} size="large" layout="vertical" requiredMark={false} onFinish={submit}>
      <h2 className={s.heading}>{t('shell.change.heading')}</h2>
      <p className={s.note}>{t('auth.mustChange')}</p>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Form.Item name="newPassword" label={t('shell.change.new')} validateTrigger="onBlur" rules={newPasswordRules(t)}>
        <Input.Password autoComplete="new-password" maxLength={128} autoFocus />
      </Form.Item>
      <PolicyTicks password={password} username={username} />
      <Form.Item
        name="repeatNewPassword"
        label={t('shell.change.repeat')}
        validateTrigger="onBlur"
        rules={repeatRules(t)}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy} className={s.submit ?? ''}>
        {t('shell.change.submit')}
      </Button>
      <Button type="link" block onClick={onBack}>
        {t('shell.change.back')}
      </Button>
    </Form>
  );
}
