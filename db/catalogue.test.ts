import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { modules } from '#modules/index.contract.ts';
import { migrate } from './migrate.ts';
import { databaseSettings, root } from './settings.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const folder = join(import.meta.dirname, 'migrations');
/** `--@platform-wide <index>` in a migration says aloud that a key holds over all tenants. */
const platformWide = readdirSync(folder)
  .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^--@platform-wide (\w+)$/gm)])
  .map((match) => `'${match[1]}'`)
  .join();

const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'public', 'topology', 'tiger', 'tiger_data', 'pgboss') and n.nspname not like 'pg\\_%'`;

/** Functions the program's own sources name. `own_principal` is a column's default and `sees_others` a policy's, which run with the program's rights. */
function called(): string {
  const sources = ['kit/server', 'modules', 'apps/server']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((file) => join(root, top, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/[\\/](tests|testing)[\\/]/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const names = new Set(
    [...sources.matchAll(new RegExp(`\\b(kit|${modules.map((one) => one.name).join('|')})\\.[a-z_]+(?=\\()`, 'g'))].map(
      ([name]) => name,
    ),
  );
  return [...names, 'platform.own_principal', 'platform.held_among', 'sign.sees_others']
    .map((name) => `'${name}'`)
    .join();
}

/** Only a table's owner makes and drops its parts; these take tables declared as daily or monthly and nothing else. */
const ownersOnly = '{kit.turn_days(regclass),kit.turn_months()}';

/** Every rule is a query that lists the offenders, so that the same query can be tried on a table made wrong on purpose. */
const rules = {
  'forces row-level security on every table': `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and ${ours} and not (c.relrowsecurity and c.relforcerowsecurity)`,
  'has the four policies of its class on every table': `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${ours}
      and (select count(*) from pg_policy p where p.polrelid = c.oid and p.polname like 'scope\\_%') <> 4`,
  'declares a scope class for every table': `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${ours} and c.oid::regclass::text not in (select table_name from kit.table_scope)`,
  'declares none for a table that is gone': `select table_name as name from kit.table_scope where to_regclass(table_name) is null`,
  'lets every unique key of a business table begin with the tenant, but for surrogate ids and keys declared platform-wide': `
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    join kit.table_scope s on s.table_name = c.oid::regclass::text
    where i.indisunique and ${ours} and s.scope_class <> 'global' and not c.relispartition
      and coalesce((select attname from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0]), '') <> 'tenant_no'
      and not (i.indisprimary and i.indnatts = 1 and (select attname from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0]) = 'id')
      and (select relname from pg_class x where x.oid = i.indexrelid) not in (${platformWide})`,
  'is owned by the owner role': `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S') and ${ours} and pg_get_userbyid(c.relowner) <> 'mulian_owner'`,
  'grants nothing on a partition': `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a
    where c.relispartition and ${ours} and a.grantee <> c.relowner`,
  'grants nothing to everybody': `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a
    where c.relkind in ('r', 'p', 'v', 'm') and ${ours} and a.grantee = 0`,
  'keeps level columns and statistics beside every region of a scoped table': `select s.table_name as name from kit.table_scope s
    where s.scope_class in ('jurisdiction', 'parties') and not (s.options ->> 'noLevels')::boolean
      and exists (select 1 from pg_attribute where attrelid = s.table_name::regclass and attname = 'region_code')
      and ((select count(*) from pg_attribute where attrelid = s.table_name::regclass and attname in ('pref', 'county', 'town') and attgenerated = 's') <> 3
        or not exists (select 1 from pg_statistic_ext where stxrelid = s.table_name::regclass))`,
  'runs no view as its owner': `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where (c.relkind = 'm' or (c.relkind = 'v' and not coalesce(c.reloptions::text like '%security_invoker=true%', false))) and ${ours}`,
  'gives no role a way round the policies': `select rolname as name from pg_roles where rolname like 'mulian\\_%' and (rolsuper or rolbypassrls)`,
  'runs every definer function as the narrow role with its own search path': `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and ${ours} and p.oid <> all ('${ownersOnly}'::regprocedure[]) and (pg_get_userbyid(p.proowner) <> 'mulian_narrow'
      or not coalesce(('search_path=pg_catalog, ' || n.nspname || ', kit, pg_temp') = any (select replace(c, '"', '') from unnest(p.proconfig) c), false))`,
  'lets only the program call a definer function': `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and ${ours} and (p.proacl is null or exists (select 1 from aclexplode(p.proacl) a where a.grantee not in (p.proowner, 'mulian_app'::regrole)))`,
  'lets the program call no definer function it has no use for': `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and ${ours} and p.prorettype <> 'trigger'::regtype and has_function_privilege('mulian_app', p.oid, 'execute')
      and n.nspname || '.' || p.proname not in (${called()})`,
  'compares the tenant a definer function of prevention is given with the caller': `select p.oid::regprocedure::text as name from pg_proc p
    where p.prosecdef and p.pronamespace = 'prevention'::regnamespace and 'p_tenant' = any (p.proargnames) and has_function_privilege('mulian_app', p.oid, 'execute')
      and p.prosrc !~ 'kit\\.require_tenant\\(p_tenant\\)'`,
  'gives no log a row the program dated itself, and takes none away': `select t.name || ' ' || a.what as name from
      unnest(array['kit.oper_log', 'platform.sys_login_log', 'platform.sys_third_log', 'kit.transition_history', 'kit.audit_seal', 'kit.audit_seal_file', 'kit.unsealed_row']) t(name)
      cross join lateral (
        select 'update or delete' as what where has_table_privilege('mulian_app', t.name, 'update, delete, truncate')
        union all
        select attname::text from pg_attribute where attrelid = t.name::regclass and attnum > 0 and attname in ('id', 'happened_at', 'made_at', 'written_at', 'row_hash', 'row_id', 'sealed_at')
          and has_column_privilege('mulian_app', t.name, attname, 'insert')) a`,
};

