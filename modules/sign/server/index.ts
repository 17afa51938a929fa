import type { ServerModule } from '#kit/server/module.ts';
import { sign } from '#modules/sign/contract/module.ts';

export function signServer(): ServerModule {
  return { contract: sign, routes: () => [] };
}
