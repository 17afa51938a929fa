import { Button } from 'antd';
import { ApiError } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { CopyButton } from '#kit/web/ui/copy-button.tsx';
import { Exception } from './exception.tsx';
import { HomeButton } from './home-button.tsx';

interface FailedProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly bare?: boolean;
  /** There is no home to go back to while the session itself could not be loaded. */
  readonly home?: boolean;
}

/** A tab that was open while a new version came cannot load the old one's parts. */
const isOutdated = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload CSS/i.test(error.message) &&
  navigator.onLine;

export function Failed({ error, onRetry, bare = false, home = true }: FailedProps) {
  const t = useT();
  const traceId = error instanceof ApiError ? error.traceId : undefined;
  return (
    <Exception
      code="500"
      title={t(isOutdated(error) ? 'shell.page.outdated' : 'shell.page.failed')}
      bare={bare}
      notes={
        <>
          {error instanceof ApiError && <p>{error.message}</p>}
          {traceId && (
            <p>
              {t('shell.page.traceId', { id: traceId })}
              <CopyButton text={traceId} />
            </p>
          )}
        </>
      }
      actions={
        <>
          {onRetry && (
            <Button type="primary" onClick={isOutdated(error) ? () => location.reload() : onRetry}>
              {t(isOutdated(error) ? 'shell.page.reload' : 'shell.retry')}
            </Button>
          )}
          {home && <HomeButton />}
        </>
      }
    />
  );
}
