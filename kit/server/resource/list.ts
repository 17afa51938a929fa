import { totalLimit } from '#kit/contract/envelope.ts';
import { AppError, invalid } from '#kit/contract/errors.ts';
import type { Field } from '#kit/contract/field.ts';
import { snake } from '#kit/contract/naming.ts';
import { rangeOf, within } from '#kit/contract/region.ts';
import { type AnyResource, isRange } from '#kit/contract/resource.ts';
import type { Database, Statement } from '../db/database.ts';
import { rowsHint } from '../db/paged.ts';
import { levelColumn, type Scope } from '../db/scope.ts';
import { searchHash } from '../pii/pii.ts';
import type { TableMap } from './columns.ts';

/** A parsed list call: paging plus the filters the resource declares. */
export interface ListInput {
  pageNum: number;
  pageSize: number;
  sort?: string | undefined;
  after?: string | undefined;
  keyword?: string | undefined;
  [filter: string]: unknown;
}

export interface ListPlan {
  rows: Statement<Record<string, unknown>>;
  count: Statement<{ n: number }>;
  /** Without the bound: for jobs that take all rows anyway. */
  exact: Statement<{ n: number }>;
  /** All rows of the filter with these columns, for figures over them. */
  all(columns: string): Statement<Record<string, unknown>>;
  /** Key of the page after one that ended with this row; null where the order has no key. */
  keyOf(row: Record<string, unknown>): string | null;
}

/** Columns that name a party, and those that name a person, by table, as the migrations declared them. */
const named = new Map<string, { parties: readonly string[]; persons: readonly string[] }>();

export async function readParties(database: Database, scope: Scope): Promise<void> {
  const [rows] = await database.read<[{ table: string; parties: string[]; persons: string[] | null }]>(scope, {
    text: "select table_name as table, options -> 'parties' as parties, options -> 'persons' as persons from kit.table_scope",
    values: [],
  });
  for (const { table, parties, persons } of rows) named.set(table, { parties, persons: persons ?? [] });
}

/** The columns of a table that name a party, in the order of their declaration. */
export const partiesOf = (table: string): readonly string[] => named.get(table)?.parties ?? [];

class Values {
  readonly list: unknown[] = [];
  readonly add = (value: unknown): string => `$${this.list.push(value)}`;
}

/** Null when the caller can see nothing of it: no query is needed to know. */
export function planList(map: TableMap, input: ListInput, scope: Scope, ids?: readonly number[]): ListPlan | null {
  const values = new Values();
  const chosen = ids ? ` and t.id = any (${values.add(ids)}::bigint[])` : '';
  const filters = map.listed + filterSql(map, input, values, scope.tenantNo) + chosen;
  const sorts = sortsOf(map.resource, input.sort);
  const branches = branchesOf(map, scope, input.regionCode as number | undefined, values);
  if (branches.length === 0) return null;
  const counted = [...values.list];
  const each = (columns: string) =>
    branches.map(({ all }) => `(select ${columns} from ${map.table} t where ${all}${filters})`).join(' union all ');
  const most = totalLimit + 1;
  const some = branches.map(({ first }) => `(${first('t.id', `${filters} limit ${most}`, most)})`);
  const order = [
    ...sorts,
    ...(sorts.some((one) => one.name === 'id') ? [] : [{ name: 'id', desc: sorts.at(-1)?.desc ?? true }]),
  ];
  const orderSql = order.map((one) => `${map.sql(one.name)}${one.desc ? ' desc' : ''}`).join(', ');
  const offset = input.after ? 0 : (input.pageNum - 1) * input.pageSize;
  const key = input.after ? keySql(map, order, input.after, values) : '';
  // Every branch gives the keys of its own first rows in order, from its own index; whole rows are read for the page alone.
  const keys = order.map((one, at) => `${map.sql(one.name)} as k${at}`).join(', ');
  const [reach, size, skip] = [offset + input.pageSize, input.pageSize, offset].map(values.add);
  const few = rowsHint(offset + input.pageSize);
  const tail = `${filters}${key} order by ${orderSql} limit ${reach}`;
  const take = branches.map(({ first }) => `(${first(`t.id, ${keys}`, tail, few)})`);
  const byKeys = order.map((one, at) => `k${at}${one.desc ? ' desc' : ''}`).join(', ');
  const page = `select id from (${take.join(' union all ')}) p order by ${byKeys} limit ${size} offset ${skip}`;
  return {
    rows: {
      text: `select ${map.select} from ${map.table} t where t.id in (${page}) order by ${orderSql}`,
      values: values.list,
    },
    count: { text: `select least(count(*), ${most})::int as n from (${some.join(' union all ')}) c`, values: counted },
    exact: { text: `select count(*)::int as n from (${each('1')}) c`, values: counted },
    all: (columns) => ({ text: each(columns), values: counted }),
    keyOf: (row) => keyOf(map.resource, order, row),
  };
}

