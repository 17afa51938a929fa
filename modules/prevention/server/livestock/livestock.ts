import type { Route } from '#kit/server/http/call.ts';
import { searchRoutes } from '../home/search-routes.ts';
import { enterpriseRoutes } from '../household/enterprises.ts';
import { householdFileRoutes } from '../household/file.ts';
import { householdListRoutes } from '../household/list.ts';
import { animalRoutes } from './immunity/animals.ts';
import { immunityRoutes } from './immunity/routes.ts';
import { mapRoutes } from './map-routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { stockStatRoutes } from './stock/stat.ts';

/** Animals and those who keep them, as prevention looks at them. */
export const livestockRoutes = (): Route[] => [
  ...searchRoutes(),
  ...immunityRoutes(),
  ...animalRoutes(),
  ...householdListRoutes(),
  ...householdFileRoutes(),
  ...stockRoutes(),
  ...stockStatRoutes(),
  ...mapRoutes(),
  ...enterpriseRoutes(),
];
