import type { ReactNode } from 'react';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useBuilt } from './built.ts';

/** A link where there is such a screen and the user may open it; else the words alone. */
export function Opens({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const may = useBuilt();
  return may(to.split('?')[0] ?? '') ? <PageLink to={to}>{children}</PageLink> : children;
}