const offenders = async (rule: keyof typeof rules) =>
  (await world.sql<{ name: string }>(rules[rule])).map((row) => row.name);

describe('the catalogue', () => {
  it.each(Object.keys(rules) as (keyof typeof rules)[])('%s', async (rule) => {
    expect(await offenders(rule)).toEqual([]);
  });

  it('has a schema for every module, open to the roles the program works with', async () => {
    const names = modules.map((one) => one.name);
    const open = await world.sql<{ name: string }>(
      `select nspname as name from pg_namespace where nspname in (${names.map((name) => `'${name}'`).join()})
         and has_schema_privilege('mulian_app', oid, 'usage') and has_schema_privilege('mulian_auditor', oid, 'usage') and has_schema_privilege('mulian_narrow', oid, 'usage')`,
    );
    expect(open.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('is not empty, so that the rules above speak of something', async () => {
    const [{ count }] = (await world.sql(
      "select count(*)::int from kit.table_scope where scope_class <> 'global'",
    )) as [{ count: number }];
    expect(count).toBeGreaterThan(20);
  });

  it('gives a table made before its template changed the policies of today', async () => {
    const policy = async () =>
      (
        await world.sql<{ text: string }>(
          `select pg_get_expr(polqual, polrelid) as text from pg_policy where polname = 'scope_select' and polrelid = 'registry.principal'::regclass`,
        )
      )[0]?.text;
    const today = await policy();
    await world.sql("update kit.table_scope set policy_hash = 'older' where table_name = 'registry.principal'");
    await world.sql('alter policy scope_select on registry.principal using (tenant_no = 1)');
    await migrate(databaseSettings(world.name));
    expect(await policy()).toBe(today);
  });

  it('makes the months to come at night, as closed to direct questions as the others', async () => {
    const [part] = await world.sql<{ name: string }>(
      "select 'registry.animal_event_' || to_char(date_trunc('month', current_date) + interval '4 months', 'YYYYMM') as name",
    );
    await world.sql(`drop table if exists ${part?.name}`);
    await world.database.transaction(systemScope(0, 'months'), (tx) => tx.query('select kit.turn_months()'));
    const closed = 'select relrowsecurity and relforcerowsecurity as closed from pg_class where oid = to_regclass($1)';
    expect(await world.sql(closed, [part?.name])).toEqual([{ closed: true }]);
  });

  it('gives a function the body of its file, and the rights it had', async () => {
    const door = async () =>
      (
        await world.sql(
          `select prosrc, prosecdef, proconfig::text, proowner::regrole::text, proacl::text from pg_proc
           where oid = 'platform.door_sweep'::regproc`,
        )
      )[0];
    const today = await door();
    expect(today).toMatchObject({ prosecdef: true, proowner: 'mulian_narrow' });
    await world.sql("update kit.migration set sha256 = 'older' where file = 'functions/platform/door_sweep.sql'");
    await world.sql(
      "update pg_proc set prosrc = 'select 1', prosecdef = false where oid = 'platform.door_sweep'::regproc",
    );
    await migrate(databaseSettings(world.name));
    expect(await door()).toEqual(today);
  });
});

describe('control: a table made wrong is found', () => {
  it.each([
    [
      'forces row-level security on every table',
      'alter table registry.principal no force row level security',
      'registry.principal',
    ],
    [
      'has the four policies of its class on every table',
      'drop policy scope_select on platform.sys_dept',
      'platform.sys_dept',
    ],
    ['declares a scope class for every table', 'create table registry.forgotten (id int)', 'registry.forgotten'],
    [
      'declares none for a table that is gone',
      'alter table registry.animal_head rename to animal_tail',
      'registry.animal_head',
    ],
    [
      'lets every unique key of a business table begin with the tenant, but for surrogate ids and keys declared platform-wide',
      'create unique index taken_by_others on registry.principal (credit_code)',
      'registry.taken_by_others',
    ],
    ['is owned by the owner role', 'alter table platform.sys_task owner to postgres', 'platform.sys_task'],
    [
      'grants nothing on a partition',
      `do $$ begin execute 'grant select on ' || (select inhrelid::regclass::text from pg_inherits where inhparent = 'kit.oper_log'::regclass limit 1) || ' to mulian_app'; end $$`,
      'kit.oper_log_',
    ],
    [
      'runs no view as its owner',
      'create view registry.everything as select * from registry.principal',
      'registry.everything',
    ],
    [
      'runs every definer function as the narrow role with its own search path',
      'alter function kit.unsealed_logs() set search_path = public, pg_catalog',
      'kit.unsealed_logs',
    ],
    [
      'lets only the program call a definer function',
      'grant execute on function platform.door_session(text) to public',
      'platform.door_session',
    ],
    [
      'lets the program call no definer function it has no use for',
      'grant execute on function prevention.seed_tenant(int, bigint) to mulian_app',
      'prevention.seed_tenant',
    ],
    [
      'compares the tenant a definer function of prevention is given with the caller',
      'grant execute on function prevention.refresh_routine(int, bigint[]) to mulian_app',
      'prevention.refresh_routine',
    ],
    [
      'gives no log a row the program dated itself, and takes none away',
      'grant insert on kit.oper_log to mulian_app',
      'kit.oper_log happened_at',
    ],
  ] as const)('%s', async (rule, mistake, found) => {
    await world.sql(mistake);
    expect((await offenders(rule)).join()).toContain(found);
  });
});
