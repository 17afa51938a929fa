import { LoadingOutlined } from '@ant-design/icons';
import { App, ConfigProvider } from 'antd';
import { useEffect, useMemo } from 'react';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { currentLocation, Router } from '#kit/web/router.tsx';
import { CrashBoundary } from './exception/crash.tsx';
import { comesBack, Gate } from './gate.tsx';
import { LateApp } from './late-app.tsx';
import { sayWhatWasLeft } from './session/after-reload.ts';
import { connectApi } from './session/connect-api.ts';
import { useSessionStore } from './session/session-store.ts';
import { useAntdLocale } from './theme/antd-locale.ts';
import { antdTheme } from './theme/antd-theme.ts';
import { applyTones } from './theme/apply-tones.ts';
import { useTheme } from './theme/theme-store.ts';
import { useTouch } from './theme/use-touch.ts';

// A spinner of its own: antd's leaves by a transition, and a wait shorter than a frame leaves it behind, unseen but read aloud.
const buttons = { autoInsertSpace: false, loadingIcon: <LoadingOutlined /> };

export function Root() {
  const settings = useTheme();
  const locale = useAntdLocale(useLanguage());
  const isTouched = useTouch();
  const theme = useMemo(() => antdTheme(settings, isTouched), [settings, isTouched]);
  useEffect(() => applyTones(settings), [settings]);
  return (
    <ConfigProvider theme={theme} locale={locale} button={buttons}>
      <LateApp>
        <Connect />
        <Router>
          <CrashBoundary>
            <Gate />
          </CrashBoundary>
        </Router>
      </LateApp>
    </ConfigProvider>
  );
}

function Connect() {
  const { message, modal } = App.useApp();
  useMemo(() => connectApi({ message, modal }, () => currentLocation().pathname), [message, modal]);
  useEffect(sayWhatWasLeft, []);
  // Not later, when the inside is drawn: who this is comes while its code does.
  useEffect(() => {
    if (comesBack(currentLocation().pathname)) void useSessionStore.getState().load();
  }, []);
  return null;
}
