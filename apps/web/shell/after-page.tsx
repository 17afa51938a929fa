import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useDeferredValue,
  useEffect,
  useState,
} from 'react';
import { queryClient } from '../query-client.ts';
import { useLayoutStore } from './layout-store.ts';

/** How long the frame waits for the rows of its first page, on a slow network. */
const patience = 1_500;
/** What came is handed to its page in a task of its own, and drawn before this has passed. */
const moment = 20;

const PageHere = createContext(true);

const isWaiting = () =>
  queryClient.isFetching({ predicate: ({ meta, state }) => meta?.isFirst === true && state.data === undefined }) > 0;

/** Knows when the first page has what it begins with, and from then on for good. */
export function PageFirst({ children }: { readonly children: ReactNode }) {
  const hasArrived = useLayoutStore((store) => store.hasArrived);
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setHere(true)), patience);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!hasArrived || isHere) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => !isWaiting() && startTransition(() => setHere(true)), moment);
    };
    look();
    const leave = queryClient.getQueryCache().subscribe(({ type }) => type === 'updated' && look());
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [hasArrived, isHere]);
  return <PageHere value={isHere}>{children}</PageHere>;
}

/** What stands around a page and can wait for it: on a slow machine rows are there a second before the menus are drawn. */
export const AfterPage = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const isHere = useContext(PageHere);
  return useDeferredValue(isHere, false) ? children : null;
};
