import { ConfigProvider } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { Link } from '#kit/web/router.tsx';
import type { FacePreviewProps } from '#kit/web/ui/face-preview.ts';
import { LanguageRow } from '../brand/language-row.tsx';
import { LogoMark } from '../brand/logo.tsx';
import { antdTheme } from '../theme/antd-theme.ts';
import { toneVariables } from '../theme/apply-tones.ts';
import { useTheme } from '../theme/theme-store.ts';
import s from './login.module.css';
import { LoginArt } from './login-art.tsx';

// Brings the drawing of QR codes, which the form does not wait for.
const AppCode = lazy(() => import('./app-code.tsx'));

interface Props extends FacePreviewProps {
  readonly children: ReactNode;
  /** Small print at the very bottom. */
  readonly below?: ReactNode;
  /** Only looked at: the window keeps its title. */
  readonly isPreview?: boolean;
}

/** What a portal looks like around whatever stands in its card. */
export function Face({ face, children, below, isPreview = false }: Props) {
  const t = useT();
  const language = useLanguage();
  const settings = useTheme();
  const dressed = useMemo(() => ({ ...settings, color: face.color ?? settings.color }), [settings, face.color]);
  const theme = useMemo(() => antdTheme(dressed), [dressed]);
  const title = face.title[language] || face.title.zh_CN;
  const subtitle = face.subtitle?.[language] || face.subtitle?.zh_CN || t('shell.brand.subtitle');
  useEffect(() => {
    if (!isPreview) document.title = title;
  }, [title, isPreview]);
  const mark = face.logo ? <img src={face.logo} alt="" className={s.logo} /> : <LogoMark size={40} />;
  return (
    <ConfigProvider theme={theme}>
      <div className={s.page} data-layout={face.layout} style={toneVariables(dressed)}>
        {face.layout !== 'compact' && (
          <div className={s.art}>
            {face.background ? (
              <img src={face.background} alt="" className={s.background} />
            ) : (
              <LoginArt dark={settings.darkMode} />
            )}
            <header className={s.brand}>
              {mark}
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
              {mark}
              <h1>{title}</h1>
            </div>
            {children}
          </div>
          <footer className={s.bottom}>
            {face.showDownload && (
              <Suspense fallback={<div className={s.code} />}>
                <AppCode />
              </Suspense>
            )}
            <nav className={s.foot}>
              <Link to="/nav">{t('shell.login.otherPortals')}</Link>
            </nav>
            {below && <p className={s.records}>{below}</p>}
          </footer>
        </main>
      </div>
    </ConfigProvider>
  );
}
