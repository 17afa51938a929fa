import { useRouteError } from 'react-router';
import { Failed } from './failed.tsx';

/** The shell itself threw, or its code could not be fetched: nothing but a fresh start helps. */
export function Crash() {
  return <Failed error={useRouteError()} onRetry={() => location.reload()} home={false} bare />;
}
