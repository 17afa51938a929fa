import type { Field, Fields } from '#kit/contract/field.ts';
import { snake } from '#kit/contract/naming.ts';
import { isMask } from '#kit/contract/pii.ts';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { piiColumns } from '../pii/pii.ts';

/** How a resource lies in its table. Made once per resource at start. */
export interface TableMap {
  readonly resource: AnyResource;
  readonly table: string;
  /** SQL of every selected field, with the aliases `decode` reads. */
  readonly select: string;
  /** SQL expression of a field, for filters and sorting. */
  sql(name: string): string;
  readonly match: Readonly<Record<string, Match>>;
  /** Begins with `and`, or is empty. */
  readonly listed: string;
}

/** A condition over the row `t`, of its own making; `add` makes a value into a parameter. */
export type Match = (value: string, add: (value: unknown) => string, tenantNo: number) => string;

export interface TableOptions {
  /** Where the table is not `<module>.<noun>`. */
  table?: string;
  /** SQL of derived fields that are no column, over the row `t`. */
  expressions?: Readonly<Record<string, string>>;
  /** Derived fields added up from the same rows: where whole records are read, by one sub-select, because each is told the caller's scope again. */
  counted?: { from: string; fields: Readonly<Record<string, string>> };
  /** How a filter, or `keyword`, finds its rows where looking for the text in every row would take too long. */
  match?: Readonly<Record<string, Match>>;
  /** Rows the list leaves out although they are there: merged ones, voided ones. A condition over the row `t`. */
  listed?: string;
}

const shared = new Map<string, string>();
/** SQL of derived fields that mean the same in every resource, over the row `t`; a module gives them before any is served. */
export function provideExpressions(expressions: Readonly<Record<string, string>>): void {
  for (const [name, sql] of Object.entries(expressions)) shared.set(name, sql);
}

const known = new Map<string, TableMap>();
export const mapOf = (name: string): TableMap | undefined => known.get(name);
export const allMaps = (): TableMap[] => [...known.values()];
export const tableOf = (resource: AnyResource): string => `${resource.module}.${snake(resource.name)}`;

export function mapTable(resource: AnyResource, options: TableOptions = {}): TableMap {
  const { from, fields: sums = {} } = options.counted ?? {};
  const counted = (name: string) => (sums[name] ? `(select ${sums[name]} from ${from})` : undefined);
  const sql = (name: string): string =>
    counted(name) ?? options.expressions?.[name] ?? shared.get(name) ?? `t.${snake(name)}`;
  const parts = ['t.version', ...selectFields(resource.fields, sql, sums)];
  const named = Object.entries(sums).map(([name, sum]) => `'${name}', ${sum}`);
  if (from) parts.push(`(select json_build_object(${named.join()}) from ${from}) as "_counted"`);
  if (resource.scope === 'tenant' && !resource.fields.tenantNo) parts.push('t.tenant_no as "tenantNo"');
  const map = {
    resource,
    table: options.table ?? tableOf(resource),
    select: parts.join(', '),
    sql,
    match: options.match ?? {},
    listed: options.listed ? ` and ${options.listed}` : '',
  };
  known.set(fullName(resource), map);
  return map;
}

export const selectFields = (fields: Fields, sql: TableMap['sql'], but = {}): string[] =>
  Object.entries(fields).flatMap(([name, one]) => (name in but ? [] : selectField(name, one, sql(name))));

function selectField(name: string, one: Field, sql: string): string[] {
  switch (one.kind) {
    case 'point':
      return ['t.longitude as "_longitude"', 't.latitude as "_latitude"'];
    case 'pii':
      return [`${sql}_mask as "${name}"`];
    case 'ref':
      return [`${sql} as "${name}"`, refName(name, one, sql)];
    case 'files':
      return [`${sql} as "${name}"`, fileNames(name, sql)];
    case 'lines':
      return [];
    default:
      return [`${sql} as "${name}"`];
  }
}

/** The name of the row a reference points at, read under the same policies: invisible rows have no name. */
function refName(name: string, one: Field, sql: string): string {
  const [module = '', noun = ''] = one.ref?.split('.') ?? [];
  return `(select r.${snake(titleOf(one.ref ?? ''))} from ${module}.${snake(noun)} r where r.id = ${sql}) as "${name}Name"`;
}

/** Whoever sees the record sees what its files are called. */
const fileNames = (name: string, sql: string): string =>
  `(select string_agg(f.file_name, e'\\n' order by w.no) from unnest(${sql}) with ordinality w (id, no)
    left join lateral kit.file_facts(t.tenant_no, w.id) f on true) as "${name}Name"`;

const titles = new Map<string, string>();
/** Titles are needed before every resource is mapped (references may point forward), so they are collected first. */
export function collectTitles(resources: readonly AnyResource[]): void {
  for (const resource of resources) titles.set(fullName(resource), resource.title);
}

function titleOf(ref: string): string {
  const title = titles.get(ref);
  if (!title) throw new Error(`a reference points at ${ref}, which is no resource`);
  return title;
}

/** Columns and values of a form's fields, ready for insert or update. */
export function encode(
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
  tenantNo: number,
): [column: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const one = resource.fields[name] as Field | undefined;
    if (one?.kind === 'point') {
      const point = value as { longitude: number; latitude: number } | null;
      return [
        ['longitude', point?.longitude ?? null],
        ['latitude', point?.latitude ?? null],
      ];
    }
    // A mask that comes back from a form stands for the value that is stored already.
    if (one?.pii)
      return isMask(String(value)) ? [] : piiColumns(snake(name), one.pii, value as string | null, tenantNo);
    if (one?.lines) return [];
    if (one?.kind === 'json' && value !== null) return [[snake(name), JSON.stringify(value)]];
    return [[snake(name), value]];
  });
}
