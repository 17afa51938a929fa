import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import './print.css';
import { wallTime } from './times.ts';

interface Props {
  readonly title: string;
  /** What the rows are: the filter, how many. */
  readonly notes?: ReactNode;
  /** Upright unless there are many columns. */
  readonly isWide?: boolean;
  /** Without who printed it and when: for what hangs on a wall. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
  onDone(): void;
}

/** Stands beside the page, is seen on paper only, and prints itself as soon as all its names are known. */
export default function PrintSheet({ title, notes, isWide = false, isBare = false, children, onDone }: Props) {
  const t = useT();
  const { user } = useSession();
  const isReady = useIsFetching({ queryKey: ['lookup'] }) === 0;
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (!isReady) return;
    const finish = () => done.current();
    // Lookups begin with the drawing itself: a moment later they are either known or under way.
    const timer = setTimeout(() => {
      window.addEventListener('afterprint', finish, { once: true });
      window.print();
    }, 100);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', finish);
    };
  }, [isReady]);
  return createPortal(
    <article className="ml-print" data-wide={isWide}>
      {!isBare && (
        <header>
          <h1>{title}</h1>
          <p>
            <span>{t('print.by', { name: user.nickname })}</span>
            <span>{t('print.at', { time: wallTime(new Date().toISOString()) })}</span>
          </p>
          {notes && <p>{notes}</p>}
        </header>
      )}
      {children}
    </article>,
    document.body,
  );
}
