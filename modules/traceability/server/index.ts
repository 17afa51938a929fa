import type { ServerModule } from '#kit/server/module.ts';
import { traceability } from '#modules/traceability/contract/module.ts';

export function traceabilityServer(): ServerModule {
  return { contract: traceability, routes: () => [] };
}
