import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { t } from '#kit/web/i18n/i18n.ts';
import { useLocation, useNavigate } from '#kit/web/router.tsx';
import type { PortalFace } from '#modules/platform/contract/auth/session.ts';
import { loginAddress, unifiedLogin } from '../routing/paths.ts';
import { portal } from '../session/first-calls.ts';
import { loginIdKey } from '../session/session-store.ts';

/** The built-in face, drawn when the portal's cannot be fetched; login works with it all the same. */
function builtIn(route: string): PortalFace {
  const title = t('shell.brand.title');
  return {
    portalId: 'all',
    route,
    title: { zh_CN: title, zh_TW: title, en: title },
    subtitle: null,
    layout: 'right',
    color: null,
    homePath: null,
    rememberAllowed: true,
    navGroup: null,
    logo: null,
    background: null,
    showDownload: false,
    orderNum: 0,
    status: 'enabled',
    captchaNow: false,
    favicon: null,
    supportPhone: null,
    copyright: null,
    icpNo: null,
    policeNo: null,
    demo: false,
  };
}

async function fetchFace(route: string, asked: string | null): Promise<PortalFace> {
  if (route !== unifiedLogin) return call(portal, { query: { route }, quiet: true });
  // The unified page takes the face asked for, else that of the last door used, else the host's.
  const loginId = asked ?? localStorage.getItem(loginIdKey) ?? undefined;
  return call(portal, { query: { loginId, host: location.hostname }, quiet: true });
}

/** The face of the login page at this route, remembering the door where that is wanted; null until it is known. */
export function usePortalFace(): PortalFace | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [face, setFace] = useState<PortalFace | null>(null);
  const asked = new URLSearchParams(search).get('loginId');
  useEffect(() => {
    let wanted = true;
    void fetchFace(pathname, asked)
      .catch(() => null)
      .then((found) => {
        if (!wanted) return;
        // A path that only looks like a login route is a path like any other.
        if (found && pathname !== unifiedLogin && found.route !== pathname) {
          return void navigate(loginAddress(pathname, search), { replace: true });
        }
        if (found) rememberDoor(pathname, asked, found);
        setFace(found ?? builtIn(pathname));
      });
    return () => {
      wanted = false;
    };
  }, [pathname, search, asked, navigate]);
  return face;
}

function rememberDoor(route: string, asked: string | null, found: PortalFace): void {
  const isChosen = route !== unifiedLogin || asked === found.portalId;
  // A disabled portal is no place to send anybody back to.
  if (isChosen && found.status === 'enabled') localStorage.setItem(loginIdKey, found.portalId);
}
