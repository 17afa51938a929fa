import { Alert, Button, Form, Input, QRCode, Skeleton, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import s from './mfa.module.css';

interface EnrolmentProps {
  readonly given: { readonly secret: string; readonly otpauthUrl: string } | null;
  readonly busy: boolean;
  readonly problem: string | null;
  onConfirm(code: string): void;
}

/** The picture to scan, the same as text, and the first code that proves it was taken over. */
export function Enrolment({ given, busy, problem, onConfirm }: EnrolmentProps) {
  const t = useT();
  const [form] = Form.useForm<{ code: string }>();
  if (!given) return <Skeleton active />;
  return (
    <>
      <ol className={s.steps}>
        <li>{t('shell.mfa.stepApp')}</li>
        <li>{t('shell.mfa.stepScan')}</li>
        <li>{t('shell.mfa.stepCode')}</li>
      </ol>
      <div className={s.scan}>
        <QRCode value={given.otpauthUrl} size={168} bgColor="#ffffff" color="#000000" type="svg" />
        <div>
          <p className={s.label}>{t('shell.mfa.secret')}</p>
          <Typography.Text code copyable={{ text: given.secret }} className={s.secret ?? ''}>
            {given.secret.match(/.{1,4}/g)?.join(' ')}
          </Typography.Text>
        </div>
      </div>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={({ code }) => onConfirm(code.trim())}
      >
        <Form.Item
          name="code"
          label={t('shell.mfa.code')}
          {...(problem && { validateStatus: 'error', help: problem })}
          rules={[{ required: true, pattern: /^\s*\d{6}\s*$/, message: t('shell.mfa.codeRequired') }]}
        >
          <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} autoFocus />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('shell.mfa.confirm')}
        </Button>
      </Form>
    </>
  );
}

/** Ten codes, to be seen this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT();
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain' }));
    link.download = 'mulian-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <Alert type="warning" showIcon title={t('shell.mfa.codesOnce')} />
      <ul className={s.codes} aria-label={t('shell.mfa.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={s.buttons}>
        <Button onClick={save}>{t('shell.mfa.download')}</Button>
        <Button type="primary" onClick={onDone}>
          {t('shell.mfa.saved')}
        </Button>
      </div>
    </>
  );
}
