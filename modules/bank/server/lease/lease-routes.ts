import type { Route } from '#kit/server/http/call.ts';
import { deliveringRoutes } from './delivering.ts';
import { leaseResourceRoutes } from './device-lease.ts';
import { billRoutes } from './lease-bill.ts';
import { lineRoutes } from './lease-line.ts';

export const leaseRoutes = (): Route[] => [
  ...leaseResourceRoutes(),
  ...lineRoutes(),
  ...billRoutes(),
  ...deliveringRoutes(),
];
