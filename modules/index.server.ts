import type { Database } from '#kit/server/db/database.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { bankServer } from '#modules/bank/server/index.ts';
import { breedingServer } from '#modules/breeding/server/index.ts';
import { commerceServer } from '#modules/commerce/server/index.ts';
import { cureServer } from '#modules/cure/server/index.ts';
import { depotServer } from '#modules/depot/server/index.ts';
import { deviceServer } from '#modules/device/server/index.ts';
import { farmServer } from '#modules/farm/server/index.ts';
import { insuranceServer } from '#modules/insurance/server/index.ts';
import { platformServer } from '#modules/platform/server/index.ts';
import { preventionServer } from '#modules/prevention/server/index.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { signServer } from '#modules/sign/server/index.ts';
import { traceabilityServer } from '#modules/traceability/server/index.ts';

/** Server sides in order of need; the platform's authenticator answers for every token. */
export function serverModules(database: Database): {
  modules: ServerModule[];
  authenticator: ReturnType<typeof platformServer>['authenticator'];
} {
  const platform = platformServer(database);
  return {
    modules: [
      platform,
      registryServer(),
      depotServer(),
      preventionServer(),
      signServer(),
      deviceServer(),
      breedingServer(),
      cureServer(),
      farmServer(),
      traceabilityServer(),
      insuranceServer(),
      bankServer(),
      commerceServer(),
    ],
    authenticator: platform.authenticator,
  };
}
