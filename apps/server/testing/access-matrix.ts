import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { covers, readRolePermissions, readTsv } from '#db/reference-files.ts';
import { root } from '#db/settings.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { endpointsIn } from '#kit/contract/module.ts';
import { modules } from '#modules/index.contract.ts';

export interface MatrixRow {
  readonly route: string;
  readonly access: string;
  /** Refused to a tenant whose service has run out. */
  readonly writes: boolean;
  readonly allows: ReadonlyMap<string, boolean>;
}

/** Who may call what, as people agreed on it: tests read this file and never write it. */
const matrixFile = (module: string): string => `modules/${module}/testing/access-matrix.tsv`;
const heads = ['route', 'access', 'writes', 'roles'];
/** Instead of a list of roles: everybody who is logged in. */
const everybody = '*';

/** `roles` are all roles there are; a row allows those its line names. */
export function readMatrix(): { roles: string[]; rows: MatrixRow[] } {
  const roles = readTsv('roles.tsv').map((row) => row.roleCode ?? '');
  return { roles, rows: modules.flatMap(({ name }) => readRows(name, roles)) };
}

function readRows(module: string, roles: readonly string[]): MatrixRow[] {
  const file = matrixFile(module);
  if (!existsSync(join(root, file))) return [];
  const [head = '', ...lines] = readFileSync(join(root, file), 'utf8').trimEnd().split('\n');
  if (head !== heads.join('\t')) throw new Error(`${file}:1: the columns are ${heads.join(', ')}`);
  return lines.map((line, index) => {
    const cells = line.split('\t');
    const [route = '', access = '', changes = '', named = ''] = cells;
    const allowed = named.split(' ').filter(Boolean);
    const unknown = allowed.filter((one) => one !== everybody && !roles.includes(one));
    if (cells.length !== heads.length || !['yes', 'no'].includes(changes) || unknown.length > 0)
      throw new Error(`${file}:${index + 2}: ${unknown.join(', ') || route} is not understood`);
    return {
      route,
      access,
      writes: changes === 'yes',
      allows: new Map(roles.map((role) => [role, allowed.includes(everybody) || allowed.includes(role)])),
    };
  });
}

export const routeName = (endpoint: AnyEndpoint): string => `${endpoint.method} ${endpoint.path}`;
export const accessName = ({ access }: AnyEndpoint): string =>
  typeof access === 'string' ? access : access.any.toSorted().join('|');
export const writes = ({ action }: AnyEndpoint): boolean =>
  action !== undefined && !['config', 'export', 'download', 'print'].includes(action);

/** The line of a new route by the roles' permissions: to look at, think about and add. */
export function proposedLine(endpoint: AnyEndpoint, roles: readonly string[]): string {
  const given = readRolePermissions();
  const { access } = endpoint;
  const may = (role: string) => {
    if (typeof access === 'string') return true;
    const held = [...(given.get(everybody) ?? []), ...(given.get(role) ?? [])];
    return access.any.some((wanted) => held.some((one) => covers(one, wanted)));
  };
  const allowed = roles.filter(may);
  const named = allowed.length === roles.length ? everybody : allowed.join(' ');
  return [routeName(endpoint), accessName(endpoint), writes(endpoint) ? 'yes' : 'no', named].join('\t');
}

/** Lines the modules' files lack, have too many or twice, each with its file. */
export function matrixFaults(): string[] {
  const roles = readTsv('roles.tsv').map((row) => row.roleCode ?? '');
  return modules.flatMap((module) => {
    const file = matrixFile(module.name);
    const lines = readRows(module.name, roles).map((row) => row.route);
    const endpoints = endpointsIn(module);
    const names = new Set(endpoints.map(routeName));
    return [
      ...endpoints
        .filter((one) => !lines.includes(routeName(one)))
        .map((one) => `${file} lacks the line: ${proposedLine(one, roles)}`),
      ...lines
        .filter((route) => !names.has(route))
        .map((route) => `${file} has a line for ${route}, which the module does not answer`),
      ...lines.filter((route, at) => lines.indexOf(route) !== at).map((route) => `${file} has ${route} twice`),
    ];
  });
}
