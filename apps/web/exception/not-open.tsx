import { Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '#kit/web/i18n/i18n.ts';
import { LanguageRow } from '../brand/language-row.tsx';
import s from './exception.module.css';
import { Exception } from './exception.tsx';

/** A public address that exists but has nothing to show yet: never a reason to ask for a login. */
export function NotOpen() {
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
        notes={<p>{t('shell.page.notOpenHelp')}</p>}
        actions={
          <Button type="primary" onClick={() => void navigate('/nav')}>
            {t('shell.page.toNav')}
          </Button>
        }
      />
    </>
  );
}
