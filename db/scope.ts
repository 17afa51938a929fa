import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

/** First day and number of the months a table by month has from the start; the night makes those to come (`kit.turn_months`), and each that is there costs every plan. */
export const months = 'current_date - 92, 8';

/** `--@scope registry.principal jurisdiction parties=id` in a migration: the class and what goes with it. */
export interface ScopeDirective {
  table: string;
  scopeClass: string;
  /** Columns that name a principal, each making its rows visible to that principal. */
  parties: string[];
  /** Columns that name a user, each making its rows visible to that user alone. */
  persons?: string[];
  /** Roles that see all rows of a `self` table. */
  roles: string[];
  /** Common rows of the operator's tenant are readable by every tenant. */
  common: boolean;
  /** Select and insert only. */
  append: boolean;
  /** The program reads it; functions and tools write it. */
  readOnly?: boolean;
  /** The columns the program may name when it inserts; all, where there are none. */
  insert?: string[];
  /** Partitioned by month. */
  monthly: boolean;
  /** Partitioned by day, and how many of them are kept. */
  daily?: boolean;
  keep?: number;
  /** Has a region but is never listed by it. */
  noLevels: boolean;
  /** Nobody in particular made its rows: figures. */
  unowned: boolean;
  /** The table a `child` is seen with, and the column that names its row. */
  above: string;
  by: string;
  /** Where it is no table but the rows of one that have this value: a noun of several that share it. */
  view?: { of: string; column: string; value: string };
}

/** `--@view depot.use_out of=depot.stock_doc where=doc_type:useOut`: made after the scopes, so that it has their columns too. */
function parseViews(sql: string): { table: string; of: string; column: string; value: string }[] {
  return [...sql.matchAll(/^--@view (\w+\.\w+) of=(\w+\.\w+) where=(\w+):(\w+)$/gm)].map(
    ([, table = '', of = '', column = '', value = '']) => ({ table, of, column, value }),
  );
}

export function parseDirectives(sql: string): {
  scopes: ScopeDirective[];
  views: ReturnType<typeof parseViews>;
  narrow: string[];
} {
  const scopes = [...sql.matchAll(/^--@scope (\S+) (\S+)(.*)$/gm)].map(([, table = '', scopeClass = '', rest = '']) => {
    const words = rest.trim().split(/\s+/).filter(Boolean);
    const list = (key: string) =>
      words
        .find((word) => word.startsWith(`${key}=`))
        ?.slice(key.length + 1)
        .split(',') ?? [];
    const known =
      /^(common|append|monthly|daily|keep=\d+|read-only|no-levels|unowned|(parties|persons|role)=\w+(\[\])?(,\w+(\[\])?)*|insert=\w+(,\w+)*|above=\w+\.\w+|by=\w+)$/;
    const unknown = words.find((word) => !known.test(word));
    if (unknown) throw new Error(`--@scope ${table}: unknown word ${unknown}`);
    const keep = Number(list('keep')[0] ?? 0);
    if (words.includes('daily') !== keep > 0) throw new Error(`--@scope ${table}: daily goes with keep=days`);
    return {
      table,
      scopeClass,
      parties: list('parties'),
      ...(list('persons').length > 0 && { persons: list('persons') }),
      roles: list('role'),
      common: words.includes('common'),
      append: words.includes('append'),
      readOnly: words.includes('read-only'),
      insert: list('insert'),
      monthly: words.includes('monthly'),
      ...(keep > 0 && { daily: true, keep }),
      noLevels: words.includes('no-levels'),
      unowned: words.includes('unowned'),
      above: list('above')[0] ?? '',
      by: list('by')[0] ?? '',
    };
  });
  const narrow = [...sql.matchAll(/^--@narrow\s+create(?: or replace)? function (\w+\.\w+)/gm)].map(
    (match) => match[1] ?? '',
  );
  return { scopes, views: parseViews(sql), narrow };
}

const template = (name: string) =>
  readFileSync(join(import.meta.dirname, 'policies', `${name}.sql`), 'utf8')
    .replace(/^--.*\n/gm, '')
    .trim();

