import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { accessDesk } from '#kit/web/guard/access-desk.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { CopyButton } from '#kit/web/ui/copy-button.tsx';
import { Exception } from './exception.tsx';
import { HomeButton } from './home-button.tsx';

// The way to ask belongs to a module, and is fetched when somebody asks.
const AskAccess = lazy(async () => (await accessDesk.current?.()) ?? { default: () => null });

/** The permission a screen asks for, read from the declarations, which are fetched only here. */
async function permissionOf(path: string): Promise<string | null> {
  const [{ allResources }, { permissionFor }] = await Promise.all([
    import('#modules/index.contract.ts'),
    import('#kit/contract/resource.ts'),
  ]);
  const resource = allResources.find((one) => one.screen === path);
  return resource ? permissionFor(resource, 'list') : null;
}

export default function ForbiddenPage({ path, bare = false }: { path: string; bare?: boolean }) {
  const t = useT();
  const [permission, setPermission] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    void permissionOf(path).then(setPermission, () => {});
  }, [path]);
  return (
    <Exception
      code="403"
      title={t('shell.page.forbidden')}
      bare={bare}
      notes={
        <>
          <p>
            {t('shell.page.missing', { permission: permission ?? path })}
            <CopyButton text={permission ?? path} />
          </p>
          <p>{t('shell.page.askAdmin')}</p>
        </>
      }
      actions={
        <>
          <HomeButton primary />
          {accessDesk.current && <Button onClick={() => setAsking(true)}>{t('shell.page.askAccess')}</Button>}
          {isAsking && (
            <Suspense fallback={null}>
              <AskAccess path={path} onClose={() => setAsking(false)} />
            </Suspense>
          )}
        </>
      }
    />
  );
}
