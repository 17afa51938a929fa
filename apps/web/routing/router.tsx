import { createHashRouter } from 'react-router';
import { Crash } from '../exception/crash.tsx';
import { Gate } from '../gate.tsx';

/** One route: which page a path is depends on the session and its menus, not on a table. */
export const router: ReturnType<typeof createHashRouter> = createHashRouter([
  { path: '*', Component: Gate, ErrorBoundary: Crash },
]);
