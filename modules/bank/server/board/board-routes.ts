import type { Route } from '#kit/server/http/call.ts';
import { findRoutes } from './find.ts';
import { homeRoutes } from './home.ts';
import { mineRoutes } from './mine.ts';
import { statRoutes } from './stat.ts';
import { statRegionRoutes } from './stat-region.ts';

export const boardRoutes = (): Route[] => [
  ...homeRoutes(),
  ...mineRoutes(),
  ...findRoutes(),
  ...statRoutes(),
  ...statRegionRoutes(),
];
