import type { ServerModule } from '#kit/server/module.ts';
import { insurance } from '#modules/insurance/contract/module.ts';

export function insuranceServer(): ServerModule {
  return { contract: insurance, routes: () => [] };
}
