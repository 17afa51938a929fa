import { useLayoutEffect, useRef } from 'react';
import { useLocation } from '#kit/web/router.tsx';
import { storedFirstMenu, useSessionStore } from '../session/session-store.ts';
import { useTabStore } from '../tabs/tab-store.ts';
import { isRedirect } from './redirect.ts';

/** By system, the key of the tab that was last in front. */
const lastTabs = new Map<number, string>();

export const lastTabOf = (system: number): string | undefined => lastTabs.get(system);

/**
 * The system of the address that the program is loaded with is chosen, and of the home page where none was chosen before; after that only
 * the user's own hand changes it, never a link.
 */
export function useSystemFollow(home: string | null): void {
  const { pathname } = useLocation();
  const active = useTabStore((store) => store.tabs.active);
  const isLoaded = useRef(false);
  useLayoutEffect(() => {
    const { tabs } = useTabStore.getState();
    const path = tabs.list.find((one) => one.key === active)?.path;
    const system = useSessionStore.getState().user?.pages.find((one) => one.path === path)?.systemId;
    if (system !== undefined) lastTabs.set(system, active);
  }, [active]);
  useLayoutEffect(() => {
    if (isLoaded.current || isRedirect(pathname)) return;
    isLoaded.current = true;
    const isRestored = useTabStore.getState().tabs.list.some((one) => one.path === pathname);
    const { user, menus, firstMenuId, chooseFirstMenu } = useSessionStore.getState();
    const isHome = pathname === home && storedFirstMenu() === firstMenuId;
    if (isRestored || isHome || menus.some((one) => one.path === pathname)) return;
    const system = user?.pages.find((one) => one.path === pathname)?.systemId;
    if (system === firstMenuId || !user?.firstMenus.some((one) => one.id === system)) return;
    if (system !== undefined) void chooseFirstMenu(system).catch(() => {});
  }, [pathname, home]);
}