interface Sort {
  name: string;
  desc: boolean;
}

function sortsOf(resource: AnyResource, wanted: string | undefined): Sort[] {
  if (!wanted) {
    const own = resource.list.sort ?? '-id';
    return [{ name: own.replace('-', ''), desc: own.startsWith('-') }];
  }
  const sorts = wanted.split(',').map((part) => {
    const [name = '', direction = 'asc'] = part.split(':');
    const allowed = name === 'id' || resource.list.sorts?.includes(name);
    if (!allowed || !['asc', 'desc'].includes(direction)) throw invalid([{ field: 'sort', key: 'error.field.sort' }]);
    return { name, desc: direction === 'desc' };
  });
  // Named again, a column orders nothing any more.
  return sorts.filter(({ name }, at) => sorts.findIndex((one) => one.name === name) === at);
}

/** Some of the caller's rows, and of no other branch. */
interface Branch {
  /** A condition over the row `t`. */
  readonly all: string;
  /** Reads as many as are asked for, in the order of an index: `tail` has filters, order and limit, `few` a limit for the planner. */
  first(columns: string, tail: string, few: number): string;
}

/** Where the caller's rows lie: one branch per region, on its level column, and one per column that names a party or a person. */
function branchesOf(map: TableMap, scope: Scope, wanted: number | undefined, values: Values): Branch[] {
  const plain = (all: string): Branch => ({
    all,
    first: (columns, tail, few) =>
      `select * from (select ${columns} from ${map.table} t where ${all}${tail}) b limit ${few}`,
  });
  const between = ([lo, hi]: readonly [number, number]) =>
    `t.region_code >= ${values.add(lo)} and t.region_code < ${values.add(hi)}`;
  const inside = (code: number) => {
    const level = levelColumn(code);
    return level ? `t.${level.column} = ${values.add(level.value)}` : between(rangeOf(code));
  };
  const isByRegion = map.resource.scope === 'jurisdiction';
  const { parties, persons } = named.get(map.table) ?? { parties: [], persons: [] };
  const isByName = map.resource.scope === 'persons' || (map.resource.scope === 'parties' && parties.length > 0);
  if (scope.system || !(isByRegion || isByName)) return [plain(wanted === undefined ? 'true' : inside(wanted))];
  const regions = isByRegion ? scope.regions : [];
  const branches = (wanted === undefined ? regions : narrowed(regions, wanted)).map((code) => plain(inside(code)));
  const mine = scope.selfOnly ? [] : scope.principals;
  const me = scope.userId === null ? [] : [scope.userId];
  const names = [
    ...(scope.selfOnly ? [{ column: 'created_by', by: '', who: me }] : []),
    ...parties.map((column) => ({ column, by: 'party_id', who: mine })),
    ...persons.map((column) => ({ column, by: 'user_id', who: me })),
  ];
  const seen: string[] = [];
  for (const { column, by, who } of names.filter((one) => one.who.length > 0)) {
    // Where nobody but its parties may see a row, it has no region.
    const others = [...regions.map((code) => between(rangeOf(code))), ...seen];
    const rest =
      others.map((other) => ` and (${other}) is not true`).join('') +
      (wanted === undefined ? '' : ` and ${inside(wanted)}`);
    const known = `${values.add(who)}::bigint[]`;
    const isList = column.endsWith('[]');
    const id = `p.${snake(map.resource.name)}_id`;
    const side = (whose: string) => `p.${by} = ${whose} and p.to_on is null`;
    const all = isList
      ? `t.id = any (array(select ${id} from ${map.table}_party p where ${side(`any (${known})`)}))`
      : `t.${column} = any (${known})`;
    const from = isList
      ? `${map.table}_party p join ${map.table} t on t.id = ${id} where ${side('m.id')}`
      : `${map.table} t where t.${column} = m.id`;
    // A side table names a row once for every part somebody has in it.
    const select = isList ? 'select distinct' : 'select';
    branches.push({
      all: all + rest,
      // One by one, each in the order of its own index: together they would be sorted to the last row.
      first: (columns, tail, few) =>
        `${select} b.* from unnest(${known}) m(id) cross join lateral (select * from (${select} ${columns} from ${from}${rest}${tail}) c limit ${few}) b`,
    });
    seen.push(isList ? `t.${column.slice(0, -2)} && ${known}` : all);
  }
  return branches;
}

