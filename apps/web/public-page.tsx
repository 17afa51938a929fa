import { QueryClientProvider } from '@tanstack/react-query';
import { useLocation } from '#kit/web/router.tsx';
import { PublicNotOpen } from './exception/not-open.tsx';
import { pages } from './pages.ts';
import { queryClient } from './query-client.ts';
import { BarePage } from './shell/bare-page.tsx';

/** A page without login: drawn without the shell, and never a reason to ask for one. */
export default function PublicPage() {
  const { pathname } = useLocation();
  if (!pages.has(pathname)) return <PublicNotOpen />;
  return (
    <QueryClientProvider client={queryClient}>
      <BarePage path={pathname} />
    </QueryClientProvider>
  );
}
