import { type Route, serve } from '#kit/server/http/call.ts';
import { screenSnapshot } from '#modules/prevention/contract/screens/screen.ts';
import { snapshotFor } from './snapshots.ts';

export const screenRoutes = (): Route[] => [
  serve('prevention', screenSnapshot, (call) => snapshotFor(call.database, call.actor, call.query)),
];
