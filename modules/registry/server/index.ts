import type { ServerModule } from '#kit/server/module.ts';
import { registerAlarmKinds, registerCounter, registerDirectory } from '#modules/platform/server/index.ts';
import { registryAlarmKinds } from '#modules/registry/contract/alarm-kinds.ts';
import { registry } from '#modules/registry/contract/module.ts';
import { named, nameSql, organisations } from './organisations.ts';
import { createRoot, find, places, principalRoutes, reach, reachOf } from './principal.ts';
import { countPrincipals, line, principalCounts, tenantPrincipals } from './tenant-principals.ts';

export function registryServer(): ServerModule {
  return {
    contract: registry,
    routes: principalRoutes,
    start: async () => {
      registerDirectory({
        reach,
        reachOf,
        find,
        places,
        nameSql,
        named,
        organisations,
        createRoot,
        line,
        tenantPrincipals,
        principalCounts,
      });
      registerCounter('principals', countPrincipals);
      registerAlarmKinds('registry', registryAlarmKinds);
    },
  };
}
