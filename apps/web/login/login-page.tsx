import { ConfigProvider } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import type { LoginAnswer, PortalFace } from '#modules/platform/contract/session.ts';
import { LanguageRow } from '../brand/language-row.tsx';
import { LogoMark } from '../brand/logo.tsx';
import { Splash } from '../brand/splash.tsx';
import { antdTheme } from '../theme/antd-theme.ts';
import { toneVariables } from '../theme/apply-tones.ts';
import { useTheme } from '../theme/theme-store.ts';
import { ChangeStep } from './change-step.tsx';
import { CodeStep } from './code-step.tsx';
import { enter } from './enter.ts';
import s from './login.module.css';
import { LoginArt } from './login-art.tsx';
import { LoginForm } from './login-form.tsx';
import { usePortalFace } from './portal-face.ts';

/** The one page of all login routes; what it looks like is its portal's. */
export default function LoginPage() {
  const face = usePortalFace();
  return face ? <Face face={face} /> : <Splash />;
}

function Face({ face }: { face: PortalFace }) {
  const t = useT();
  const language = useLanguage();
  const settings = useTheme();
  const dressed = useMemo(() => ({ ...settings, color: face.color ?? settings.color }), [settings, face.color]);
  const theme = useMemo(() => antdTheme(dressed), [dressed]);
  const title = face.title[language] || face.title.zh_CN;
  const subtitle = face.subtitle?.[language] || face.subtitle?.zh_CN || t('shell.brand.subtitle');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <ConfigProvider theme={theme}>
      <div className={s.page} data-layout={face.layout} style={toneVariables(dressed)}>
        {face.layout !== 'compact' && (
          <div className={s.art}>
            <LoginArt dark={settings.darkMode} />
            <header className={s.brand}>
              <LogoMark size={40} />
              <span>{t('shell.brand.name')}</span>
            </header>
            <div className={s.headline}>
              <p className={s.title}>{title}</p>
              <p className={s.subtitle}>{subtitle}</p>
            </div>
          </div>
        )}
        <main className={s.panel}>
          <div className={s.corner}>
            <LanguageRow />
          </div>
          <div className={s.card}>
            <div className={s.smallBrand}>
              <LogoMark size={40} />
              <h1>{title}</h1>
            </div>
            {face.status === 'enabled' ? <Steps face={face} /> : <p className={s.closed}>{t('auth.portalOff')}</p>}
          </div>
          <nav className={s.foot}>
            <Link to="/nav">{t('shell.login.otherPortals')}</Link>
          </nav>
        </main>
      </div>
    </ConfigProvider>
  );
}

// Brings the drawing of QR codes, which few logins need.
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
  switch (step) {
    case 'mfa':
      return <CodeStep stepTicket={stepTicket} onAnswer={goOn} onBack={back} />;
    case 'changePassword':
      return <ChangeStep stepTicket={stepTicket} username={who.username} onAnswer={goOn} onBack={back} />;
    case 'enrol':
      return (
        <Suspense fallback={null}>
          <EnrolStep stepTicket={stepTicket} onToken={(token) => enter(token, who.remember, face)} onBack={back} />
        </Suspense>
      );
  }
}
