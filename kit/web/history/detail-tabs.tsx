import { lazy, type ReactNode, Suspense } from 'react';
import type { AnyResource } from '#kit/contract/resource.ts';
import { historyPort } from './history-port.ts';

// Tabs and time lines are no part of a list's first load.
const TabbedDetail = lazy(() => import('./tabbed-detail.tsx'));

interface Props {
  readonly resource: AnyResource;
  readonly id: number;
  /** The record as it is now. */
  readonly children: ReactNode;
}

/** A record, and beside it what happened to it; fetched when it is looked at. */
export function DetailTabs({ resource, id, children }: Props) {
  if (!historyPort.current) return children;
  return (
    <Suspense fallback={children}>
      <TabbedDetail resource={resource} id={id}>
        {children}
      </TabbedDetail>
    </Suspense>
  );
}
