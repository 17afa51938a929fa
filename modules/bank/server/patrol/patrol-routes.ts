import type { Route } from '#kit/server/http/call.ts';
import { patrolVisitRoutes } from './patrol-visit.ts';
import { routeRoutes } from './route.ts';
import { visitRoutes } from './visits.ts';

export const patrolRoutes = (): Route[] => [...patrolVisitRoutes(), ...routeRoutes(), ...visitRoutes()];
