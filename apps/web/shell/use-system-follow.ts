import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSessionStore } from '../session/session-store.ts';
import { useTabStore } from '../tabs/tab-store.ts';
import { isRedirect } from './redirect.ts';

/** A link into another system brings that system's menu with it. What was chosen by hand stays while its page does, also over a reload. */
export function useSystemFollow(home: string | null): void {
  const { pathname } = useLocation();
  const last = useRef<string | null>(null);
  useLayoutEffect(() => {
    // Choosing a system reloads the page by way of a redirect: that is no link.
    if (last.current === pathname || isRedirect(pathname)) return;
    const isRestored = last.current === null && useTabStore.getState().tabs.list.some((one) => one.path === pathname);
    last.current = pathname;
    const { user, menus, firstMenuId, chooseFirstMenu } = useSessionStore.getState();
    if (isRestored || pathname === home || menus.some((one) => one.path === pathname)) return;
    const system = user?.pages.find((one) => one.path === pathname)?.systemId;
    if (system === firstMenuId || !user?.firstMenus.some((one) => one.id === system)) return;
    if (system !== undefined) void chooseFirstMenu(system).catch(() => {});
  }, [pathname, home]);
}
