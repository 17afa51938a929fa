import { useEffect } from 'react';
import { useLocation } from '#kit/web/router.tsx';
import { useLayoutStore } from './layout-store.ts';
import s from './loading-bar.module.css';
import { isRedirect } from './redirect.ts';

const endDelay = 200;

/** A thin line along the top, from the start of a navigation until shortly after its page is there. */
export function LoadingBar() {
  const { key, pathname } = useLocation();
  const loading = useLayoutStore((store) => store.loading);
  const setLoading = useLayoutStore((store) => store.setLoading);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation starts it, also one to the same path
  useEffect(() => {
    if (!isRedirect(pathname)) setLoading(true);
  }, [key, pathname, setLoading]);
  return loading ? <div className={s.bar} role="progressbar" aria-hidden="true" data-navigating /> : null;
}

/** Stands beside a page, so that it is drawn when nothing of the page is waited for any more. */
export function PageDrawn(): null {
  useEffect(() => useLayoutStore.setState({ hasArrived: true }), []);
  return null;
}

export function usePageArrived(arrived: boolean, visit: string): void {
  const setLoading = useLayoutStore((store) => store.setLoading);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit ends its own bar
  useEffect(() => {
    if (!arrived) return;
    const timer = setTimeout(() => setLoading(false), endDelay);
    return () => clearTimeout(timer);
  }, [arrived, visit, setLoading]);
}
