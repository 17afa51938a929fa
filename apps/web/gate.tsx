import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from '#kit/web/router.tsx';
import { Splash } from './brand/splash.tsx';
import { loginAddress, type Place, placeOf } from './routing/paths.ts';
import { hasToken, useSessionStore } from './session/session-store.ts';

const LoginPage = lazy(() => import('./login/login-page.tsx'));
const NavPage = lazy(() => import('./login/nav-page.tsx'));
const TicketPage = lazy(() => import('./login/ticket-page.tsx'));
const PublicPage = lazy(() => import('./public-page.tsx'));
type InsideModule = typeof import('./inside.tsx');
let inside: InsideModule | null = null;
const Inside = lazy(() => (inside ? atOnce(inside) : import('./inside.tsx')));

/** What is here already is drawn in the same turn: React keeps whatever stands in for it for 300 ms once that was drawn. */
const atOnce = (module: InsideModule): Promise<InsideModule> =>
  // biome-ignore lint/suspicious/noThenProperty: a promise calls back a turn later, which is what is avoided
  ({ then: (take: (module: InsideModule) => void) => take(module) }) as Promise<InsideModule>;

const behindLogin: ReadonlySet<Place> = new Set(['root', 'screen', 'inner', 'login']);

/** Whoever comes back with a token needs the inside and what the server says of them: both are asked for before anything is drawn. */
export const comesBack = (path: string): boolean => hasToken() && behindLogin.has(placeOf(path));

export async function fetchInside(): Promise<void> {
  const fetched = import('./inside.tsx').then(
    (module) => {
      inside = module;
    },
    // A failure is told by who draws it.
    () => {},
  );
  await Promise.race([fetched, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** On a slow line something has to stand in for it. */
const patience = 400;

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
