import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { App, Button, Checkbox, Form, Input } from 'antd';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { loadTexts, useT } from '#kit/web/i18n/i18n.ts';
import type { DemoAccount } from '#modules/platform/contract/auth/demo-door.ts';
import type { LoginAnswer, PortalFace } from '#modules/platform/contract/auth/session.ts';
import { login } from '../session/first-calls.ts';
import { proofFor, type WorkLevel } from './attempt.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import s from './login.module.css';

// A list that only demo worlds have.
const DemoAccounts = lazy(
  async () => (await Promise.all([import('../welcome/demo-accounts.tsx'), loadTexts('welcome')]))[0],
);

interface Values {
  username: string;
  password: string;
  remember?: boolean;
  captchaCode?: string;
}

interface LoginFormProps {
  readonly face: PortalFace;
  /** The password was right: a session, or the step that stands before it. */
  onAnswer(answer: LoginAnswer, who: { username: string; remember: boolean }): void;
}

export function LoginForm({ face, onAnswer }: LoginFormProps) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [level, setLevel] = useState<WorkLevel>(face.captchaNow ? 1 : 0);
  const captcha = useCaptcha();

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  const refused = (error: ApiError) => {
    // Right or wrong, a picture is good for one attempt.
    captcha.renew();
    if (error.bizCode === 'auth.captcha') {
      if (captcha.isPicture) form.setFields([{ name: 'captchaCode', value: '', errors: [error.message] }]);
      else notify('warning', error.message);
      return;
    }
    form.setFieldValue('captchaCode', '');
    const other = error.bizCode === 'auth.portal' ? portalRoute(error.data) : null;
    if (!other) {
      notify('error', error.message);
      form.setFieldValue('password', '');
      form.focusField('password');
      return;
    }
    modal.warning({
      title: t('shell.expired.title'),
      content: error.message,
      okText: t('shell.login.goThere'),
      closable: true,
      onOk: () => void navigate(other),
    });
  };

  /** One login; answers the level of work to try again with, where that is all that was missing. */
  const attempt = async (values: Values, door: string, work: WorkLevel): Promise<WorkLevel | undefined> => {
    const { password, remember = false, captchaCode } = values;
    const username = values.username.trim();
    const isPicture = captcha.isPicture && work < 2;
    const solved = captcha.given && captchaCode ? { captchaId: captcha.given.captchaId, captchaCode } : {};
    const proof = await proofFor(username, isPicture ? 0 : work);
    try {
      const body = { username, password, portalId: door, remember, ...solved, ...proof };
      onAnswer(await call(login, { body, quiet: true }), { username, remember });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wanted = (error.data as { workLevel?: WorkLevel } | null)?.workLevel ?? work;
      setLevel(wanted);
      // Nobody has to press the button again for what the browser does by itself.
      if (error.bizCode === 'auth.captcha' && wanted > work && !isPicture) return wanted;
      // A browser that cannot work shows the picture.
      if (error.bizCode === 'auth.captcha' && !isPicture && !proof.work) captcha.setPicture(true);
      refused(error);
    }
    return undefined;
  };

  const submit = async (values: Values, door = face.portalId) => {
    setBusy(true);
    // The inside is fetched while the server checks the password.
    void import('../inside.tsx').catch(() => {});
    try {
      for (let work: WorkLevel | undefined = level; work !== undefined; ) work = await attempt(values, door, work);
    } finally {
      setBusy(false);
    }
  };

  const enterAs = ({ username, password, portalId }: DemoAccount) => {
    form.setFieldsValue({ username, password });
    void submit({ ...form.getFieldsValue(), username, password }, portalId);
  };

  const explainForgotten = () => {
    const phone = face.supportPhone;
    modal.info({
      title: t('shell.login.forgottenTitle'),
      content: (
        <>
          <p>{t('shell.login.forgottenHelp')}</p>
          {phone && <p>{t('shell.login.supportPhone', { phone })}</p>}
        </>
      ),
    });
  };

  return (
    <Form<Values>
      form={form}
      className={s.form}
      size="large"
      layout="vertical"
      requiredMark={false}
      validateTrigger="onSubmit"
      onFinish={(values) => submit(values)}
    >
      <h2 className={s.heading}>{t('shell.login.heading')}</h2>
      <Form.Item
        name="username"
        label={t('shell.login.account')}
        rules={[{ required: true, whitespace: true, message: t('shell.login.accountRequired') }]}
      >
        <Input prefix={<UserOutlined />} autoComplete="username" maxLength={64} autoFocus />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('shell.login.password')}
        rules={[{ required: true, message: t('shell.login.passwordRequired') }]}
        extra={capsLock ? <span role="status">{t('shell.login.capsLock')}</span> : null}
      >
        <Input.Password
          prefix={<LockOutlined />}
          autoComplete="current-password"
          maxLength={128}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
      </Form.Item>
      {level > 0 && <CaptchaField box={captcha} isWorking={busy} isWorkOnly={level === 2} />}
      <div className={s.row}>
        {face.rememberAllowed ? (
          <Form.Item name="remember" valuePropName="checked" noStyle>
            <Checkbox>{t('shell.login.remember')}</Checkbox>
          </Form.Item>
        ) : (
          <span />
        )}
        <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={explainForgotten}>
          {t('shell.login.forgotten')}
        </Button>
      </div>
      <Button type="primary" htmlType="submit" block loading={busy} className={s.submit ?? ''}>
        {t('shell.login.submit')}
      </Button>
      {face.demo && (
        <Suspense fallback={null}>
          <DemoAccounts portalId={face.portalId} busy={busy} onPick={enterAs} />
        </Suspense>
      )}
    </Form>
  );
}

function portalRoute(data: unknown): string | null {
  const portal = (data as { portal?: { route?: unknown } } | null)?.portal;
  return typeof portal?.route === 'string' && portal.route.startsWith('/') ? portal.route : null;
}
