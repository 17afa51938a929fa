import type { ServerModule } from '#kit/server/module.ts';
import { registerDirectory } from '#modules/platform/server/index.ts';
import { registry } from '#modules/registry/contract/module.ts';
import { named, nameSql, organisations } from './organisations.ts';
import { find, principalRoutes, reach } from './principal.ts';

export function registryServer(): ServerModule {
  return {
    contract: registry,
    routes: principalRoutes,
    start: async () => registerDirectory({ reach, find, nameSql, named, organisations }),
  };
}
