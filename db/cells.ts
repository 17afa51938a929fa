import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, type ClientConfig } from 'pg';
import { newBoss, queueName } from '#kit/server/jobs/queue.ts';
import { prepare } from './migrate.ts';
import { appLogin, type DatabaseSettings, superuserLogin } from './settings.ts';

/**
 * Tenants of one installation in several databases. Home, cell 0, has the directory and the reference rows everybody reads;
 * the others get those from it as they change. A tenant is moved by PostgreSQL's own replication of its rows, and is away
 * only for the moment between the last change here and the first one there.
 */

const reference = 'mulian_reference';
const moving = (tenantNo: number) => `mulian_move_${tenantNo}`;
/** Of the tables everybody shares, those that say something about their own database, or are written by every process at its start. */
const local = [
  ...['kit.audit_archive', 'kit.event_cursor', 'kit.migration', 'kit.reference_file', 'kit.table_scope'],
  ...['kit.tenant_cell', 'platform.alarm_kind', 'platform.sys_backup', 'platform.sys_captcha', 'registry.public_visit'],
];
/** Rows of a tenant that stay behind: events are sent from where they happened, streams end with their process. */
const staying = ['kit.outbox', 'kit.push_stream', 'kit.tenant_cell'];
/** So long every gate has heard that a tenant is on its way before one of them may hear where it is now. */
const heard = 500;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function onDatabase<T>(settings: DatabaseSettings, work: (db: Client) => Promise<T>): Promise<T> {
  const db = new Client({ ...superuserLogin(settings), application_name: 'mulian cells' });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

interface Table {
  readonly name: string;
  /** A row that changes is told apart by a key that says whose it is, or whole. */
  readonly told: boolean;
  /** The key of tenant and id, where the table's first one is the id alone: the same in every cell. */
  readonly otherKey: string | null;
  readonly hasTenant: boolean;
  readonly scopeClass: string;
  readonly common: boolean;
}

async function tablesOf(db: Client): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select s.table_name as name, s.scope_class as "scopeClass", coalesce((s.options ->> 'common')::boolean, false) as common,
       a.attnum is not null as "hasTenant", coalesce(a.attnum = any (i.indkey), false) or c.relreplident in ('f', 'i') as told,
       (select k.indexrelid::regclass::text from pg_index k where k.indrelid = c.oid and k.indisunique and k.indimmediate and k.indpred is null
          and k.indexprs is null and k.indnkeyatts = 2 and (select array_agg(n.attname::text order by n.attname) from pg_attribute n
            where n.attrelid = c.oid and n.attnum = any (k.indkey) and n.attnotnull) = array['id', 'tenant_no'] order by 1 limit 1) as "otherKey"
     from kit.table_scope s join pg_class c on c.oid = s.table_name::regclass and c.relkind in ('r', 'p')
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_no' and not a.attisdropped order by 1`,
  );
  return rows;
}

interface Published {
  readonly name: string;
  readonly tenantNo: number | null;
}

/** Once per table, while nobody moves: afterwards a move needs no table for itself. */
async function tellApart(db: Client): Promise<void> {
  for (const one of (await tablesOf(db)).filter((table) => table.hasTenant && !table.told)) {
    const by = one.otherKey ? `using index ${one.otherKey.split('.').at(-1)}` : 'full';
    await gently(db, `alter table ${one.name} replica identity ${by}`);
  }
}

async function publish(db: Client, publication: string, tables: readonly Published[]): Promise<void> {
  await unpublish(db, publication);
  await tellApart(db);
  const listed = tables.map((one) => one.name + (one.tenantNo === null ? '' : ` where (tenant_no = ${one.tenantNo})`));
  await db.query(
    `create publication ${publication} for table ${listed.join(', ')} with (publish_via_partition_root = true)`,
  );
}

/** It needs the table for itself for a moment: whoever works on it is not made to wait behind it for long. */
async function gently(db: Client, text: string): Promise<void> {
  await db.query("set lock_timeout = '5s'");
  await until(text, 600, 200, () =>
    db.query(text).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== '55P03') throw error;
        return false;
      },
    ),
  );
  await db.query('set lock_timeout = 0');
}

async function unpublish(db: Client, publication: string): Promise<void> {
  await db.query(`drop publication if exists ${publication}`);
}

/** Where the changes of a publication are read from; several cells may read the same one, each has a place of its own there. */
const slotOf = (publication: string, to: DatabaseSettings): string =>
  `${publication}_${to.database}`.replace(/\W/g, '_').slice(0, 60);