function predicate(scope: ScopeDirective): string {
  const principals = "nullif(current_setting('app.principals', true), '')::bigint[]";
  const party = (column: string) =>
    column.endsWith('[]') ? `or ${column.slice(0, -2)} && ${principals}` : `or ${column} = any (${principals})`;
  const user = "nullif(current_setting('app.user', true), '')::bigint";
  const person = (column: string) =>
    column.endsWith('[]') ? `or ${user} = any (${column.slice(0, -2)})` : `or ${column} = ${user}`;
  const own =
    "or (current_setting('app.self_only', true) = '1' and created_by = nullif(current_setting('app.user', true), '')::bigint)";
  return template(scope.scopeClass)
    .replace('{{parties}}', scope.parties.map(party).join('\n      '))
    .replace('{{persons}}', (scope.persons ?? []).map(person).join('\n      '))
    .replace('{{own}}', scope.unowned ? '' : own)
    .replace('{{above}}', scope.above)
    .replace('{{by}}', `${scope.table.split('.')[1]}.${scope.by}`)
    .replace('{{roles}}', scope.roles.map((role) => `or kit.has_role('${role}')`).join(' '));
}

function policiesOf(scope: ScopeDirective): { read: string; write: string; kinds: string[]; hash: string } {
  const write = predicate(scope);
  const read =
    scope.scopeClass === 'global'
      ? 'true'
      : scope.common
        ? `(${write}) or (tenant_no = 0 and nullif(current_setting('app.tenant', true), '') is not null)`
        : write;
  const kinds = scope.append ? ['select', 'insert'] : ['select', 'insert', 'update', 'delete'];
  const hash = createHash('sha256').update(`${read}\n${write}\n${kinds.join()}`).digest('hex');
  return { read, write, kinds, hash };
}

/** A table made before its template changed gets the policies of today. */
export async function renewScopes(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ options: ScopeDirective; policy_hash: string }>(
    'select options, policy_hash from kit.table_scope order by table_name',
  );
  const stale = rows
    .filter(({ options, policy_hash }) => !options.view && policy_hash !== policiesOf(options).hash)
    .map((row) => row.options);
  for (const scope of stale) {
    await db.query('begin');
    await applyScope(db, scope);
    await db.query('commit');
  }
  return stale.map((scope) => scope.table);
}

/** Applies a table's declared class: policies, force, grants, level columns, statistics. Failing closed is the templates' business. */
export async function applyScope(db: Client, scope: ScopeDirective): Promise<void> {
  const { table } = scope;
  const { read, write, kinds, hash } = policiesOf(scope);
  await db.query(`alter table ${table} enable row level security; alter table ${table} force row level security`);
  for (const kind of ['select', 'insert', 'update', 'delete']) {
    await db.query(`drop policy if exists scope_${kind} on ${table}`);
    // Append-only tables keep all four policies: the missing grant and the trigger refuse the rest.
    const using = kind === 'insert' ? '' : `using (${kind === 'select' ? read : write})`;
    const check = kind === 'insert' || kind === 'update' ? `with check (${write})` : '';
    await db.query(`create policy scope_${kind} on ${table} for ${kind} ${using} ${check}`);
  }
  await db.query(`revoke all on ${table} from public, mulian_app, mulian_auditor`);
  const isRead = scope.readOnly || (scope.scopeClass === 'global' && scope.append);
  const columns = scope.insert?.length ? ` (${scope.insert.join(', ')})` : '';
  const granted = isRead ? ['select'] : kinds.map((kind) => (kind === 'insert' ? kind + columns : kind));
  await db.query(`grant ${granted.join(', ')} on ${table} to mulian_app`);
  if (/log$/.test(table)) {
    await db.query(`grant select on ${table} to mulian_auditor`);
    await db.query(
      `drop policy if exists auditor on ${table}; create policy auditor on ${table} for select to mulian_auditor using (true)`,
    );
  }
  if (scope.scopeClass !== 'global' && !scope.noLevels && (await hasColumn(db, table, 'region_code')))
    await addLevels(db, scope);
  if (scope.monthly) await db.query(`select kit.ensure_month_partitions($1, ${months})`, [table]);
  if (scope.daily) await db.query('select kit.ensure_day_partitions($1, current_date - 8, 12)', [table]);
  await db.query(
    `insert into kit.table_scope (table_name, scope_class, options, policy_hash) values ($1, $2, $3, $4)
     on conflict (table_name) do update set scope_class = excluded.scope_class, options = excluded.options, policy_hash = excluded.policy_hash`,
    [table, scope.scopeClass, JSON.stringify(scope), hash],
  );
}

