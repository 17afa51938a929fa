import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { type FileStore, newKey } from '#kit/server/files/store.ts';
import { type DatabaseSettings, ownerLogin } from './settings.ts';

/** The law's floor: whatever a parameter says, nothing younger leaves the database. */
export const leastDays = 180;
const usualDays = 1095;
const logs = { oper: 'kit.oper_log', login: 'platform.sys_login_log', third: 'platform.sys_third_log' } as const;

export interface Archived {
  log: string;
  partition: string;
  rows: number;
}

/**
 * Carries months out of the logs that every tenant may do without: the rows into a file of the store, one JSON per line,
 * then the partition goes. Seals stay, so that the file can be held against them for ever. Months with rows that are not
 * sealed yet are left alone. Run by the owner: the program itself cannot remove a row.
 */
export async function archiveLogs(
  settings: DatabaseSettings,
  store: FileStore,
  today = new Date(),
): Promise<Archived[]> {
  const db = new Client(ownerLogin(settings));
  await db.connect();
  const done: Archived[] = [];
  try {
    await db.query("set timezone = 'Asia/Shanghai'");
    for (const [log, table] of Object.entries(logs)) {
      const days = await keptDays(db);
      const before = new Date(today.getTime() - days * 86_400_000);
      for (const part of await monthsBefore(db, table, before)) {
        const rows = await archiveMonth(db, store, log, table, part);
        if (rows !== null) done.push({ log, partition: part.name, rows });
      }
    }
  } finally {
    await db.end();
  }
  return done;
}

/** A partition holds all tenants: the longest wish decides. */
async function keptDays(db: Client): Promise<number> {
  await seeAll(db, 'platform.sys_param', true);
  const { rows } = await db.query<{ days: number }>(
    "select max(param_value::int) as days from platform.sys_param where param_key = 'log.retainDays'",
  );
  const common = await db.query<{ days: number }>(
    "select param_value::int as days from platform.sys_param where param_key = 'log.retainDays' and tenant_no = 0",
  );
  await seeAll(db, 'platform.sys_param', false);
  return Math.max(leastDays, rows[0]?.days ?? 0, common.rows[0]?.days ?? usualDays);
}

/** The owner keeps to the row rules like everybody; for this job it steps out of them, table by table. */
const seeAll = (db: Client, table: string, isOn: boolean) =>
  db.query(`alter table ${table} ${isOn ? 'no force' : 'force'} row level security`);

interface Month {
  name: string;
  from: string;
  to: string;
}

async function monthsBefore(db: Client, table: string, before: Date): Promise<Month[]> {
  const { rows } = await db.query<Month>(
    `select inhrelid::regclass::text as name, b[1] as from, b[2] as to
     from pg_inherits i, regexp_match(pg_get_expr((select relpartbound from pg_class where oid = i.inhrelid), i.inhrelid), 'FROM \\(''([^'']+)''\\) TO \\(''([^'']+)''\\)') b
     where inhparent = $1::regclass and b[2]::timestamptz <= $2 order by 2`,
    [table, before],
  );
  return rows;
}

async function archiveMonth(
  db: Client,
  store: FileStore,
  log: string,
  table: string,
  { name, from, to }: Month,
): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'mulian-archive-'));
  await db.query('begin');
  try {
    await seeAll(db, name, true);
    await seeAll(db, 'kit.unsealed_row', true);
    await db.query(`lock table ${name} in access exclusive mode`);
    const waiting = await db.query(
      `select 1 from kit.unsealed_row u where u.log_name = $1 and u.happened_at >= $2 and u.happened_at < $3 limit 1`,
      [log, from, to],
    );
    await seeAll(db, 'kit.unsealed_row', false);
    if (waiting.rowCount) {
      await db.query('rollback');
      return null;
    }
    const path = join(folder, 'rows.jsonl.gz');
    const rows = await writeRows(db, name, path);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const key = newKey(0);
    await store.put(key, path, { type: 'application/gzip', size: (await stat(path)).size });
    await db.query("select set_config('app.tenant', '0', true)");
    await db.query(
      `insert into kit.audit_archive (log_name, from_time, to_time, row_count, storage_key, sha256) values ($1, $2, $3, $4, $5, $6)`,
      [log, from, to, rows, key, hash.digest('hex')],
    );
    await db.query(`alter table ${table} detach partition ${name}`);
    await db.query(`drop table ${name}`);
    await db.query('commit');
    return rows;
  } catch (error) {
    await db.query('rollback');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeRows(db: Client, name: string, path: string): Promise<number> {
  await db.query(`declare archived cursor for select kit.log_content(l) as line from ${name} l order by tenant_no, id`);
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for (;;) {
      const { rows } = await db.query<{ line: string }>('fetch 2000 from archived');
      if (rows.length === 0) break;
      count += rows.length;
      yield `${rows.map((row) => row.line).join('\n')}\n`;
    }
    await db.query('close archived');
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { mode: 0o600 }));
  return count;
}
