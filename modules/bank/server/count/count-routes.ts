import type { Route } from '#kit/server/http/call.ts';
import { explainRoutes } from './explain.ts';
import { finishRoutes } from './finish.ts';
import { pledgeCountRoutes } from './pledge-count.ts';
import { countLineRoutes } from './pledge-count-line.ts';
import { resultRoutes } from './result.ts';
import { scanRoutes } from './scan.ts';
import { startRoutes } from './start.ts';

export const countRoutes = (): Route[] => [
  ...pledgeCountRoutes(),
  ...countLineRoutes(),
  ...startRoutes(),
  ...scanRoutes(),
  ...explainRoutes(),
  ...finishRoutes(),
  ...resultRoutes(),
];
