import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { usePage } from '#kit/web/shell-context.ts';

/** A link to another screen: opens in its own tab of the shell, and by middle click in one of the browser. Plain text to whoever may not open it. */
export function PageLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  if (!mayOpen(to)) return <span>{children}</span>;
  return (
    <Typography.Link
      href={`#${to}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openPage(to);
      }}
    >
      {children}
    </Typography.Link>
  );
}
