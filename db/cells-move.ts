import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, type ClientConfig } from 'pg';
import type { PgBoss } from 'pg-boss';
import { newBoss, queueName } from '#kit/server/jobs/queue.ts';
import {
  isCopied,
  moving,
  pause,
  publish,
  refuseWithoutLogical,
  slotOf,
  subscribe,
  unpublish,
  until,
} from './cells-publish.ts';
import { isKept, mark, onDatabase, remove, type Table, tablesOf, tenantTables } from './cells-rows.ts';
import { appLogin, type DatabaseSettings, superuserLogin } from './settings.ts';

/** For so many milliseconds changes under way are waited for while all others are refused; then those go on, and it is tried again. */
const patience = 1_500;
/** So often; then it is waited for. */
const mostBrokenOff = 5;
/** So long every gate has heard that a tenant is on its way before one of them may hear where it is now. */
const heard = 500;

export interface Move {
  readonly tenantNo: number;
  readonly home: DatabaseSettings;
  readonly from: DatabaseSettings;
  readonly to: DatabaseSettings;
  /** False leaves out what keeps changes away meanwhile: to see that they would be lost. */
  readonly fence?: boolean;
}

export interface Moved {
  readonly copySeconds: number;
  /** For so long nobody of the tenant was answered. */
  readonly awaySeconds: number;
  /** What that time was spent on. */
  readonly parts: Readonly<Record<'changesUnderWay' | 'lastChanges' | 'gates' | 'jobsAndDirectory', number>>;
  /** Tries to keep it away that were broken off because a change under way took too long; changes were refused meanwhile. */
  readonly brokenOff: number;
  readonly jobs: number;
}

/** Copies a tenant's rows while it works, keeps it away for a moment, and goes on in the other cell. */
export function moveTenant(move: Move): Promise<Moved> {
  const { from, to, home } = move;
  if (from.cell === to.cell) throw new Error('it is there already');
  return onDatabase(home, (directory) =>
    onDatabase(from, (source) => onDatabase(to, (target) => carry(move, { directory, source, target }))),
  );
}

interface Ends {
  readonly directory: Client;
  readonly source: Client;
  readonly target: Client;
}

async function carry(move: Move, ends: Ends): Promise<Moved> {
  const { tenantNo, from, to } = move;
  const { source, target } = ends;
  const name = moving(tenantNo);
  const began = performance.now();
  await refuseWithoutLogical(source);
  const tables = tenantTables(await tablesOf(source));
  await makeRoom(source, target, tables, to, tenantNo);
  // Whatever does not need the tenant to stand still is done before it does, or afterwards.
  const boss = newBoss(appLogin(to), { max: 1 });
  await boss.start();
  let kept: object | null = null;
  let moved: Moved;
  try {
    await publish(
      source,
      name,
      tables.map(({ name: table }) => ({ name: table, tenantNo })),
    );
    // Nothing there may touch the rows before they are complete. At home the directory says so already, and goes on leading to where it is.
    if (to.cell !== 0) await mark(target, tenantNo, to.cell, 'moving');
    else kept = await takeKept(target, tenantNo);
    await copyRows({ tenantNo, from, to, slot: slotOf(name, to) }, source, tables);
    // Until then the planner takes a tenant that came to an empty cell for nobody.
    await target.query(`analyze ${tables.map((one) => one.name).join(', ')}`);
    await subscribe(target, name, { from, to, copied: true });
    await nearlyCaughtUp(source, target, tenantNo);
    const copySeconds = (performance.now() - began) / 1000;
    moved = { copySeconds, ...(await handOver(move, ends, boss)) };
  } catch (error) {
    await giveUp(move, ends, tables);
    if (kept) await putKept(target, kept);
    throw error;
  } finally {
    await boss.stop({ graceful: false });
  }
  // It is there and at work: whatever fails from here on must not take it back.
  await target.query(`drop subscription ${name}`);
  await unpublish(source, name);
  await source.query('select pg_advisory_unlock_all()');
  await forgetJobs(source, tenantNo);
  return moved;
}

/** From the moment in which nobody may change anything here to the one from which it is there. */
async function handOver(
  { tenantNo, from, to, fence = true }: Move,
  { directory, source, target }: Ends,
  boss: PgBoss,
): Promise<Omit<Moved, 'copySeconds'>> {
  const { since, brokenOff } = fence ? await keepAway(source, tenantNo) : { since: performance.now(), brokenOff: 0 };
  let last = since;
  const lap = () => {
    const before = last;
    last = performance.now();
    return (last - before) / 1000;
  };
  const changesUnderWay = lap();
  if (fence) await mark(directory, tenantNo, to.cell, 'moving');
  const told = performance.now();
  if (fence && from.cell !== 0) await mark(source, tenantNo, to.cell, 'moving');
  await caughtUp(source, target, tenantNo);
  const lastChanges = lap();
  await pause(Math.max(0, heard - (performance.now() - told)));
  const gates = lap();
  if (from.cell !== 0) await mark(source, tenantNo, to.cell, 'elsewhere');
  // One step, or a worker there would take up a job before it may.
  await target.query('begin');
  await target.query('delete from kit.tenant_cell where tenant_no = $1', [tenantNo]);
  const jobs = await takeJobs(target, boss, tenantNo);
  await target.query('commit');
  // The last word is home's: from here on it is there.
  if (to.cell !== 0) await mark(directory, tenantNo, to.cell, 'elsewhere');
  const parts = { changesUnderWay, lastChanges, gates, jobsAndDirectory: lap() };
  return { awaySeconds: (last - since) / 1000, parts, brokenOff, jobs };
}

