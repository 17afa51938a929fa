import { useT } from '#kit/web/i18n/i18n.ts';
import { Exception } from './exception.tsx';
import { HomeButton } from './home-button.tsx';
import { NotOpen } from './not-open.tsx';
import { useScreen } from './screens.ts';

interface NotFoundProps {
  /** Absent on the page that is opened by its own address and tells of no other. */
  readonly path?: string;
  readonly bare?: boolean;
}

/** No page at this path: not yet, if the catalogue has a screen there, else not at all. */
export function NotFound({ path, bare = false }: NotFoundProps) {
  const t = useT();
  const screen = useScreen(path);
  if (screen === undefined) return null;
  if (screen) return <NotOpen screen={screen} bare={bare} />;
  return (
    <Exception
      code="404"
      title={t('shell.page.notFound')}
      bare={bare}
      {...(path !== undefined && { notes: <p>{t('shell.page.address', { path })}</p> })}
      actions={<HomeButton primary />}
    />
  );
}
