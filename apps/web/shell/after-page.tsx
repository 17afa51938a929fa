import { type ReactNode, useDeferredValue } from 'react';

/** What stands around a page and can wait for it: on a slow machine rows are there a second before the menus are drawn. */
export const AfterPage = ({ children }: { readonly children: ReactNode }): ReactNode =>
  useDeferredValue(true, false) ? children : null;
