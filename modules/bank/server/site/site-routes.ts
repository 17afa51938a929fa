import type { Route } from '#kit/server/http/call.ts';
import { boardRoutes } from './board.ts';
import { pledgeSiteRoutes } from './pledge-site.ts';

export const siteRoutes = (): Route[] => [...pledgeSiteRoutes(), ...boardRoutes()];
