import { useLocation } from 'react-router';
import { NotOpen } from './exception/not-open.tsx';
import { pages } from './pages.ts';
import { BarePage } from './shell/bare-page.tsx';

/** A page without login: drawn without the shell, and never a reason to ask for one. */
export default function PublicPage() {
  const { pathname } = useLocation();
  return pages.has(pathname) ? <BarePage path={pathname} /> : <NotOpen />;
}
