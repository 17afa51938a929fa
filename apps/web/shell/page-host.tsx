import { Skeleton } from 'antd';
import { Activity, memo, type ReactNode, type UIEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { currentLocation, useNavigate } from '#kit/web/router.tsx';
import { type Page, PageContext } from '#kit/web/shell-context.ts';
import { Failed } from '../exception/failed.tsx';
import { Forbidden } from '../exception/forbidden.tsx';
import { NoMenus } from '../exception/no-menus.tsx';
import { NotFound } from '../exception/not-found.tsx';
import { ownPaths, pages } from '../pages.ts';
import { noHome, verdict } from '../session/access.ts';
import { useUser } from '../session/use-user.ts';
import { useTabStore } from '../tabs/tab-store.ts';
import { readdressTab, type Tab } from '../tabs/tabs.ts';
import { useTabActions } from '../tabs/use-tab-actions.ts';
import { usePageArrived } from './loading-bar.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageContent } from './page-content.tsx';
import s from './page-host.module.css';

interface PageHostProps {
  readonly tab: Tab;
  readonly active: boolean;
  /** Changes with every navigation to the tab. */
  readonly visit: string;
  readonly transition: string;
}

/** One tab's page: alive but asleep while another tab is in front. */
export const PageHost = memo(function PageHost({ tab, active, visit, transition }: PageHostProps) {
  const page = usePageOf(tab);
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <Scroller transition={transition}>
        <PageContext value={page}>
          <PageBoundary>
            <Screen path={tab.path} visit={visit} />
          </PageBoundary>
        </PageContext>
      </Scroller>
    </Activity>
  );
});

function Screen({ path, visit }: { path: string; visit: string }) {
  const user = useUser();
  const shown = verdict(path, user, pages, ownPaths);
  if (shown === 'page') {
    return <PageContent path={path} visit={visit} waiting={<Skeleton active className={s.skeleton ?? ''} />} />;
  }
  return <Exceptional path={path} shown={shown} visit={visit} />;
}

function Exceptional({ path, shown, visit }: { path: string; shown: 'forbidden' | 'notFound'; visit: string }) {
  const user = useUser();
  usePageArrived(true, visit);
  if (path === noHome) return user.pages.length === 0 ? <NoMenus /> : <Forbidden />;
  if (path === '/exception/500') return <Failed error={null} />;
  if (path === '/exception/404') return <NotFound />;
  return shown === 'forbidden' ? <Forbidden path={path} /> : <NotFound path={path} />;
}

/** Each page scrolls for itself and is found where it was left. */
function Scroller({ transition, children }: { transition: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const left = useRef({ top: 0, left: 0 });
  useLayoutEffect(() => {
    const { top, left: across } = left.current;
    // Asking for the place it has anyway would have the whole window laid out.
    if (top > 0 || across > 0) box.current?.scrollTo(left.current);
  }, []);
  const remember = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    left.current = { top: currentTarget.scrollTop, left: currentTarget.scrollLeft };
  };
  return (
    <div ref={box} className={s.scroller} data-transition={transition} onScroll={remember}>
      {children}
    </div>
  );
}

function usePageOf(tab: Tab): Page {
  const navigate = useNavigate();
  const { close } = useTabActions();
  const closeRef = useRef(close);
  useLayoutEffect(() => {
    closeRef.current = close;
  });
  const { key, path, fullPath, title } = tab;
  const isDetail = useUser().pages.some((item) => item.path === path && item.kind === 'detail');
  return useMemo(
    () => ({
      tabKey: key,
      path,
      fullPath,
      title,
      search: new URLSearchParams(fullPath.split('?')[1] ?? ''),
      setSearch(next, options) {
        const to = `${path}${next.size > 0 ? `?${next}` : ''}`;
        const { tabs, update } = useTabStore.getState();
        // The tab is moved first: the navigation then finds it, instead of opening another.
        update((all) => readdressTab(all, key, { key: isDetail ? to : key, fullPath: to }));
        // Whoever is already on the way to another page is not brought back by what this one has just learnt.
        const isHere = tabs.active === key && currentLocation().pathname === path;
        if (isHere) void navigate(to, { replace: options?.replace ?? false });
      },
      setDirty: (dirty) => useTabStore.getState().setDirty(key, dirty),
      openPage: (to) => void navigate(to),
      closePage: () => {
        useTabStore.getState().setDirty(key, false);
        closeRef.current(key);
      },
    }),
    [key, path, fullPath, title, isDetail, navigate],
  );
}
