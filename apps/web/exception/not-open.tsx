import { Button } from 'antd';
import { useEffect } from 'react';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useNavigate } from '#kit/web/router.tsx';
import type { ScreenInfo } from '#modules/platform/contract/role/access.ts';
import { LanguageRow } from '../brand/language-row.tsx';
import { menuTitle } from '../menu/menu-tree.ts';
import { hasToken } from '../session/session-store.ts';
import s from './exception.module.css';
import { Exception } from './exception.tsx';
import { HomeButton } from './home-button.tsx';

/** A screen of the catalogue that has no page yet. */
export function NotOpen({ screen, bare }: { screen: ScreenInfo; bare: boolean }) {
  const t = useT();
  const name = menuTitle(screen, useLanguage());
  return (
    <Exception
      code="…"
      title={t('shell.page.notOpen')}
      bare={bare}
      notes={
        <>
          <p>{t('shell.page.notOpenScreen', { name })}</p>
          <p>{t('shell.page.address', { path: screen.path })}</p>
        </>
      }
      actions={<HomeButton primary />}
    />
  );
}

/** A public address that exists but has nothing to show yet: never a reason to ask for a login. */
export function PublicNotOpen() {
  const t = useT();
  const navigate = useNavigate();
  useEffect(() => {
    document.title = t('shell.page.notOpen');
  }, [t]);
  return (
    <>
      <div className={s.corner}>
        <LanguageRow />
      </div>
      <Exception
        code="…"
        title={t('shell.page.notOpen')}
        bare
        notes={<p>{t(hasToken() ? 'shell.page.comeBack' : 'shell.page.notOpenHelp')}</p>}
        actions={
          hasToken() ? (
            <HomeButton primary />
          ) : (
            <Button type="primary" onClick={() => void navigate('/nav')}>
              {t('shell.page.toNav')}
            </Button>
          )
        }
      />
    </>
  );
}
