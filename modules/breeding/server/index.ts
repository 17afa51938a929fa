import type { ServerModule } from '#kit/server/module.ts';
import { breeding } from '#modules/breeding/contract/module.ts';

export function breedingServer(): ServerModule {
  return { contract: breeding, routes: () => [] };
}