async function subscribe(
  db: Client,
  publication: string,
  { from, to, copied }: { from: DatabaseSettings; to: DatabaseSettings; copied: boolean },
): Promise<void> {
  const { host, port, user, password, database } = superuserLogin(from);
  const word = (text: string | number) => `'${String(text).replace(/['\\]/g, '\\$&')}'`;
  const where = `host=${word(host)} port=${port} user=${word(user)} password=${word(password)} dbname=${word(database)}`;
  const how = copied ? 'create_slot = false, copy_data = false' : 'create_slot = true, copy_data = true';
  await db.query(
    `create subscription ${publication} connection ${db.escapeLiteral(where)} publication ${publication} with (slot_name = ${slotOf(publication, to)}, ${how})`,
  );
}

/** A copy that fails is tried again for ever by PostgreSQL: the first fault ends the wait here. */
async function isCopied(db: Client, publication: string): Promise<boolean> {
  const { rows } = await db.query<{ left: number; faults: number }>(
    `select (select count(*)::int from pg_subscription_rel r where r.srsubid = s.subid and r.srsubstate <> 'r') as left,
       (s.apply_error_count + s.sync_error_count)::int as faults from pg_stat_subscription_stats s where s.subname = $1`,
    [publication],
  );
  if ((rows[0]?.faults ?? 0) > 0) throw new Error('rows cannot be copied: the log of the database they go to says why');
  return rows[0]?.left === 0;
}

async function until(what: string, seconds: number, every: number, isSo: () => Promise<boolean>): Promise<void> {
  const ends = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > ends) throw new Error(`not within ${seconds} s: ${what}`);
    await pause(every);
  }
}

/** Schema by the same migrations; reference rows from home, now and whenever they change there. */
export async function addCell(home: DatabaseSettings, cell: DatabaseSettings): Promise<void> {
  if (cell.cell < 1) throw new Error('a cell beside home has a number from 1 on');
  await prepare(cell);
  await onDatabase(home, async (db) => {
    await refuseWithoutLogical(db);
    await publish(db, reference, referenceTables(await tablesOf(db)));
  });
  await onDatabase(cell, async (db) => {
    const { rows } = await db.query('select 1 from platform.sys_user limit 1');
    if (rows.length > 0) throw new Error('a new cell is empty: this one has users');
    await db.query("set session_replication_role = 'replica'");
    const names = referenceTables(await tablesOf(db)).map((one) => one.name);
    await db.query(`truncate ${names.join(', ')} cascade`);
    await subscribe(db, reference, { from: home, to: cell, copied: false });
    await until('the reference rows are there', 600, 300, () => isCopied(db, reference));
    await tellApart(db);
    await db.query('analyze');
  });
}

function referenceTables(tables: readonly Table[]): Published[] {
  return tables
    .filter((one) => (one.scopeClass === 'global' || one.common) && !local.includes(one.name))
    .filter((one) => !['platform.sys_ticket', 'platform.sys_tenant_usage'].includes(one.name))
    .map((one) => ({ name: one.name, tenantNo: one.hasTenant ? 0 : null }));
}

const tenantTables = (tables: readonly Table[]): Table[] =>
  tables.filter((one) => one.hasTenant && !staying.includes(one.name));

async function refuseWithoutLogical(db: Client): Promise<void> {
  const { rows } = await db.query<{ wal_level: string }>('show wal_level');
  if (rows[0]?.wal_level !== 'logical') throw new Error('PostgreSQL runs without wal_level = logical');
}

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
  readonly jobs: number;
}

/** Copies a tenant's rows while it works, keeps it away for a moment, and goes on in the other cell. */
export function moveTenant(move: Move): Promise<Moved> {
  const { from, to } = move;
  if (from.cell === to.cell) throw new Error('it is there already');
  return onDatabase(from, (source) => onDatabase(to, (target) => carry(move, source, target)));
}

async function carry({ tenantNo, home, from, to, fence = true }: Move, source: Client, target: Client): Promise<Moved> {
  const name = moving(tenantNo);
  const began = performance.now();
  await refuseWithoutLogical(source);
  const tables = tenantTables(await tablesOf(source));
  await makeRoom(source, target, tables, to, tenantNo);
  let kept: object | null = null;
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
    await subscribe(target, name, { from, to, copied: true });
    await caughtUp(source, target, tenantNo, 24 * 3600);
    const copySeconds = (performance.now() - began) / 1000;
    const awaySince = performance.now();
    await source.query("set lock_timeout = '30s'");
    // Waits for changes under way; whoever comes from now on is told to come again.
    if (fence) await source.query('select pg_advisory_lock(7305, $1)', [tenantNo]);
    if (fence) await onDatabase(home, (db) => mark(db, tenantNo, to.cell, 'moving'));
    if (fence) await mark(source, tenantNo, to.cell, 'moving');
    await caughtUp(source, target, tenantNo);
    await target.query(`drop subscription ${name}`);
    await pause(Math.max(0, heard - (performance.now() - awaySince)));
    const jobs = await takeJobs(source, target, to, tenantNo);
    if (from.cell !== 0) await mark(source, tenantNo, to.cell, 'elsewhere');
    // The last word is home's: from here on it is there.
    await target.query('delete from kit.tenant_cell where tenant_no = $1', [tenantNo]);
    if (to.cell !== 0) await onDatabase(home, (db) => mark(db, tenantNo, to.cell, 'elsewhere'));
    return { copySeconds, awaySeconds: (performance.now() - awaySince) / 1000, jobs };
  } catch (error) {
    await giveUp({ tenantNo, home, from, to }, source, target, tables);
    if (kept) await putKept(target, kept);
    throw error;
  } finally {
    await source.query('select pg_advisory_unlock_all()');
    await unpublish(source, name);
  }
}

