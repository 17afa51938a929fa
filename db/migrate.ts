import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { bootstrap } from './bootstrap.ts';
import { applyFunctions } from './functions.ts';
import { prepareQueue } from './queue.ts';
import { loadReference } from './reference.ts';
import { applyNarrow, applyScope, applyView, months, parseDirectives, renewScopes } from './scope.ts';
import { type DatabaseSettings, databaseSettings, ownerLogin } from './settings.ts';

/** Forward-only SQL files, one transaction each, checked by hash; every file's scope directives are applied with it. */
export async function migrate(
  settings: DatabaseSettings,
  say: (line: string) => void = () => {},
  /** Another folder of files, and the last of them to be applied: for trying an upgrade. */
  { folder = join(import.meta.dirname, 'migrations'), last = '~' } = {},
): Promise<number> {
  await bootstrap(settings);
  const db = new Client(ownerLogin(settings));
  await db.connect();
  let applied = 0;
  try {
    await db.query('select pg_advisory_lock(7302)');
    await db.query("set lock_timeout = '3s'");
    await db.query("select set_config('app.tenant', '0', false)");
    const done = await alreadyApplied(db);
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith('.sql') && name <= last)
      .sort()) {
      const sql = readFileSync(join(folder, file), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      const before = done.get(file);
      if (before && before !== sha256)
        throw new Error(
          `${file} was changed after it had been applied: add a new migration instead, or load your own database anew (npm run demo)`,
        );
      if (before) continue;
      await applyFile(db, file, sql, sha256, settings.cell);
      say(`migrated ${file}`);
      applied += 1;
    }
    // An earlier release keeps the functions its migrations made.
    if (last === '~') for (const file of await applyFunctions(db, done)) say(`applied ${file}`);
    for (const table of await renewScopes(db)) say(`renewed the policies of ${table}`);
    // Partitions of the months to come, for every table that grows by month.
    await db.query(
      `select kit.ensure_month_partitions(table_name::regclass, ${months}) from kit.table_scope where (options ->> 'monthly')::boolean`,
    );
    await db.query(
      `select kit.ensure_day_partitions(table_name::regclass, current_date - 8, 12) from kit.table_scope where (options ->> 'daily')::boolean`,
    );
    await db.query('analyze');
  } finally {
    await db.end();
  }
  return applied;
}

async function alreadyApplied(db: Client): Promise<Map<string, string>> {
  const known = await db.query("select to_regclass('kit.migration') is not null as there");
  if (!known.rows[0].there) return new Map();
  const { rows } = await db.query<{ file: string; sha256: string }>('select file, sha256 from kit.migration');
  return new Map(rows.map((row) => [row.file, row.sha256]));
}

async function applyFile(db: Client, file: string, sql: string, sha256: string, cell: number): Promise<void> {
  const { scopes, views, narrow } = parseDirectives(sql);
  await db.query('begin');
  try {
    await db.query(sql);
    for (const schema of [...new Set([...sql.matchAll(/^create schema (\w+)/gm)].map((match) => match[1]))]) {
      await db.query(`grant usage on schema ${schema} to mulian_app, mulian_auditor, mulian_narrow`);
    }
    for (const scope of scopes) await applyScope(db, scope);
    for (const view of views) await applyView(db, view);
    for (const name of narrow) await applyNarrow(db, name);
    await refuseUndeclared(db, file);
    if (cell > 0) await startIdsInCell(db, cell);
    await db.query('insert into kit.migration (file, sha256) values ($1, $2)', [file, sha256]);
    await db.query('commit');
  } catch (error) {
    await db.query('rollback');
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** A table without a scope class never gets as far as being committed. */
async function refuseUndeclared(db: Client, file: string): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'public', 'topology', 'tiger', 'pgboss')
       and n.nspname not like 'pg\\_%' and c.oid::regclass::text not in (select table_name from kit.table_scope)`,
  );
  if (rows.length > 0)
    throw new Error(`${file} makes ${rows.map((row) => row.name).join(', ')} without a --@scope line`);
}

/** Ids of different cells never meet: each cell counts from its number × 2^40. */
async function startIdsInCell(db: Client, cell: number): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select s.oid::regclass::text as name from pg_class s join pg_sequence q on q.seqrelid = s.oid
     where s.relkind = 'S' and q.seqstart < $1 and s.relnamespace::regnamespace::text not in ('public')`,
    [cell * 2 ** 40],
  );
  for (const { name } of rows) await db.query(`alter sequence ${name} start with ${cell * 2 ** 40 + 1} restart`);
}

/** Schema and reference data of a database, brought up to date. */
export async function prepare(settings: DatabaseSettings, say: (line: string) => void = () => {}): Promise<void> {
  await migrate(settings, say);
  await prepareQueue(settings);
  // Other cells get theirs from home, with home's ids: see db/cells.ts.
  if (settings.cell === 0) await loadReference(settings, say);
}

if (import.meta.main) {
  await prepare(databaseSettings(), (line) => console.log(line));
  console.log('database is up to date');
}
