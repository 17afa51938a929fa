import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { loadTexts, useT } from '#kit/web/i18n/i18n.ts';
import { useNavigate } from '#kit/web/router.tsx';
import type { DemoAccount } from '#modules/platform/contract/auth/demo-door.ts';
import type { LoginAnswer, PortalFace } from '#modules/platform/contract/auth/session.ts';
import { login } from '../session/first-calls.ts';
import { proofFor, type WorkLevel } from './attempt.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import f from './door-field.module.css';
import { DoorField } from './door-field.tsx';
import s from './login.module.css';

// A list that only demo worlds have.
const DemoAccounts = lazy(
  async () => (await Promise.all([import('../welcome/demo-accounts.tsx'), loadTexts('welcome')]))[0],
);

const empty = { username: '', password: '', remember: false, captchaCode: '' };
type Values = typeof empty;
type Problems = { readonly [K in keyof Values]?: string };

interface LoginFormProps {
  readonly face: PortalFace;
  /** The password was right: a session, or the step that stands before it. */
  onAnswer(answer: LoginAnswer, who: { username: string; remember: boolean }): void;
}

export function LoginForm({ face, onAnswer }: LoginFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<Problems>({});
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [level, setLevel] = useState<WorkLevel>(face.captchaNow ? 1 : 0);
  const captcha = useCaptcha();

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  const change = (changes: Partial<Values>) => {
    setValues((old) => ({ ...old, ...changes }));
    setProblems((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !(name in changes))));
  };
  const focus = (name: keyof Values) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const refused = (error: ApiError) => {
    // Right or wrong, a picture is good for one attempt.
    captcha.renew();
    if (error.bizCode === 'auth.captcha') {
      if (captcha.isPicture) {
        change({ captchaCode: '' });
        setProblems({ captchaCode: error.message });
      } else notify('warning', error.message);
      return;
    }
    change({ captchaCode: '' });
    const other = error.bizCode === 'auth.portal' ? portalRoute(error.data) : null;
    if (!other) {
      notify('error', error.message);
      change({ password: '' });
      focus('password');
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
  const attempt = async (typed: Values, door: string, work: WorkLevel): Promise<WorkLevel | undefined> => {
    const { password, remember, captchaCode } = typed;
    const username = typed.username.trim();
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

  const submit = async (typed: Values, door = face.portalId) => {
    setBusy(true);
    // The inside is fetched while the server checks the password.
    void import('../inside.tsx').catch(() => {});
    try {
      for (let work: WorkLevel | undefined = level; work !== undefined; ) work = await attempt(typed, door, work);
    } finally {
      setBusy(false);
    }
  };

  const enterAs = ({ username, password, portalId }: DemoAccount) => {
    change({ username, password });
    void submit({ ...values, username, password }, portalId);
  };

  const check = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wanted = {
      ...(!values.username.trim() && { username: t('shell.login.accountRequired') }),
      ...(!values.password && { password: t('shell.login.passwordRequired') }),
      ...(level === 1 &&
        captcha.isPicture &&
        !values.captchaCode.trim() && { captchaCode: t('shell.login.captchaRequired') }),
    };
    setProblems(wanted);
    const [first] = Object.keys(wanted);
    if (first) focus(first as keyof Values);
    else void submit(values);
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
    <form ref={form} className={s.form} noValidate onSubmit={check}>
      <h2 className={s.heading}>{t('shell.login.heading')}</h2>
      <DoorField
        name="username"
        label={t('shell.login.account')}
        icon={<UserOutlined />}
        value={values.username}
        problem={problems.username}
        onChange={(username) => change({ username })}
        autoComplete="username"
        maxLength={64}
        autoFocus
      />
      <DoorField
        name="password"
        type="password"
        label={t('shell.login.password')}
        icon={<LockOutlined />}
        value={values.password}
        problem={problems.password}
        onChange={(password) => change({ password })}
        autoComplete="current-password"
        maxLength={128}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        extra={capsLock ? t('shell.login.capsLock') : undefined}
      />
      {level > 0 && (
        <CaptchaField
          box={captcha}
          isWorking={busy}
          isWorkOnly={level === 2}
          code={values.captchaCode}
          problem={problems.captchaCode}
          onCode={(captchaCode) => change({ captchaCode })}
        />
      )}
      <div className={s.row}>
        {face.rememberAllowed ? (
          <label className={f.remember}>
            <input
              type="checkbox"
              name="remember"
              checked={values.remember}
              onChange={(event) => change({ remember: event.target.checked })}
            />
            {t('shell.login.remember')}
          </label>
        ) : (
          <span />
        )}
        <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={explainForgotten}>
          {t('shell.login.forgotten')}
        </Button>
      </div>
      <Button type="primary" size="large" htmlType="submit" block loading={busy} className={s.submit ?? ''}>
        {t('shell.login.submit')}
      </Button>
      {face.demo && (
        <Suspense fallback={null}>
          <DemoAccounts portalId={face.portalId} busy={busy} onPick={enterAs} />
        </Suspense>
      )}
    </form>
  );
}

function portalRoute(data: unknown): string | null {
  const portal = (data as { portal?: { route?: unknown } } | null)?.portal;
  return typeof portal?.route === 'string' && portal.route.startsWith('/') ? portal.route : null;
}
