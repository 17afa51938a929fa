import { inOrderOfNeed } from '#kit/contract/module.ts';
import { platform } from '#modules/platform/contract/module.ts';
import { registry } from '#modules/registry/contract/module.ts';

/** The product, in order of need. */
export const modules = inOrderOfNeed([platform, registry]);
export const allResources = modules.flatMap((one) => one.resources);
