import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { Navigate, useLocation } from '#kit/web/router.tsx';
import { ScreenBrandContext, type Session, SessionContext } from '#kit/web/shell-context.ts';
import type { UserInfo } from '#modules/platform/contract/auth/session.ts';
import { useFavicon } from './brand/favicon.ts';
import { Splash } from './brand/splash.tsx';
import { Failed } from './exception/failed.tsx';
import { workPaths } from './menu/my-work.ts';
import { ownPaths, pages, startModules } from './pages.ts';
import { PushLine } from './push/push-line.tsx';
import { queryClient } from './query-client.ts';
import { placeOf } from './routing/paths.ts';
import { homeOf, landing, verdict } from './session/access.ts';
import { useDictionariesAtHand } from './session/dictionaries-at-hand.ts';
import { useSessionStore } from './session/session-store.ts';
import { useUser } from './session/use-user.ts';
import { BarePage } from './shell/bare-page.tsx';
import { fetchPage } from './shell/load-page.ts';
import { Shell } from './shell/shell.tsx';
import { useSite } from './shell/site.ts';
import { useTabStore } from './tabs/tab-store.ts';
import { useDayjsLocale } from './theme/dayjs-locale.ts';

startModules();

/** Everything behind the login: draws nothing of it before user info and menus are here. */
export default function Inside() {
  const { phase, failure, load } = useSessionStore();
  const { pathname } = useLocation();
  useEffect(() => {
    if (phase === 'out') void load();
    // The page's code comes while the server says who this is; whether it may be shown is decided then, and a failure is told by who shows it.
    if (phase !== 'ready') fetchPage(pathname).catch(() => {});
  }, [phase, load, pathname]);
  // Whatever was fetched or opened belongs to the session that ends here.
  useEffect(
    () => () => {
      if (useSessionStore.getState().phase !== 'out') return;
      queryClient.clear();
      useTabStore.getState().clear();
    },
    [],
  );
  if (phase === 'failed') return <Failed error={failure} onRetry={() => void load()} home={false} bare />;
  return phase === 'ready' ? <Loaded /> : <Splash />;
}

let shownFor: number | null = null;

/** A ticket may replace one user by another without a login page in between: nothing of the first is shown to the second. */
function useOwnCache(userId: number): void {
  useState(() => {
    if (shownFor !== null && shownFor !== userId) {
      queryClient.clear();
      useTabStore.getState().clear();
    }
    shownFor = userId;
  });
}

function Loaded() {
  const user = useUser();
  useOwnCache(user.userId);
  useDictionariesAtHand(useSessionStore((store) => store.dictionaries));
  const session = useMemo<Session<UserInfo>>(
    () => ({ user, actions: new Set(user.actions), roles: new Set(user.roles.map((role) => role.roleCode)) }),
    [user],
  );
  useLanguageOfData();
  useDayjsLocale();
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>
        <PushLine user={user}>
          <Arrival user={user} />
        </PushLine>
      </QueryClientProvider>
    </SessionContext>
  );
}

function Arrival({ user }: { user: UserInfo }) {
  const site = useSite();
  useFavicon(site.favicon);
  const { pathname, search } = useLocation();
  const place = placeOf(pathname);
  const resumeTo = useSessionStore((store) => store.resumeTo);
  useEffect(() => {
    if (place !== 'login' && place !== 'root') useSessionStore.setState({ resumeTo: null });
  }, [place]);
  // By the menus of the moment: switching the first-level menu later must not move the home tab.
  const home = useMemo(() => {
    const work = workPaths(user.roles.map((one) => one.roleCode));
    return homeOf(user, useSessionStore.getState().menus, pages, work);
  }, [user]);
  switch (place) {
    case 'root':
    case 'login': {
      const from = new URLSearchParams(search).get('from') ?? resumeTo;
      const opens = (path: string) => verdict(path, user, pages, ownPaths) === 'page';
      return <Navigate to={landing(from, home, opens)} replace />;
    }
    case 'screen':
      return (
        <ScreenBrandContext value={site}>
          <BarePage path={pathname} verdict={verdict(pathname, user, pages, ownPaths)} />
        </ScreenBrandContext>
      );
    default:
      return <Shell home={home} />;
  }
}

/** Labels come from the server in the language of the request: another language means other data. */
function useLanguageOfData(): void {
  const language = useLanguage();
  const shownIn = useRef(language);
  const refresh = useSessionStore((store) => store.refresh);
  useEffect(() => {
    if (language === shownIn.current) return;
    shownIn.current = language;
    void refresh();
    void queryClient.invalidateQueries();
  }, [language, refresh]);
}
