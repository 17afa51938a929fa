import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, useLocation } from '#kit/web/router.tsx';
import { Splash } from './brand/splash.tsx';
import { loginAddress, type Place, placeOf } from './routing/paths.ts';
import { hasToken, useSessionStore } from './session/session-store.ts';

const NavPage = lazy(() => import('./login/nav-page.tsx'));
const TicketPage = lazy(() => import('./login/ticket-page.tsx'));
const PublicPage = lazy(() => import('./public-page.tsx'));
const [LoginPage, fetchLogin] = atHand(() => import('./login/login-page.tsx'));
const [Inside, fetchInside] = atHand(() => import('./inside.tsx'));

/** On a slow line something has to stand in for what does not come. */
const patience = 400;

/** A part that may be fetched before it is drawn, and is then drawn in the same turn: React keeps whatever stands in for a part for 300 ms once that was drawn. */
function atHand(load: () => Promise<{ default: ComponentType }>) {
  let here: { default: ComponentType } | null = null;
  // biome-ignore lint/suspicious/noThenProperty: a promise calls back a turn later, which is what is avoided
  const atOnce = { then: (take: (module: typeof here) => void) => take(here) } as Promise<{ default: ComponentType }>;
  const prefetch = async (): Promise<void> => {
    const fetched = load().then(
      (module) => {
        here = module;
      },
      // A failure is told by who draws it.
      () => {},
    );
    await Promise.race([fetched, new Promise((resolve) => setTimeout(resolve, patience))]);
  };
  return [lazy(() => (here ? atOnce : load())), prefetch] as const;
}

const behindLogin: ReadonlySet<Place> = new Set(['root', 'screen', 'inner', 'login']);

/** Whoever comes back with a token needs the inside and what the server says of them: both are asked for before anything is drawn. */
export const comesBack = (path: string): boolean => hasToken() && behindLogin.has(placeOf(path));

/** What the address will show first: the inside, or the login page that stands before it. */
export async function fetchFirst(path: string): Promise<void> {
  if (behindLogin.has(placeOf(path))) await (hasToken() ? fetchInside() : fetchLogin());
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
