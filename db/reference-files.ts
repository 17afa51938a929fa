import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const folder = join(import.meta.dirname, 'reference');

export type TsvRow = Record<string, string>;

/** A line of a table that is kept in one file per module. */
export interface ModuleRow {
  readonly module: string;
  /** `permissions/depot.tsv:3`. */
  readonly place: string;
  readonly row: TsvRow;
}

/** `-` and empty stand for nothing in these files. */
export function readTsv(file: string, from = folder): TsvRow[] {
  const [head = '', ...lines] = readFileSync(join(from, file), 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, index) => [name, cells[index] === '-' ? '' : (cells[index] ?? '')]));
  });
}

// Modules share menu directories: those that others build on come first, so that a system opens with its own home.
const first = ['platform.tsv', 'registry.tsv', 'depot.tsv', 'prevention.tsv'];
const rank = (file: string) => (first.includes(file) ? first.indexOf(file) : first.length);

/** The files of a table that is kept in one file per module, `screens/depot.tsv`. */
export function moduleFiles(table: string, from = folder): string[] {
  return readdirSync(join(from, table))
    .filter((file) => file.endsWith('.tsv'))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((file) => `${table}/${file}`);
}

export function readModuleRows(table: string, from = folder): ModuleRow[] {
  return moduleFiles(table, from).flatMap((file) => {
    const module = file.slice(table.length + 1, -'.tsv'.length);
    return readTsv(file, from).map((row, index) => ({ module, place: `${file}:${index + 2}`, row }));
  });
}

/** Rows by a key that no two files may claim. */
function byKey(rows: readonly ModuleRow[], keyOf: (row: TsvRow) => string): Map<string, ModuleRow> {
  const known = new Map<string, ModuleRow>();
  for (const one of rows) {
    const key = keyOf(one.row);
    const before = known.get(key);
    if (before) throw new Error(`${one.place}: ${key} is already in ${before.place}`);
    known.set(key, one);
  }
  return known;
}

/** `function-items/<module>.tsv`: how the page of a path is sold. */
export const readFunctionItems = (): Map<string, TsvRow> =>
  new Map([...byKey(readModuleRows('function-items'), (row) => row.path ?? '')].map(([path, { row }]) => [path, row]));

export interface Dictionary {
  readonly code: string;
  /** The module that names it. Values may come from other modules too. */
  readonly owner: string;
  readonly name: TsvRow;
  readonly values: TsvRow[];
}

/** `dictionary-names/<module>.tsv` names a dictionary, `dictionaries/<module>.tsv` gives it values. */
export function readDictionaries(from = folder): Map<string, Dictionary> {
  const named = byKey(readModuleRows('dictionary-names', from), (row) => row.dictCode ?? '');
  const dictionaries = new Map(
    [...named].map(([code, { module, row }]): [string, Dictionary] => [
      code,
      { code, owner: module, name: row, values: [] },
    ]),
  );
  for (const { place, row } of byKey(
    readModuleRows('dictionaries', from),
    (one) => `${one.dictCode} ${one.value}`,
  ).values()) {
    const dictionary = dictionaries.get(row.dictCode ?? '');
    if (!dictionary) throw new Error(`${place}: no file of dictionary-names has ${row.dictCode}`);
    dictionary.values.push(row);
  }
  return dictionaries;
}

/** `area:*` stands for every permission below it. */
export const covers = (pattern: string, permission: string): boolean =>
  pattern.endsWith('*') ? permission.startsWith(pattern.slice(0, -1)) : pattern === permission;

/**
 * The permissions of each template role, united over `permissions/<module>.tsv`: most roles have a line in several of these files.
 * Role `*` stands for everybody.
 */
export function readRolePermissions(from = folder): Map<string, string[]> {
  const roles = new Set(['*', ...readTsv('roles.tsv', from).map((row) => row.roleCode)]);
  const given = new Map<string, Map<string, string>>();
  for (const { place, row } of readModuleRows('permissions', from)) {
    const { roleCode = '', permissions = '' } = row;
    if (!roles.has(roleCode)) throw new Error(`${place}: ${roleCode} is not in roles.tsv`);
    const held = given.get(roleCode) ?? new Map<string, string>();
    given.set(roleCode, held);
    for (const permission of permissions.split(' ')) {
      const before = [...held].find(([one]) => covers(one, permission) || covers(permission, one));
      if (before) throw new Error(`${place}: ${roleCode} has ${permission} by ${before[0]} of ${before[1]} already`);
      held.set(permission, place);
    }
  }
  return new Map([...given].map(([role, held]) => [role, [...held.keys()]]));
}
