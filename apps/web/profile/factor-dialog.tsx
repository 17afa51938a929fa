import { Button, Form, Input, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { mfaBegin, mfaConfirm, mfaDisable, mfaRecoveryCodes } from '#modules/platform/contract/auth/second-factor.ts';
import { Enrolment, RecoveryCodes } from '../mfa/enrolment.tsx';
import { useSessionStore } from '../session/session-store.ts';

export type FactorWork = 'enrol' | 'disable' | 'codes';

/** Turning the second factor on or off, or making new recovery codes. */
export default function FactorDialog({ work, onClose }: { work: FactorWork; onClose: () => void }) {
  const t = useT();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const title = {
    enrol: 'shell.mfa.enrolHeading',
    disable: 'shell.mfa.offHeading',
    codes: 'shell.profile.newCodes',
  } as const;
  return (
    <Modal
      open
      title={t(codes ? 'shell.mfa.codes' : title[work])}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      width={480}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : work === 'enrol' ? (
        <TurnOn onCodes={setCodes} />
      ) : (
        <WithCode work={work} onCodes={setCodes} onDone={onClose} />
      )}
    </Modal>
  );
}

function TurnOn({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [given, setGiven] = useState<{ secret: string; otpauthUrl: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isMine = true;
    void call(mfaBegin, { body: {} }).then(
      (found) => isMine && setGiven(found),
      () => {},
    );
    return () => {
      isMine = false;
    };
  }, []);
  const confirm = async (code: string) => {
    setBusy(true);
    setProblem(null);
    try {
      const { recoveryCodes } = await call(mfaConfirm, { body: { code }, quiet: true });
      useSessionStore.getState().setUser({ mfaEnabled: true });
      onCodes(recoveryCodes);
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return <Enrolment given={given} busy={busy} problem={problem} onConfirm={(code) => void confirm(code)} />;
}

interface Values {
  password?: string;
  code: string;
}

interface WithCodeProps {
  readonly work: 'disable' | 'codes';
  onCodes(codes: readonly string[]): void;
  onDone(): void;
}

function WithCode({ work, onCodes, onDone }: WithCodeProps) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const submit = async ({ password = '', code }: Values) => {
    try {
      if (work === 'codes')
        return onCodes((await call(mfaRecoveryCodes, { body: { code }, quiet: true })).recoveryCodes);
      await call(mfaDisable, { body: { password, code }, quiet: true });
      useSessionStore.getState().setUser({ mfaEnabled: false });
      notify('success', t('shell.mfa.offDone'));
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 401) return;
      const name = error.bizCode === 'auth.wrong' ? 'password' : 'code';
      form.setFields([{ name, errors: [error.message] }]);
    }
  };
  return (
    <Form<Values> form={form} layout="vertical" requiredMark={false} validateTrigger="onSubmit" onFinish={submit}>
      {work === 'disable' && (
        <Form.Item
          name="password"
          label={t('shell.login.password')}
          rules={[{ required: true, message: t('shell.login.passwordRequired') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
        </Form.Item>
      )}
      <Form.Item
        name="code"
        label={t('shell.mfa.code')}
        rules={[{ required: true, pattern: /^\s*\d{6}\s*$/, message: t('shell.mfa.codeRequired') }]}
      >
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} />
      </Form.Item>
      <Submit
        danger={work === 'disable'}
        label={t(work === 'disable' ? 'shell.profile.turnOff' : 'shell.profile.newCodes')}
      />
    </Form>
  );
}

function Submit({ danger, label }: { danger: boolean; label: string }) {
  return (
    <Button type="primary" htmlType="submit" danger={danger} block>
      {label}
    </Button>
  );
}
