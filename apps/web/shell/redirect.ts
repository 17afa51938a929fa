import { useEffect } from 'react';
import { useLocation, useNavigate } from '#kit/web/router.tsx';

/** As the catalogue of screens names it. */
const screen = '/redirect/*';
const prefix = screen.slice(0, -1);
const delay = 100;

export const isRedirect = (path: string): boolean => path.startsWith(prefix);

/** `/redirect/{path}` waits a moment and gives way to `/{path}` with its query: the way a tab is reloaded. */
export function useRedirect(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isRedirect(pathname)) return;
    const to = `/${pathname.slice(prefix.length)}${search}`;
    const timer = setTimeout(() => void navigate(to, { replace: true }), delay);
    return () => clearTimeout(timer);
  }, [pathname, search, navigate]);
}
