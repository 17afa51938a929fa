import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { accessPort } from '#kit/web/guard/access-port.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { CopyButton } from '#kit/web/ui/copy-button.tsx';
import { menuTitle } from '../menu/menu-tree.ts';
import { Exception } from './exception.tsx';
import { HomeButton } from './home-button.tsx';
import { useScreen } from './screens.ts';

// The way to ask belongs to a module, and is fetched when somebody asks.
const AskAccess = lazy(async () => (await accessPort.current?.()) ?? { default: () => null });

interface ForbiddenPageProps {
  /** Absent where no particular page was refused. */
  readonly path?: string | undefined;
  readonly bare?: boolean;
}

export default function ForbiddenPage({ path, bare = false }: ForbiddenPageProps) {
  const t = useT();
  const language = useLanguage();
  const screen = useScreen(path);
  const [isAsking, setAsking] = useState(false);
  return (
    <Exception
      code="403"
      title={t('shell.page.forbidden')}
      bare={bare}
      notes={
        <>
          {screen && (
            <p>
              {t('shell.page.missing', {
                name: menuTitle(screen, language),
                permission: screen.permission.replaceAll('|', ' / '),
              })}
              <CopyButton text={screen.permission} />
            </p>
          )}
          {path && <p>{t('shell.page.address', { path })}</p>}
          <p>{t('shell.page.askAdmin')}</p>
        </>
      }
      actions={
        <>
          <HomeButton primary />
          {path && accessPort.current && <Button onClick={() => setAsking(true)}>{t('shell.page.askAccess')}</Button>}
          {path && isAsking && (
            <Suspense fallback={null}>
              <AskAccess path={path} onClose={() => setAsking(false)} />
            </Suspense>
          )}
        </>
      }
    />
  );
}
