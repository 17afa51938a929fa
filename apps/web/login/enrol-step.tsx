import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Enrolment, RecoveryCodes } from '../mfa/enrolment.tsx';
import { enrolBegin, enrolConfirm } from '../session/first-calls.ts';
import s from './login.module.css';

interface EnrolStepProps {
  readonly stepTicket: string;
  onToken(token: string): void;
  onBack(): void;
}

/** A role that demands a second factor: set up here, before there is a session. */
export default function EnrolStep({ stepTicket, onToken, onBack }: EnrolStepProps) {
  const t = useT();
  const [given, setGiven] = useState<{ secret: string; otpauthUrl: string } | null>(null);
  const [done, setDone] = useState<{ token: string; recoveryCodes: string[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isMine = true;
    call(enrolBegin, { body: { stepTicket } }).then(
      (found) => isMine && setGiven(found),
      () => isMine && onBack(),
    );
    return () => {
      isMine = false;
    };
  }, [stepTicket, onBack]);

  const confirm = async (code: string) => {
    setBusy(true);
    setProblem(null);
    try {
      setDone(await call(enrolConfirm, { body: { stepTicket, code }, quiet: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      setProblem(error.message);
      if (error.bizCode === 'auth.mfa') return;
      notify('error', error.message);
      onBack();
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={s.form}>
      <h2 className={s.heading}>{t(done ? 'shell.mfa.codes' : 'shell.mfa.enrolHeading')}</h2>
      {done ? (
        <RecoveryCodes codes={done.recoveryCodes} onDone={() => onToken(done.token)} />
      ) : (
        <>
          <p className={s.note}>{t('shell.mfa.enrolNeeded')}</p>
          <Enrolment given={given} busy={busy} problem={problem} onConfirm={(code) => void confirm(code)} />
          <Button type="link" block onClick={onBack}>
            {t('shell.change.back')}
          </Button>
        </>
      )}
    </div>
  );
}
