import type { ServerModule } from '#kit/server/module.ts';
import { device } from '#modules/device/contract/module.ts';

export function deviceServer(): ServerModule {
  return { contract: device, routes: () => [] };
}