/**
 * Waits for changes under way; whoever comes from then on is told to come again. Batches of jobs take the longest: none is begun
 * from here on, and those under way end while people work. What takes long all the same is given way to, and it is tried again.
 */
export async function keepAway(source: Client, tenantNo: number): Promise<{ since: number; brokenOff: number }> {
  await source.query('select pg_advisory_lock(7306, $1)', [tenantNo]);
  for (let brokenOff = 0; ; brokenOff += 1) {
    await noLongChange(source, tenantNo);
    const isLast = brokenOff === mostBrokenOff;
    await source.query(`set lock_timeout = ${isLast ? 30_000 : patience}`);
    const since = performance.now();
    try {
      await source.query('select pg_advisory_lock(7305, $1)', [tenantNo]);
      await source.query('set lock_timeout = 0');
      return { since, brokenOff };
    } catch (error) {
      if (isLast || (error as { code?: string }).code !== '55P03') throw error;
    }
  }
}

/** A good moment to begin, if there is one soon: nobody is at something long. */
async function noLongChange(source: Client, tenantNo: number): Promise<void> {
  for (const ends = Date.now() + 20_000; Date.now() < ends; await pause(50)) {
    const { rows } = await source.query(
      `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'advisory' and l.classid = 7305 and l.objid = $1
         and l.database = (select oid from pg_database where datname = current_database()) and a.xact_start < clock_timestamp() - interval '1 second' limit 1`,
      [tenantNo],
    );
    if (rows.length === 0) return;
  }
}

/** The tenant goes on where it was; what was copied is taken away again. */
async function giveUp(
  { tenantNo, from, to }: Move,
  { directory, source, target }: Ends,
  tables: readonly Table[],
): Promise<void> {
  await target.query('rollback');
  await target.query(`drop subscription if exists ${moving(tenantNo)}`);
  await source.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
    slotOf(moving(tenantNo), to),
  ]);
  await remove(target, to, tables, tenantNo);
  await source.query('delete from kit.tenant_cell where tenant_no = $1', [tenantNo]);
  if (to.cell !== 0) await target.query('delete from kit.tenant_cell where tenant_no = $1', [tenantNo]);
  if (from.cell !== 0) await mark(directory, tenantNo, from.cell, 'elsewhere');
  await unpublish(source, moving(tenantNo));
  await source.query('select pg_advisory_unlock_all()');
}

/** It comes back with the rest, as it is now. */
async function takeKept(home: Client, tenantNo: number): Promise<object | null> {
  await home.query("set session_replication_role = 'replica'");
  const { rows } = await home.query<{ row: object }>(
    'delete from platform.sys_tenant t where tenant_no = $1 returning to_jsonb(t) as row',
    [tenantNo],
  );
  await home.query("set session_replication_role = 'origin'");
  return rows[0]?.row ?? null;
}

async function putKept(home: Client, row: object): Promise<void> {
  await home.query("set session_replication_role = 'replica'");
  await home.query(
    `insert into platform.sys_tenant overriding system value select * from jsonb_populate_record(null::platform.sys_tenant, $1) on conflict do nothing`,
    [JSON.stringify(row)],
  );
  await home.query("set session_replication_role = 'origin'");
}

/** All rows as they are at one moment, from which on changes are kept for whoever subscribes: one pass, however many tables. */
async function copyRows(
  { tenantNo, from, to, slot }: { tenantNo: number; from: DatabaseSettings; to: DatabaseSettings; slot: string },
  source: Client,
  tables: readonly Table[],
): Promise<void> {
  const { rows } = await source.query<{ name: string; columns: string }>(
    `select a.attrelid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns from pg_attribute a
     where a.attrelid = any ($1::regclass[]) and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by 1`,
    [tables.map((one) => one.name)],
  );
  const changes = new Client({ ...superuserLogin(from), replication: 'database' } as ClientConfig);
  await changes.connect();
  try {
    const made = await changes.query<{ snapshot_name: string }>(
      `CREATE_REPLICATION_SLOT ${slot} LOGICAL pgoutput (SNAPSHOT 'export')`,
    );
    const script = [
      'begin isolation level repeatable read;',
      `set transaction snapshot '${made.rows[0]?.snapshot_name}';`,
      "\\echo begin; set session_replication_role = 'replica';",
      ...rows.flatMap(({ name, columns }) => [
        `\\echo copy ${name} (${columns}) from stdin;`,
        `copy (select ${columns} from ${name} where tenant_no = ${tenantNo}) to stdout;`,
        "\\echo '\\\\.'",
      ]),
      '\\echo commit;',
    ];
    await psqlThrough(from, to, script.join('\n'));
  } finally {
    await changes.end();
  }
}