/** Runs as its caller, so the table's policies decide; rows of another value can be neither read nor made through it. */
export async function applyView(
  db: Client,
  { table, ...view }: { table: string; of: string; column: string; value: string },
): Promise<void> {
  const { rows } = await db.query<{ scope_class: string; options: ScopeDirective }>(
    'select scope_class, options from kit.table_scope where table_name = $1',
    [view.of],
  );
  const base = rows[0];
  if (!base) throw new Error(`--@view ${table}: ${view.of} has no scope`);
  const value = db.escapeLiteral(view.value);
  await db.query(
    `create or replace view ${table} with (security_invoker = true) as select * from ${view.of} where ${view.column} = ${value} with local check option`,
  );
  await db.query(`alter view ${table} alter column ${view.column} set default ${value}`);
  await db.query(`revoke all on ${table} from public; grant select, insert, update, delete on ${table} to mulian_app`);
  await db.query(
    `insert into kit.table_scope (table_name, scope_class, options, policy_hash) values ($1, $2, $3, '')
     on conflict (table_name) do update set scope_class = excluded.scope_class, options = excluded.options`,
    [
      table,
      base.scope_class,
      JSON.stringify({ ...base.options, monthly: false, daily: false, noLevels: true, table, view }),
    ],
  );
}

/** Lists are flat at any size by equality on a stored level column; the statistics stop the planner from counting one fact four times. */
async function addLevels(db: Client, { table, parties }: ScopeDirective): Promise<void> {
  // With everything the policy looks at inside the index, a total is counted without a visit to the rows.
  const seen: string[] = [];
  for (const column of new Set([
    'tenant_no',
    'region_code',
    'created_by',
    ...parties.filter((one) => !one.endsWith('[]')),
  ]))
    if (column !== 'id' && (await hasColumn(db, table, column))) seen.push(column);
  const covering = (column: string) =>
    `create index on ${table} (${column}, id) include (${seen.filter((one) => one !== column).join(', ')})`;
  for (const [column, divisor] of [
    ['pref', 100_000_000],
    ['county', 1_000_000],
    ['town', 1_000],
  ] as const) {
    if (await hasColumn(db, table, column)) continue;
    await db.query(
      `alter table ${table} add column ${column} int generated always as ((region_code / ${divisor})::int) stored`,
    );
    await db.query(covering(column));
  }
  const [schema, name] = table.split('.');
  const known = await db.query(
    `select 1 from pg_statistic_ext where stxname = $1 and stxnamespace = $2::regnamespace`,
    [`${name}_levels`, schema],
  );
  if (known.rowCount) return;
  await db.query(covering('region_code'));
  await db.query(
    `create statistics ${schema}.${name}_levels (dependencies, ndistinct) on tenant_no, pref, county, town, region_code from ${table}`,
  );
}

async function hasColumn(db: Client, table: string, column: string): Promise<boolean> {
  const found = await db.query(
    'select 1 from pg_attribute where attrelid = $1::regclass and attname = $2 and not attisdropped',
    [table, column],
  );
  return found.rowCount === 1;
}

/** A narrow function runs as the role that was given single tables for it, and only the app may call it. */
export async function applyNarrow(db: Client, name: string): Promise<void> {
  const schema = name.split('.')[0];
  const { rows } = await db.query<{ signature: string }>(
    'select p.oid::regprocedure::text as signature from pg_proc p where p.pronamespace = $1::regnamespace and p.proname = $2',
    [schema, name.split('.')[1]],
  );
  for (const { signature } of rows) {
    await db.query(
      `revoke all on function ${signature} from public; grant execute on function ${signature} to mulian_app`,
    );
    await db.query(
      `alter function ${signature} security definer set search_path = pg_catalog, ${schema}, kit, pg_temp`,
    );
    // Owning needs the right to create in the schema, just for this moment.
    await db.query(
      `grant create on schema ${schema} to mulian_narrow; alter function ${signature} owner to mulian_narrow; revoke create on schema ${schema} from mulian_narrow`,
    );
  }
}
