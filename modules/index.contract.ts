import { inOrderOfNeed } from '#kit/contract/module.ts';
import { bank } from '#modules/bank/contract/module.ts';
import { breeding } from '#modules/breeding/contract/module.ts';
import { commerce } from '#modules/commerce/contract/module.ts';
import { cure } from '#modules/cure/contract/module.ts';
import { depot } from '#modules/depot/contract/module.ts';
import { device } from '#modules/device/contract/module.ts';
import { farm } from '#modules/farm/contract/module.ts';
import { insurance } from '#modules/insurance/contract/module.ts';
import { platform } from '#modules/platform/contract/module.ts';
import { prevention } from '#modules/prevention/contract/module.ts';
import { registry } from '#modules/registry/contract/module.ts';
import { sign } from '#modules/sign/contract/module.ts';
import { traceability } from '#modules/traceability/contract/module.ts';

/** The product, in order of need. */
export const modules = inOrderOfNeed([
  platform,
  registry,
  depot,
  prevention,
  sign,
  device,
  breeding,
  cure,
  farm,
  traceability,
  insurance,
  bank,
  commerce,
]);
export const allResources = modules.flatMap((one) => one.resources);
export const allReports = modules.flatMap((one) => one.reports ?? []);
