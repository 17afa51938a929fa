import { inOrderOfNeed } from '#kit/contract/module.ts';
import { depot } from '#modules/depot/contract/module.ts';
import { platform } from '#modules/platform/contract/module.ts';
import { prevention } from '#modules/prevention/contract/module.ts';
import { registry } from '#modules/registry/contract/module.ts';

/** The product, in order of need. */
export const modules = inOrderOfNeed([platform, registry, depot, prevention]);
export const allResources = modules.flatMap((one) => one.resources);
