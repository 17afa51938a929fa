import { join } from 'node:path';
import { covers, readRolePermissions } from '#db/reference-files.ts';
import type { Module } from '#kit/contract/module.ts';
import { fullName, permissionsOf } from '#kit/contract/resource.ts';
import { readCatalogue } from '../catalogue.ts';
import { loadModules } from '../contracts.ts';
import type { Tree } from '../tree.ts';
import type { Finding, Rule } from './rule.ts';

export const permissions: Rule = {
  name: 'permissions',
  sentence:
    'A permission that nobody can be given locks everybody out: every permission string of a call and every screen path in a contract stands in db/reference/screens/*.tsv (those of a resource come with its screen), and some role of db/reference/permissions/*.tsv has each one of a resource.',
  async check(tree) {
    const screens = readCatalogue(tree);
    const paths = new Set(screens.map((screen) => screen.path));
    const isGiven = givenIn(tree);
    const modules = await loadModules(tree);
    // A resource's own strings come with its screen; only those of other calls are written down.
    const derived = modules.flatMap(({ resources }) =>
      resources.filter((resource) => paths.has(resource.screen)).flatMap(permissionsOf),
    );
    const known = new Set([...screens.flatMap((screen) => screen.permissions), ...derived]);
    return modules.flatMap((module) => [
      ...usedPermissions(module)
        .filter(({ permission }) => !known.has(permission))
        .map(({ place, permission }): Finding => ({ place, what: `${permission} is in no screen's row` })),
      ...module.resources.flatMap((resource) =>
        permissionsOf(resource)
          .filter((permission) => known.has(permission) && !isGiven(permission))
          .map((permission): Finding => ({ place: fullName(resource), what: `no role has ${permission}` })),
      ),
      ...[...module.resources, ...(module.reports ?? [])]
        .filter((one) => !paths.has(one.screen))
        .map((one): Finding => ({ place: `${module.name}.${one.name}`, what: `${one.screen} is no screen's path` })),
    ]);
  },
};

function givenIn(tree: Tree): (permission: string) => boolean {
  const given = [...readRolePermissions(join(tree.root, 'db/reference')).values()].flat();
  return (permission) => given.some((one) => covers(one, permission));
}

function usedPermissions(module: Module): { place: string; permission: string }[] {
  const ofResources = module.resources.flatMap((resource) =>
    permissionsOf(resource).map((permission) => ({ place: fullName(resource), permission })),
  );
  const ofReports = (module.reports ?? []).map((one) => ({
    place: `${module.name}.${one.name}`,
    permission: one.permission,
  }));
  const ofEndpoints = module.endpoints.flatMap(({ access, method, path }) =>
    typeof access === 'string'
      ? []
      : access.any.map((permission) => ({ place: `${module.name} ${method} ${path}`, permission })),
  );
  return [...ofResources, ...ofReports, ...ofEndpoints];
}
