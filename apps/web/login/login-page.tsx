import { Button } from 'antd';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useLocation, useNavigate } from '#kit/web/router.tsx';
import type { LoginAnswer, PortalFace } from '#modules/platform/contract/auth/session.ts';
import { useFavicon } from '../brand/favicon.ts';
import { RecordNumbers } from '../brand/record-numbers.tsx';
import { Splash } from '../brand/splash.tsx';
import { unifiedLogin } from '../routing/paths.ts';
import { enter } from './enter.ts';
import { Face } from './face.tsx';
import s from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { usePortalFace } from './portal-face.ts';

/** The one page of all login routes; what it looks like is its portal's. */
export default function LoginPage() {
  const face = usePortalFace();
  useFavicon(face?.favicon ?? null);
  return face ? (
    <Face face={face} below={<SmallPrint face={face} />}>
      {face.status === 'enabled' ? <Steps face={face} /> : <Closed face={face} />}
    </Face>
  ) : (
    <Splash />
  );
}

/** A disabled portal: no form, but the way to one. */
function Closed({ face }: { face: PortalFace }) {
  const t = useT();
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  query.delete('loginId');
  return (
    <div className={s.closed}>
      <p>{t('auth.portalOff')}</p>
      <p className={s.closedHelp}>{t('shell.login.closedHelp')}</p>
      <Button
        block
        type="primary"
        className={s.submit ?? ''}
        onClick={() => void navigate({ pathname: unifiedLogin, search: query.toString() })}
      >
        {t('shell.login.toUnified')}
      </Button>
      {face.supportPhone && (
        <p className={s.closedHelp}>{t('shell.login.supportPhone', { phone: face.supportPhone })}</p>
      )}
    </div>
  );
}

function SmallPrint({ face }: { face: PortalFace }) {
  const language = useLanguage();
  return (
    <>
      {face.copyright && <span data-record>{face.copyright[language]}</span>}
      <RecordNumbers {...face} />
    </>
  );
}

// What few logins need comes when it is needed: the library of forms, and the drawing of QR codes.
const ChangeStep = lazy(async () => ({ default: (await import('./change-step.tsx')).ChangeStep }));
const CodeStep = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }));
const EnrolStep = lazy(() => import('./enrol-step.tsx'));

interface Stopped {
  readonly step: 'mfa' | 'changePassword' | 'enrol';
  readonly stepTicket: string;
}

/** From the password to the session: code, forced change and enrolment stand in between where they are due. */
function Steps({ face }: { face: PortalFace }) {
  const [who, setWho] = useState({ username: '', remember: false });
  const [stopped, setStopped] = useState<Stopped | null>(null);
  const back = useCallback(() => setStopped(null), []);
  const goOn = (answer: LoginAnswer, { remember } = who) => {
    if (answer.step === 'done') enter(answer.token, remember, face);
    else setStopped(answer);
  };
  if (!stopped) {
    return (
      <LoginForm
        face={face}
        onAnswer={(answer, typed) => {
          setWho(typed);
          goOn(answer, typed);
        }}
      />
    );
  }
  const { step, stepTicket } = stopped;
  return (
    <Suspense fallback={null}>
      {step === 'mfa' && <CodeStep stepTicket={stepTicket} onAnswer={goOn} onBack={back} />}
      {step === 'changePassword' && (
        <ChangeStep stepTicket={stepTicket} username={who.username} onAnswer={goOn} onBack={back} />
      )}
      {step === 'enrol' && (
        <EnrolStep stepTicket={stepTicket} onToken={(token) => enter(token, who.remember, face)} onBack={back} />
      )}
    </Suspense>
  );
}
