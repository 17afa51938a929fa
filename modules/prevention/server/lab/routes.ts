import type { Route } from '#kit/server/http/call.ts';
import { detectItemRoutes } from '../detect-item.ts';
import { labInstrumentRoutes } from '../lab-instrument.ts';
import { labRoutes } from './choices.ts';
import { sampleLogRoutes } from './log-routes.ts';
import { sampleResultRoutes } from './result-routes.ts';
import { sampleRoutes } from './sample-routes.ts';
import { labStatRoutes } from './stat.ts';
import { sampleTaskRoutes } from './task-routes.ts';

export const laboratoryRoutes = (): Route[] => [
  ...labRoutes(),
  ...labStatRoutes(),
  ...detectItemRoutes(),
  ...labInstrumentRoutes(),
  ...sampleTaskRoutes(),
  ...sampleLogRoutes(),
  ...sampleRoutes(),
  ...sampleResultRoutes(),
];
