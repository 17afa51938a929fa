import { useT } from '#kit/web/i18n/i18n.ts';
import { Exception } from './exception.tsx';
import { HomeButton } from './home-button.tsx';

export function NotFound({ path, bare = false }: { path?: string; bare?: boolean }) {
  const t = useT();
  return (
    <Exception
      code="404"
      title={t('shell.page.notFound')}
      bare={bare}
      notes={path && <p>{t('shell.page.address', { path })}</p>}
      actions={<HomeButton primary />}
    />
  );
}
