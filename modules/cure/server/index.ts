import type { ServerModule } from '#kit/server/module.ts';
import { cure } from '#modules/cure/contract/module.ts';

export function cureServer(): ServerModule {
  return { contract: cure, routes: () => [] };
}
