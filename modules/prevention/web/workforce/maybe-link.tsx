import type { ReactNode } from 'react';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';

/** A link where there is such a screen and the user may open it, else the words alone. */
export function MaybeLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const isBuilt = useMayOpen();
  return isBuilt(to.split('?')[0] ?? '') ? <PageLink to={to}>{children}</PageLink> : <span>{children}</span>;
}
