import { useLayoutEffect, useMemo } from 'react';
import type { Language } from '#kit/contract/envelope.ts';
import { type T, useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { currentLocation, useLocation } from '#kit/web/router.tsx';
import type { MenuItem, UserInfo } from '#modules/platform/contract/auth/session.ts';
import { useScreens } from '../exception/screens.ts';
import { menuTitle } from '../menu/menu-tree.ts';
import { ownPaths, pages } from '../pages.ts';
import { verdict } from '../session/access.ts';
import { useUser } from '../session/use-user.ts';
import { useTabStore } from '../tabs/tab-store.ts';
import { type NewTab, openTab, withHome } from '../tabs/tabs.ts';
import { isRedirect } from './redirect.ts';

type Named = Pick<MenuItem, 'menuName' | 'menuNameTw' | 'menuNameEn'>;

function titleOf(path: string, item: Named | undefined, user: UserInfo, t: T, language: Language): string {
  if (path === '/user/profile') return t('shell.profile.title');
  if (path === '/user/api') return t('shell.api.title');
  if (path === '/exception/500') return t('shell.page.titles.failed');
  if (path === '/exception/404') return t('shell.page.titles.notFound');
  if (path === '/exception/403') return t('shell.page.titles.forbidden');
  const shown = verdict(path, user, pages, ownPaths);
  if (shown === 'forbidden') return t('shell.page.titles.forbidden');
  return item ? menuTitle(item, language) : t('shell.page.titles.notFound');
}

/** Titles by path in the language in use, for every tab whether it was opened in this language or another. */
export function useTitles(): (path: string) => string {
  const t = useT();
  const language = useLanguage();
  const user = useUser();
  const screens = useScreens(({ byPath }) => byPath);
  return useMemo(() => {
    const items = new Map(user.pages.map((item) => [item.path, item]));
    return (path) => titleOf(path, items.get(path) ?? screens[path] ?? undefined, user, t, language);
  }, [user, screens, t, language]);
}

/** The address is the truth: whatever path stands in it has its tab, and home is always the first. */
export function useTabsFollow(home: string | null): void {
  const { pathname, search } = useLocation();
  const user = useUser();
  const title = useTitles();
  const update = useTabStore((store) => store.update);
  useLayoutEffect(() => {
    const kind = user.pages.find((item) => item.path === pathname)?.kind;
    const fullPath = pathname + search;
    const tab = (path: string, full: string, key = path): NewTab => ({
      key,
      path,
      fullPath: full,
      title: title(path),
      closable: path !== home,
      components: [path],
    });
    update((tabs) => {
      const based = home ? withHome(tabs, tab(home, home)) : tabs;
      const titled = based.list.every((one) => one.title === title(one.path))
        ? based
        : { ...based, list: based.list.map((one) => ({ ...one, title: title(one.path) })) };
      // On the way elsewhere: whoever has just closed this tab does not want it back.
      const now = currentLocation();
      if (isRedirect(pathname) || now.pathname + now.search !== fullPath) return titled;
      // A form opened for another record must not show what was typed for the first.
      return openTab(titled, tab(pathname, fullPath, kind === 'detail' ? fullPath : pathname), kind === 'form');
    });
  }, [pathname, search, home, user, title, update]);
}
