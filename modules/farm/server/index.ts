import type { ServerModule } from '#kit/server/module.ts';
import { farm } from '#modules/farm/contract/module.ts';

export function farmServer(): ServerModule {
  return { contract: farm, routes: () => [] };
}
