import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate, prepare } from '#db/migrate.ts';
import { type DatabaseSettings, databaseSettings, root, superuserLogin } from '#db/settings.ts';
import { modules } from '#modules/index.contract.ts';
import { superuser, tokenOf } from '../bench/world.ts';
import { dropCopy, figure, forget, pattern } from './fixtures.ts';
import { Program } from './program.ts';
import { Report } from './report.ts';
import { send } from './wire.ts';

/** What stands in a half-applied file: one table made and filled, then a fault. */
const faulty = `create table platform.half_done (tenant_no int not null, id bigint primary key, unique (tenant_no, id));
--@scope platform.half_done tenant
insert into platform.half_done values (1505, 1);
select 1 / 0;
`;

const columnsOf = `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any ($1) group by 1`;

type Tables = Map<string, readonly string[]>;
const tablesOf = async (db: Client): Promise<Tables> => {
  const { rows } = await db.query<{ name: string; columns: string }>(columnsOf, [
    ['kit', ...modules.map((one) => one.name)],
  ]);
  return new Map(rows.map((row) => [row.name, row.columns as unknown as string[]]));
};

/** The runner's own, and changes on their way into sums, which a migration that corrects sums adds to. */
const own = new Set(['kit.migration', 'kit.table_scope', 'kit.rollup_delta']);

/** T15: a database of an earlier release, which ended with the file `last`, comes to the newest one with every row of a world in it. */
export async function drillMigrate({ last }: { last: string }): Promise<Report> {
  const report = new Report();
  const folder = join(root, 'db/migrations');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  if (!files.includes(last)) throw new Error(`there is no ${last}`);
  const settings = databaseSettings('mulian_drill_migrate');
  const cluster = new Client(superuserLogin(settings, 'postgres'));
  await cluster.connect();
  await cluster.query(`drop database if exists ${settings.database} with (force)`);
  await cluster.end();
  await migrate(settings, () => {}, { last });
  const db = await superuser(settings);
  await db.query(
    `select kit.ensure_month_partitions(table_name::regclass, current_date - 460, 24) from kit.table_scope where (options ->> 'monthly')::boolean`,
  );
  const scratch = mkdtempSync(join(tmpdir(), 'mulian-drill-'));
  let api: Program | undefined;
  try {
    const shared = await fill(settings, db);
    const before = await sums(db, shared);
    const rows = [...before.values()].reduce((sum, one) => sum + Number(one.split(' ')[0]), 0);
    report.add(`rows at ${last}`, rows, '> 10,000', rows > 10_000);
    const applied = await migrate(settings);
    report.add('migrations applied to them', applied, files.filter((name) => name > last).length);
    const after = await sums(db, shared);
    // What a migration adds of its own beside them is allowed, what it takes or changes is not.
    const changed = [...before].filter(([name, sum]) => after.get(name) !== sum).map(([name]) => name);
    report.add(`tables whose rows changed, of ${before.size}`, changed.length, 0);
    if (changed.length > 0) console.error(`        ${changed.join(', ')}`);
    report.add('applied by a second run', await migrate(settings), 0);
    const world = await superuser(databaseSettings(pattern));
    const made = await walls(world).finally(() => void world.end());
    const upgraded = await walls(db);
    const odd = [...made].filter(([name, wall]) => upgraded.get(name) !== wall).map(([name]) => name);
    report.add(`tables whose policies differ from a new database's, of ${made.size}`, odd.length, 0);
    if (odd.length > 0) console.error(`        ${odd.join(', ')}`);
    await prepare(settings);
    await halfWay(report, settings, db, scratch, folder);
    api = await Program.start('api', { MULIAN_DB: settings.database, MULIAN_LOG: 'silent' });
    const token = await tokenOf(db, 'tl_region');
    const list = await send(api.port, { path: 'pri/principal/info/list?pageSize=5', token });
    report.add('the product on it: a list, its rows', `${list.code}, ${list.data?.length}`, '200, 5');
    // Nobody else is at work while it is looked for.
    await api.stop();
    const steady = await sums(db, shared);
    await db.query('delete from registry.service_info');
    const seen = await sums(db, shared);
    const missed = [...steady].filter(([name, sum]) => seen.get(name) !== sum).map(([name]) => name);
    report.add('control: tables changed when the rows of one are taken away', missed.join(), 'registry.service_info');
  } finally {
    await api?.stop();
    forget(scratch);
    await dropCopy({ settings, db });
  }
  return report;
}

