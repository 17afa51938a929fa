import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#db/settings.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';

/** Who may call what, as people agreed on it: a file that is read, never written, by the test. */
export const matrixFile = join(root, 'apps', 'server', 'tests', 'access-matrix.tsv');

export interface MatrixRow {
  readonly route: string;
  readonly access: string;
  /** Refused to a tenant whose service has run out. */
  readonly writes: boolean;
  readonly allows: ReadonlyMap<string, boolean>;
}

const cells = (line: string) => line.split('\t');

export function readMatrix(): { roles: string[]; rows: MatrixRow[] } {
  const [head = '', ...lines] = readFileSync(matrixFile, 'utf8').trimEnd().split('\n');
  const roles = cells(head).slice(3);
  const rows = lines.map((line): MatrixRow => {
    const [route = '', access = '', writes = '', ...marks] = cells(line);
    if (marks.length !== roles.length || marks.some((mark) => mark !== '+' && mark !== '-'))
      throw new Error(`access-matrix.tsv: ${route} must say + or - for each of ${roles.length} roles`);
    return {
      route,
      access,
      writes: writes === 'yes',
      allows: new Map(roles.map((role, at) => [role, marks[at] === '+'])),
    };
  });
  return { roles, rows };
}

export const routeName = (endpoint: AnyEndpoint): string => `${endpoint.method} ${endpoint.path}`;
export const accessName = ({ access }: AnyEndpoint): string =>
  typeof access === 'string' ? access : access.any.toSorted().join('|');
export const writes = ({ action }: AnyEndpoint): boolean =>
  action !== undefined && !['config', 'export', 'download', 'print'].includes(action);

/** What the roles' permission file says of a new route: a line to look at, think about and add. */
export function proposedLine(endpoint: AnyEndpoint, roles: readonly string[]): string {
  const lines = readFileSync(join(root, 'db', 'reference', 'role-permissions.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  const patterns = new Map(lines.map((line) => [cells(line)[0], cells(line)[1]?.split(' ') ?? []]));
  const { access } = endpoint;
  const mark = (role: string) => {
    if (typeof access === 'string') return '+';
    const held = [...(patterns.get('*') ?? []), ...(patterns.get(role) ?? [])];
    const holds = (wanted: string) =>
      held.some((one) => (one.endsWith('*') ? wanted.startsWith(one.slice(0, -1)) : one === wanted));
    return access.any.some(holds) ? '+' : '-';
  };
  return [routeName(endpoint), accessName(endpoint), writes(endpoint) ? 'yes' : 'no', ...roles.map(mark)].join('\t');
}
