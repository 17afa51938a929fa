import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const prefix = '/redirect/';
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
