import type { Module } from '#kit/contract/module.ts';
import { fullName, permissionsOf } from '#kit/contract/resource.ts';
import { readCatalogue } from '../catalogue.ts';
import { loadModules } from '../contracts.ts';
import type { Finding, Rule } from './rule.ts';

export const permissions: Rule = {
  name: 'permissions',
  sentence:
    'A permission that nobody can be given locks everybody out: every permission string and screen path in a contract stands in db/reference/screens/*.tsv.',
  async check(tree) {
    const screens = readCatalogue(tree);
    const known = new Set(screens.flatMap((screen) => screen.permissions));
    const paths = new Set(screens.map((screen) => screen.path));
    const modules = await loadModules(tree);
    return modules.flatMap((module) => [
      ...usedPermissions(module)
        .filter(({ permission }) => !known.has(permission))
        .map(({ place, permission }): Finding => ({ place, what: `${permission} is in no screen's row` })),
      ...module.resources
        .filter((resource) => !paths.has(resource.screen))
        .map((resource): Finding => ({ place: fullName(resource), what: `${resource.screen} is no screen's path` })),
    ]);
  },
};

function usedPermissions(module: Module): { place: string; permission: string }[] {
  const ofResources = module.resources.flatMap((resource) =>
    permissionsOf(resource).map((permission) => ({ place: fullName(resource), permission })),
  );
  const ofEndpoints = module.endpoints.flatMap(({ access, method, path }) =>
    typeof access === 'string'
      ? []
      : access.any.map((permission) => ({ place: `${module.name} ${method} ${path}`, permission })),
  );
  return [...ofResources, ...ofEndpoints];
}
