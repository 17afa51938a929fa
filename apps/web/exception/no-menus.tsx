import { Button } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { logOut } from '../session/log-out.ts';
import { Exception } from './exception.tsx';

/** The account holds nothing at all: there is no home to go back to. */
export function NoMenus({ bare = false }: { bare?: boolean }) {
  const t = useT();
  return (
    <Exception
      code="403"
      title={t('auth.noMenus')}
      bare={bare}
      actions={<Button onClick={() => void logOut()}>{t('shell.page.relogin')}</Button>}
    />
  );
}
