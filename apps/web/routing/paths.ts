import { isInnerPath } from '#kit/contract/inner-path.ts';

/** What kind of place a path is, before any menu is known. */
export const unifiedLogin = '/allLogin';

const loginRoutes = new Set([
  '/login',
  unifiedLogin,
  '/bankLogin',
  '/qyLogin',
  '/tonglLogin',
  '/insureLogin',
  '/appLogin',
  '/plhnLogin',
  '/qyYzhLogin',
  '/scgxzzLogin',
  '/gzymzzLogin',
  '/gzlpsLogin',
  '/hfLogin',
  '/cfLogin',
  '/qhLogin',
]);

const publicPages = new Set([
  '/cure/invite',
  '/cure/expertInvite',
  '/bank/playVedio',
  '/iframe/downloadApp',
  '/t',
  '/verify',
  '/iframe/animal',
  '/knowledge/baike',
  '/simple',
]);

/** They fill the window and open without the shell, but need a session and their permission. */
const fullScreens = new Set([
  '/ant/screen/index',
  '/ant/screen/index1',
  '/ant/screen/index2',
  '/ant/screen/index3',
  '/ant/screen/index4',
  '/ant/screen/index15',
  '/ant/screen/index6',
  '/ant/screen/indexNew',
  '/ant/preventionMange/stressRelatedDetail',
  '/iframe/expertInvite',
  '/iframe/myVideo',
]);

export type Place = 'login' | 'ticket' | 'nav' | 'public' | 'screen' | 'root' | 'inner';

// A portal row with a new route works without a new build, as long as the route looks like the others.
const looksLikeLogin = (path: string) => /^\/[A-Za-z0-9]+Login$/.test(path);

export function isLoginRoute(path: string): boolean {
  return loginRoutes.has(path) || looksLikeLogin(path);
}

export function placeOf(path: string): Place {
  if (path === '/') return 'root';
  if (path === '/nav') return 'nav';
  if (path === '/login/indexCheck') return 'ticket';
  if (isLoginRoute(path)) return 'login';
  if (publicPages.has(path)) return 'public';
  return fullScreens.has(path) ? 'screen' : 'inner';
}

/** Where an unauthenticated visit is sent; the root path is not worth coming back to. */
export function loginAddress(path: string, search: string): string {
  return path === '/' ? unifiedLogin : `${unifiedLogin}?from=${encodeURIComponent(path + search)}`;
}

/** Where an ended session is sent: back to the door it came in by. */
export function reloginAddress(loginId: string | null): string {
  return loginId ? `${unifiedLogin}?loginId=${encodeURIComponent(loginId)}` : unifiedLogin;
}

/** An inner path to go on to after login; anything that leaves the site or leads back to a login is ignored. */
export function innerFrom(from: string | null): string | null {
  if (!from || !isInnerPath(from)) return null;
  const path = from.split(/[?#]/)[0] ?? from;
  const place = placeOf(path);
  return place === 'inner' || place === 'screen' ? from : null;
}