/** Row security of every table: whether it is on, forced, and the text of its policies. */
async function walls(db: Client): Promise<Map<string, string>> {
  const { rows } = await db.query<{ name: string; wall: string }>(
    `select s.table_name as name, concat_ws(' ', c.relrowsecurity, c.relforcerowsecurity,
       (select string_agg(p.polname::text || p.polcmd::text || coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), ''), ' ' order by p.polname)
        from pg_policy p where p.polrelid = c.oid)) as wall
     from kit.table_scope s join pg_class c on c.oid = s.table_name::regclass`,
  );
  return new Map(rows.map((row) => [row.name, row.wall]));
}

/** The rows of the demo world in every table and column the earlier release has. */
async function fill(settings: DatabaseSettings, db: Client): Promise<Tables> {
  const world = await superuser(databaseSettings(pattern));
  const theirs = await tablesOf(world);
  await world.end();
  const shared: Tables = new Map();
  for (const [name, columns] of await tablesOf(db)) {
    const known = theirs.get(name);
    if (known && !own.has(name))
      shared.set(
        name,
        columns.filter((one) => known.includes(one)),
      );
  }
  const script = [...shared]
    .flatMap(([name]) => [`\\echo 'truncate ${name} cascade;'`])
    .concat(
      [...shared].flatMap(([name, columns]) => [
        `\\echo 'copy ${name} (${columns.join(', ')}) from stdin;'`,
        `copy (select ${columns.join(', ')} from ${name}) to stdout;`,
        `\\echo '\\\\.'`,
      ]),
    );
  const words = (database: string) => [
    '-X',
    '-q',
    '-v',
    'ON_ERROR_STOP=1',
    '-h',
    settings.host,
    '-p',
    String(settings.port),
    '-U',
    settings.superuser,
    '-d',
    database,
  ];
  const env = { ...process.env, PGPASSWORD: settings.superuserPassword };
  const from = spawn('psql', words(pattern), { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const to = spawn('psql', words(settings.database), {
    env: { ...env, PGOPTIONS: '-c session_replication_role=replica -c client_min_messages=warning' },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  from.stdout.pipe(to.stdin);
  from.stdin.end(script.join('\n'));
  const [code] = await once(to, 'exit');
  if (code !== 0) throw new Error(`the earlier release could not be filled: ${code}`);
  return shared;
}

async function sums(db: Client, tables: Tables): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [name, columns] of tables) {
    const { rows } = await db.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(row(${columns.join(', ')})::text), 12))::bit(48)::bigint), 0) as sum from ${name}`,
    );
    found.set(name, rows[0]?.sum ?? '');
  }
  return found;
}

/** A file that fails after it has made something leaves nothing of it; run statement by statement it would. */
async function halfWay(
  report: Report,
  settings: DatabaseSettings,
  db: Client,
  scratch: string,
  folder: string,
): Promise<void> {
  cpSync(folder, join(scratch, 'migrations'), { recursive: true });
  writeFileSync(join(scratch, 'migrations', '9999_platform_half_done.sql'), faulty);
  const things = () => figure(db, 'select count(*) from pg_class');
  const there = await things();
  const told = await migrate(settings, () => {}, { folder: join(scratch, 'migrations') }).then(
    () => 'applied',
    (error: Error) => error.message,
  );
  report.add(
    'a file that fails half way',
    told,
    'its name and the fault',
    told.startsWith('9999_platform_half_done.sql: '),
  );
  const left =
    (await things()) - there + (await figure(db, "select count(*) from kit.migration where file like '9999%'"));
  report.add('what it left behind', left, 0);
  for (const statement of faulty.split(';\n')) await db.query(statement).catch(() => {});
  const half = await figure(db, "select count(*) from pg_class where relname = 'half_done'");
  report.add('control, the same statement by statement: left behind', half, 1);
  await db.query('drop table if exists platform.half_done');
}
