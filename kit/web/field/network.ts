import { useEffect, useState } from 'react';
import { ApiError } from '#kit/web/api/client.ts';

/** On one bar of signal a call may hang for minutes: after this long there is no network. */
export const patience = 30_000;

/** No answer, or none in time. */
export const isOffline = (error: unknown): boolean =>
  (error instanceof ApiError && error.code === 0) || (error instanceof DOMException && error.name === 'TimeoutError');

/** The browser's word for it, which is a guess: good for a notice, not for a decision. */
export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const tell = () => setOnline(navigator.onLine);
    addEventListener('online', tell);
    addEventListener('offline', tell);
    return () => {
      removeEventListener('online', tell);
      removeEventListener('offline', tell);
    };
  }, []);
  return isOnline;
}
