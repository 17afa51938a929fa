import type { Route } from '#kit/server/http/call.ts';
import { labRoutes } from './choices.ts';
import { detectItemRoutes } from './detect-item.ts';
import { labInstrumentRoutes } from './lab-instrument.ts';
import { sampleResultRoutes } from './result-routes.ts';
import { sampleRoutes } from './sample-routes.ts';
import { sampleLogRoutes } from './sampling/log-routes.ts';
import { sampleTaskRoutes } from './sampling/task-routes.ts';
import { labStatRoutes } from './stat.ts';

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
