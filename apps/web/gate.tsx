import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Splash } from './brand/splash.tsx';
import { loginAddress, placeOf } from './routing/paths.ts';
import { hasToken, useSessionStore } from './session/session-store.ts';

const LoginPage = lazy(() => import('./login/login-page.tsx'));
const NavPage = lazy(() => import('./login/nav-page.tsx'));
const TicketPage = lazy(() => import('./login/ticket-page.tsx'));
const PublicPage = lazy(() => import('./public-page.tsx'));
const Inside = lazy(() => import('./inside.tsx'));

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
