import { Button } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Exception } from '../exception/exception.tsx';
import { Failed } from '../exception/failed.tsx';
import { useLoadedPage } from './load-page.ts';
import { PageDrawn, usePageArrived } from './loading-bar.tsx';

/** Fetches and draws the screen of a path; `visit` changes with every navigation to it. */
export function PageContent({ path, visit = '', waiting }: { path: string; visit?: string; waiting: ReactNode }) {
  const t = useT();
  const { loaded, retry } = useLoadedPage(path);
  usePageArrived(loaded.state !== 'loading', visit);
  switch (loaded.state) {
    case 'loading':
      return waiting;
    case 'timeout':
      return (
        <Exception
          code="···"
          title={t('shell.page.timeout')}
          actions={
            <Button type="primary" onClick={retry}>
              {t('shell.retry')}
            </Button>
          }
        />
      );
    case 'failed':
      return <Failed error={loaded.error} onRetry={retry} />;
    case 'ready':
      return (
        <Suspense fallback={waiting}>
          <loaded.Page />
          <PageDrawn />
        </Suspense>
      );
  }
}
