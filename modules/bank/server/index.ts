import type { ServerModule } from '#kit/server/module.ts';
import { bank } from '#modules/bank/contract/module.ts';

export function bankServer(): ServerModule {
  return { contract: bank, routes: () => [] };
}