/** What the script answers here is carried out there. */
async function psqlThrough(from: DatabaseSettings, to: DatabaseSettings, script: string): Promise<void> {
  const psql = (at: DatabaseSettings, stdio: StdioOptions) => {
    const { host, port, user, password, database } = superuserLogin(at);
    const child = spawn(
      'psql',
      ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', host, '-p', String(port), '-U', user, database],
      { env: { ...process.env, PGPASSWORD: password, PGOPTIONS: '-c client_min_messages=warning' }, stdio },
    );
    return { child, ended: once(child, 'exit').then(([code]) => Number(code)) };
  };
  const there = psql(to, ['pipe', 'ignore', 'inherit']);
  const here = psql(from, ['pipe', 'pipe', 'inherit']);
  here.child.stdin?.end(script);
  await pipeline(here.child.stdout as Readable, there.child.stdin as Writable).catch(() => {});
  const codes = [await here.ended, await there.ended];
  if (codes.some((code) => code !== 0)) throw new Error('rows cannot be copied: psql said why');
}

/** Months the other cell has no room for yet are made; rows of the tenant must not be there already. */
async function makeRoom(
  source: Client,
  target: Client,
  tables: readonly Table[],
  to: DatabaseSettings,
  tenantNo: number,
): Promise<void> {
  const found: string[] = [];
  for (const { name } of tables.filter((one) => !isKept(to, one.name))) {
    const { rows } = await target.query(`select 1 from ${name} where tenant_no = $1 limit 1`, [tenantNo]);
    if (rows.length > 0) found.push(name);
  }
  if (found.length > 0) throw new Error(`rows of tenant ${tenantNo} are there already: ${found.join(', ')}`);
  const { rows: months } = await source.query<{ parent: string; month: string }>(
    `select i.inhparent::regclass::text as parent, to_char(to_date(right(c.relname, 6), 'YYYYMM'), 'YYYY-MM-DD') as month
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent::regclass::text = any ($1) and c.relname ~ '_\\d{6}$'`,
    [tables.map((one) => one.name)],
  );
  await target.query('set role mulian_owner');
  for (const { parent, month } of months)
    await target.query('select kit.ensure_month_partitions($1::regclass, $2::date, 1)', [parent, month]);
  const { rows: days } = await source.query<{ parent: string; day: string }>(
    `select i.inhparent::regclass::text as parent, to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent::regclass::text = any ($1) and c.relname ~ '_\\d{8}$'`,
    [tables.map((one) => one.name)],
  );
  for (const { parent, day } of days)
    await target.query('select kit.ensure_day_partitions($1::regclass, $2::date, 1)', [parent, day]);
  await target.query('reset role');
}

/** Changes arrive in the order of their commits: when the last one is there, all are. */
async function caughtUp(source: Client, target: Client, tenantNo: number, seconds = 60): Promise<void> {
  const { rows } = await source.query<{ at: string }>(
    'update platform.sys_tenant set updated_at = clock_timestamp() where tenant_no = $1 returning updated_at::text as at',
    [tenantNo],
  );
  await until('the last change has arrived', seconds, 20, async () => {
    await isCopied(target, moving(tenantNo));
    const there = await target.query('select 1 from platform.sys_tenant where tenant_no = $1 and updated_at = $2', [
      tenantNo,
      rows[0]?.at,
    ]);
    return there.rows.length > 0;
  });
}

/** What was changed meanwhile arrives first, however long it takes; then again, until the rest is a matter of a moment. */
async function nearlyCaughtUp(source: Client, target: Client, tenantNo: number): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    const began = performance.now();
    await caughtUp(source, target, tenantNo, 24 * 3600);
    if (performance.now() - began < 300) return;
  }
}

/** Jobs that wait or were interrupted are asked for anew; each goes on after its last batch. */
async function takeJobs(target: Client, boss: PgBoss, tenantNo: number): Promise<number> {
  const { rows } = await target.query<{ id: number; user: number }>(
    `select id::float8 as id, user_id::float8 as user from kit.job where tenant_no = $1 and status in ('queued', 'running')`,
    [tenantNo],
  );
  if (rows.length > 0)
    await boss.insert(
      queueName,
      rows.map(({ id, user }) => ({
        data: { id, tenantNo, userId: user },
        group: { id: String(user), tier: '2' },
      })),
      { db: { executeSql: (text: string, values: unknown[] = []) => target.query(text, values) } },
    );
  return rows.length;
}

/** Where they were, nobody takes them up any more. */
async function forgetJobs(source: Client, tenantNo: number): Promise<void> {
  await source.query(`delete from pgboss.job where name = $1 and data ->> 'tenantNo' = $2`, [
    queueName,
    String(tenantNo),
  ]);
}
