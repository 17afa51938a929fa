import type { ReactNode } from 'react';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useBuilt } from '../common/built.ts';

/** A link where there is such a screen and the user may open it, else the words alone. */
export function MaybeLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const isBuilt = useBuilt();
  return isBuilt(to.split('?')[0] ?? '') ? <PageLink to={to}>{children}</PageLink> : <span>{children}</span>;
}
