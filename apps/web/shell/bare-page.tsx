import { useMemo } from 'react';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { useLocation, useNavigate } from '#kit/web/router.tsx';
import { type Page, PageContext } from '#kit/web/shell-context.ts';
import { Splash } from '../brand/splash.tsx';
import { Forbidden } from '../exception/forbidden.tsx';
import { NotFound } from '../exception/not-found.tsx';
import { menuTitle } from '../menu/menu-tree.ts';
import type { Verdict } from '../session/access.ts';
import { useSessionStore } from '../session/session-store.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageContent } from './page-content.tsx';

/** A page that fills the window: dashboards, and public pages. */
export function BarePage({ path, verdict = 'page' }: { path: string; verdict?: Verdict }) {
  const page = useBarePage(path);
  if (verdict === 'forbidden') return <Forbidden path={path} bare />;
  if (verdict === 'notFound') return <NotFound path={path} bare />;
  return (
    <PageContext value={page}>
      <PageBoundary>
        <PageContent path={path} waiting={<Splash />} />
      </PageBoundary>
    </PageContext>
  );
}

function useBarePage(path: string): Page {
  const { search } = useLocation();
  const navigate = useNavigate();
  const language = useLanguage();
  const item = useSessionStore((store) => store.user?.pages.find((one) => one.path === path));
  return useMemo(
    () => ({
      tabKey: path,
      path,
      fullPath: path + search,
      title: item ? menuTitle(item, language) : path,
      search: new URLSearchParams(search),
      setSearch: (next, options) =>
        void navigate(`${path}${next.size > 0 ? `?${next}` : ''}`, { replace: options?.replace ?? false }),
      setDirty: () => {},
      openPage: (to) => void navigate(to),
      closePage: () => window.close(),
    }),
    [path, search, navigate, item, language],
  );
}
