import { useCallback, useMemo, useRef } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useLocation, useNavigate } from '#kit/web/router.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { WhyNot } from '#kit/web/ui/why-not.tsx';
import { Reminders } from '../bell/reminders.tsx';
import { Header } from '../header/header.tsx';
import { menuTree } from '../menu/menu-tree.ts';
import { useWithWork } from '../menu/my-work.ts';
import { Palette } from '../palette/palette.tsx';
import { useSessionStore } from '../session/session-store.ts';
import { useUser } from '../session/use-user.ts';
import { TabBar } from '../tabs/tab-bar.tsx';
import { useTabStore } from '../tabs/tab-store.ts';
import { useTheme } from '../theme/theme-store.ts';
import { GuidedTour } from '../welcome/tour.tsx';
import { AfterPage, PageFirst } from './after-page.tsx';
import { useContentSize } from './content-size.ts';
import { Dock } from './dock.tsx';
import { Footer } from './footer.tsx';
import { isKept } from './keep-alive.ts';
import { useLayoutStore } from './layout-store.ts';
import { LoadingBar } from './loading-bar.tsx';
import { Notice } from './notice.tsx';
import { PageHost } from './page-host.tsx';
import { isRedirect, useRedirect } from './redirect.ts';
import s from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useDocumentTitle } from './site.ts';
import { useEntry } from './use-entry.ts';
import { useSmall } from './use-small.ts';
import { useSystemFollow } from './use-system-follow.ts';
import { useTabsFollow } from './use-tabs-follow.ts';
import { Watermark } from './watermark.tsx';

const MenuDrawer = panelLater(async () => (await import('./menu-drawer.tsx')).MenuDrawer);

// Made once: the frame is drawn several times before the first page is there, and these know themselves when they change.
const overPages = (
  <>
    <LoadingBar />
    <Watermark />
    <WhyNot />
    <Reminders />
    <Palette />
    <AfterPage>
      <GuidedTour />
      <Dock />
    </AfterPage>
  </>
);
const notice = <Notice />;
const tabBar = <TabBar />;
const openPages = <Pages />;

/** The frame round every page: header, menu, tabs, content. */
export function Shell({ home }: { home: string | null }) {
  const t = useT();
  const settings = useTheme();
  const small = useSmall();
  const navigate = useNavigate();
  const content = useRef<HTMLElement>(null);
  const menus = useSessionStore((store) => store.menus);
  const nodes = useWithWork(useMemo(() => menuTree(menus), [menus]));
  const setDrawerOpen = useLayoutStore((store) => store.setDrawerOpen);
  const active = useTabStore((store) => store.tabs.list.find((one) => one.key === store.tabs.active));
  useSystemFollow(home);
  useTabsFollow(home);
  useRedirect();
  useContentSize(content);
  useDocumentTitle(active?.title);

  const onOpen = useCallback(
    (path: string) => {
      setDrawerOpen(false);
      void navigate(path);
    },
    [setDrawerOpen, navigate],
  );
  const entry = useEntry(nodes, active);
  const menu = useMemo(() => ({ nodes, path: entry, onOpen }), [nodes, entry, onOpen]);
  const layout = small ? 'side' : settings.layoutStyle;
  return (
    <PageFirst>
      <div
        className={s.shell}
        data-layout={layout}
        data-small={small}
        data-fixed-body={settings.fixedBody}
        data-fixed-header={settings.fixedBody || settings.fixedHeader}
        data-fixed-sidebar={settings.fixedBody || settings.fixedSidebar}
        data-body-full={settings.bodyFull}
      >
        <button type="button" className={s.skip} onClick={() => content.current?.focus()}>
          {t('shell.page.skip')}
        </button>
        {overPages}
        <Header menu={menu} layout={layout} small={small} />
        {!small && layout !== 'top' && <Sidebar menu={menu} layout={layout} />}
        {small && <MenuDrawer menu={menu} />}
        <div className={s.body}>
          {notice}
          {settings.showTabs && tabBar}
          <main ref={content} className={s.content} tabIndex={-1}>
            {openPages}
          </main>
          {settings.showFooter && <Footer />}
        </div>
      </div>
    </PageFirst>
  );
}

function Pages() {
  const { key, pathname } = useLocation();
  const { tabs, dirty } = useTabStore();
  const { pages } = useUser();
  const { transitionName } = useTheme();
  // Tabs restored after a reload are not drawn before they are first opened.
  const visited = useRef(new Set<number>());
  const redirecting = isRedirect(pathname);
  return tabs.list.map((tab) => {
    const isActive = tab.key === tabs.active && !redirecting;
    if (isActive) visited.current.add(tab.instance);
    const item = pages.find((one) => one.path === tab.path);
    const isDrawn = isActive || (visited.current.has(tab.instance) && (isKept(tab.path, item) || dirty.has(tab.key)));
    if (!isDrawn) return null;
    return (
      <PageHost
        key={tab.instance}
        tab={tab}
        active={isActive}
        visit={isActive ? key : ''}
        transition={transitionName}
      />
    );
  });
}
