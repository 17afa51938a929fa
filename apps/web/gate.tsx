import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from '#kit/web/router.tsx';
import { Splash } from './brand/splash.tsx';
import { loginAddress, type Place, placeOf } from './routing/paths.ts';
import { hasToken, useSessionStore } from './session/session-store.ts';

const LoginPage = lazy(() => import('./login/login-page.tsx'));
const NavPage = lazy(() => import('./login/nav-page.tsx'));
const TicketPage = lazy(() => import('./login/ticket-page.tsx'));
const PublicPage = lazy(() => import('./public-page.tsx'));
const loadInside = () => import('./inside.tsx');
const Inside = lazy(loadInside);

const behindLogin: ReadonlySet<Place> = new Set(['root', 'screen', 'inner', 'login']);

/** Whoever comes back with a token needs the inside and what the server says of them: both are asked for before anything is drawn. */
export const comesBack = (path: string): boolean => hasToken() && behindLogin.has(placeOf(path));

export function fetchInside(): void {
  // A failure is told by who draws it.
  loadInside().catch(() => {});
}

/** Decides by path and token who is drawn: a public page, a login page, or the inside. */
export function Gate() {
  return (
    <Suspense fallback={<Splash />}>
      <Behind />
    </Suspense>
  );
}

function Behind() {
  const { pathname, search } = useLocation();
  // Redraws when a session begins or ends; whether there is one is the token's to say.
  useSessionStore((store) => store.phase);
  const exitTo = useSessionStore((store) => store.exitTo);
  const place = placeOf(pathname);
  switch (place) {
    case 'nav':
      return <NavPage />;
    case 'ticket':
      return <TicketPage />;
    case 'public':
      return <PublicPage />;
    case 'login':
      return hasToken() ? <Inside /> : <LoginPage key={pathname} />;
    case 'root':
    case 'screen':
    case 'inner':
      return hasToken() ? <Inside /> : <Navigate to={exitTo ?? loginAddress(pathname, search)} replace />;
  }
}
