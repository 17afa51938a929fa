import type { Route } from '#kit/server/http/call.ts';
import { coverRoutes } from './covers.ts';
import { equipmentStatRoutes } from './equipment-stat.ts';
import { claimRoutes } from './pledge-claim.ts';

export const watchRoutes = (): Route[] => [...coverRoutes(), ...claimRoutes(), ...equipmentStatRoutes()];