function narrowed(regions: readonly number[], wanted: number): number[] {
  if (regions.some((code) => within(wanted, code))) return [wanted];
  return regions.filter((code) => within(code, wanted));
}

function filterSql(map: TableMap, input: ListInput, values: Values, tenantNo: number): string {
  const parts: string[] = [];
  for (const name of map.resource.list.filters as string[]) {
    const one = map.resource.fields[name] as Field;
    const sql = map.sql(name);
    if (isRange(one)) {
      const [from, to] = [input[`${name}From`], input[`${name}To`]];
      // More may be asked for than the column can hold.
      const add = (value: unknown) =>
        values.add(value) + (one.kind === 'int' || one.kind === 'money' ? '::bigint' : '');
      if (from !== undefined) parts.push(`${sql} >= ${add(from)}`);
      // Inclusive: the last day counts whole.
      if (to !== undefined)
        parts.push(one.kind === 'dateTime' ? `${sql} < ${add(to)}::date + 1` : `${sql} <= ${add(to)}`);
      continue;
    }
    const value = input[name];
    const own = map.match[name];
    if (value !== undefined && !(one.kind === 'region' && name === 'regionCode'))
      parts.push(own ? own(String(value), values.add, tenantNo) : condition(one, sql, value, values, tenantNo));
  }
  const fields = (map.resource.list.search ?? []) as string[];
  if (input.keyword && map.match.keyword) parts.push(map.match.keyword(input.keyword, values.add, tenantNo));
  else if (input.keyword && fields.length > 0) {
    const pattern = values.add(`%${input.keyword.replace(/[\\%_]/g, '\\$&')}%`);
    parts.push(`(${fields.map((name) => `${map.sql(name)} ilike ${pattern}`).join(' or ')})`);
  }
  return parts.map((part) => ` and ${part}`).join('');
}

function condition(one: Field, sql: string, value: unknown, values: Values, tenantNo: number): string {
  switch (one.kind) {
    case 'id':
    case 'ref':
      return `${sql} = any (${values.add(value)}::bigint[])`;
    case 'dict':
    case 'state':
      return `${sql} = any (${values.add(value)}::text[])`;
    case 'dicts':
      return `${sql} && ${values.add(value)}::text[]`;
    case 'bool':
      return `${sql} = ${values.add(value)}`;
    case 'pii':
      return `${sql}_hash = ${values.add(searchHash(String(value), tenantNo))}`;
    case 'region': {
      const [lo, hi] = rangeOf(value as number);
      return `${sql} >= ${values.add(lo)} and ${sql} < ${values.add(hi)}`;
    }
    default:
      return `${sql} ilike ${values.add(`%${String(value).replace(/[\\%_]/g, '\\$&')}%`)}`;
  }
}

/** A page beyond the last numbered one is reached by the key of the row before it: as quick at any depth. */
function keySql(map: TableMap, order: Sort[], after: string, values: Values): string {
  const sameWay = order.every((one) => one.desc === order[0]?.desc);
  const key = readKey(after);
  if (!sameWay || key.length !== order.length) throw new AppError(422, 'error.deepPage');
  const columns = order.map((one) => map.sql(one.name)).join(', ');
  const compare = order[0]?.desc ? '<' : '>';
  return ` and (${columns}) ${compare} (${key.map((value) => values.add(value)).join(', ')})`;
}

function readKey(after: string): (string | number)[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (Array.isArray(key) && key.every((value) => typeof value === 'string' || typeof value === 'number')) return key;
  } catch {
    // Falls through to the refusal: a key is ours or it is nothing.
  }
  throw new AppError(422, 'error.deepPage');
}

function keyOf(resource: AnyResource, order: Sort[], row: Record<string, unknown>): string | null {
  const keyed = order.every(
    (one) => one.desc === order[0]?.desc && !(resource.fields[one.name] as Field | undefined)?.optional,
  );
  return keyed ? Buffer.from(JSON.stringify(order.map((one) => row[one.name]))).toString('base64url') : null;
}
