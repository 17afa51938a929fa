import type { MenuItem, UserInfo } from '#modules/platform/contract/auth/session.ts';
import { firstPage, menuTree } from '../menu/menu-tree.ts';
import { innerFrom } from '../routing/paths.ts';

const defaultHome = '/ant/home/index';
export const noHome = '/exception/403';

export interface Built {
  has(path: string): boolean;
}

export type Verdict = 'page' | 'forbidden' | 'notFound';

/** What opening a path shows: a screen that is built and granted, a built one that is not granted, or nothing. */
export function verdict(path: string, user: UserInfo, built: Built, own: Built): Verdict {
  if (!built.has(path)) return 'notFound';
  return own.has(path) || user.pages.some((page) => page.path === path) ? 'page' : 'forbidden';
}

/** The home page: the portal's or tenant's, else the product's, else where the user's own work starts or the menu does; null without any. */
export function homeOf(
  user: UserInfo,
  menus: readonly MenuItem[],
  built: Built,
  work: readonly string[] = [],
): string | null {
  const opens = (path: string) => built.has(path) && user.pages.some((page) => page.path === path);
  return (
    [user.homePath, defaultHome, ...work].find((path) => path !== null && opens(path)) ??
    firstPage(menuTree(menus), opens) ??
    firstPage(menuTree(user.pages), opens)
  );
}

/** Where a login leads: the path it came from if the user may open it, else home. */
export function landing(from: string | null, home: string | null, opens: (path: string) => boolean): string {
  const wanted = innerFrom(from);
  if (wanted && opens(wanted.split('?')[0] ?? wanted)) return wanted;
  return home ?? noHome;
}
