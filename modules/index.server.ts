import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { depotServer } from '#modules/depot/server/index.ts';
import { platformServer } from '#modules/platform/server/index.ts';
import { preventionServer } from '#modules/prevention/server/index.ts';
import { registryServer } from '#modules/registry/server/index.ts';

/** Server sides in order of need; the platform's doorkeeper answers for every token. */
export function serverModules(database: Database): {
  modules: ServerModule[];
  doorkeeper: ReturnType<typeof platformServer>['doorkeeper'];
} {
  const platform = platformServer(database);
  return { modules: [platform, registryServer(), depotServer(), preventionServer()], doorkeeper: platform.doorkeeper };
}