/** The tenant goes on where it was; what was copied is taken away again. */
async function giveUp(
  { tenantNo, home, from, to }: Move,
  source: Client,
  target: Client,
  tables: readonly Table[],
): Promise<void> {
  await target.query(`drop subscription if exists ${moving(tenantNo)}`);
  await source.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
    slotOf(moving(tenantNo), to),
  ]);
  await remove(target, to, tables, tenantNo);
  await source.query('delete from kit.tenant_cell where tenant_no = $1', [tenantNo]);
  if (to.cell !== 0) await target.query('delete from kit.tenant_cell where tenant_no = $1', [tenantNo]);
  if (from.cell !== 0) await onDatabase(home, (db) => mark(db, tenantNo, from.cell, 'elsewhere'));
}

/** Home keeps the tenant's own row, for the operator's list. */
const isKept = ({ cell }: DatabaseSettings, name: string): boolean => cell === 0 && name === 'platform.sys_tenant';

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

/** Past rules that guard what is written and sums that are kept: the rows live on elsewhere. */
async function remove(db: Client, at: DatabaseSettings, tables: readonly Table[], tenantNo: number): Promise<number> {
  let removed = 0;
  await db.query("set session_replication_role = 'replica'");
  for (const { name } of tables) {
    if (isKept(at, name)) continue;
    removed += (await db.query(`delete from ${name} where tenant_no = $1`, [tenantNo])).rowCount ?? 0;
  }
  await db.query("set session_replication_role = 'origin'");
  return removed;
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

const mark = (db: Client, tenantNo: number, cell: number, state: 'moving' | 'elsewhere') =>
  db.query(
    `insert into kit.tenant_cell (tenant_no, cell, state) values ($1, $2, $3)
     on conflict (tenant_no) do update set cell = excluded.cell, state = excluded.state, changed_at = clock_timestamp()`,
    [tenantNo, cell, state],
  );

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

/** Jobs that wait or were interrupted are asked for anew; each goes on after its last batch. */
async function takeJobs(source: Client, target: Client, to: DatabaseSettings, tenantNo: number): Promise<number> {
  await source.query(`delete from pgboss.job where name = $1 and data ->> 'tenantNo' = $2`, [
    queueName,
    String(tenantNo),
  ]);
  const { rows } = await target.query<{ id: number; user: number }>(
    `select id::float8 as id, user_id::float8 as user from kit.job where tenant_no = $1 and status in ('queued', 'running')`,
    [tenantNo],
  );
  if (rows.length === 0) return 0;
  const boss = newBoss(appLogin(to), { max: 1 });
  await boss.start();
  for (const { id, user } of rows)
    await boss.send(queueName, { id, tenantNo, userId: user }, { group: { id: String(user), tier: '2' } });
  await boss.stop({ graceful: false });
  return rows.length;
}

/** What a tenant that is elsewhere left behind; the rows beside it are not touched. */
export function cleanTenant(cell: DatabaseSettings, tenantNo: number): Promise<number> {
  return onDatabase(cell, async (db) => {
    const { rows } = await db.query(`select 1 from kit.tenant_cell where tenant_no = $1 and state = 'elsewhere'`, [
      tenantNo,
    ]);
    if (rows.length === 0) throw new Error(`tenant ${tenantNo} is here`);
    return remove(db, cell, tenantTables(await tablesOf(db)), tenantNo);
  });
}

/** Where every tenant is. */
export function placesOf(home: DatabaseSettings): Promise<{ tenantNo: number; cell: number; state: string }[]> {
  return onDatabase(home, async (db) => {
    const { rows } = await db.query<{ tenantNo: number; cell: number; state: string }>(
      `select t.tenant_no as "tenantNo", coalesce(c.cell, 0) as cell, coalesce(c.state, 'here') as state
       from platform.sys_tenant t left join kit.tenant_cell c on c.tenant_no = t.tenant_no order by 1`,
    );
    return rows;
  });
}
