import type { ServerModule } from '#kit/server/module.ts';
import { commerce } from '#modules/commerce/contract/module.ts';

export function commerceServer(): ServerModule {
  return { contract: commerce, routes: () => [] };
}
