import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { addCell, rowsOf } from '#db/cells.ts';
import { type DatabaseSettings, databaseSettings, stackEnvironment, superuserLogin } from '#db/settings.ts';
import { superuser } from '../bench/world.ts';
import { forget } from './fixtures.ts';
import { clusterFolder } from './own-stack.ts';
import { freePort, Tools } from './postgres-tools.ts';
import { Processes } from './processes.ts';
import { Program, pause } from './program.ts';
import type { Report } from './report.ts';

/** A PostgreSQL of its own beside the stack's. */
class Cluster {
  readonly settings: DatabaseSettings;
  readonly #tools: Tools;
  readonly #home: string;

  private constructor(settings: DatabaseSettings, tools: Tools, home: string) {
    this.settings = settings;
    this.#tools = tools;
    this.#home = home;
  }

  static async raise(like: DatabaseSettings, cell: number): Promise<Cluster> {
    const tools = new Tools(like);
    const home = join(stackEnvironment().MULIAN_PG_HOME ?? '', `cell${cell}`);
    forget(home);
    execFileSync('install', ['-d', '-m', '700', home]);
    const password = join(home, 'password');
    writeFileSync(password, like.superuserPassword, { mode: 0o600 });
    execFileSync('chown', ['-R', '--reference', clusterFolder(), home]);
    const data = join(home, 'pg');
    tools.run(
      'initdb',
      ...['-D', data, '-U', like.superuser, '--data-checksums', '--encoding=UTF8', '--locale=C.UTF-8'],
      ...['--auth=scram-sha-256', `--pwfile=${password}`],
    );
    const port = await freePort();
    appendFileSync(
      join(data, 'postgresql.conf'),
      `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = ''\nwal_level = logical\nmax_connections = 200\nshared_buffers = '512MB'\nmax_locks_per_transaction = 256\njit = off\ntimezone = 'Asia/Shanghai'\n`,
    );
    tools.run('pg_ctl', 'start', '-w', '-s', '-D', data, '-l', join(home, 'log'));
    return new Cluster({ ...like, port, database: `${like.database}_${cell}`, cell }, tools, home);
  }

  remove(): void {
    const faults = readFileSync(join(this.#home, 'log'), 'utf8')
      .split('\n')
      .filter((line) => /ERROR|DETAIL|CONTEXT/.test(line));
    for (const line of faults.filter((one) => !one.includes('hold_tenant')).slice(-8)) console.error(`        ${line}`);
    this.#tools.run('pg_ctl', 'stop', '-w', '-s', '-m', 'immediate', '-D', join(this.#home, 'pg'));
    forget(this.#home);
  }
}

/** Two PostgreSQL, the product's own processes before each, and the gate before both. */
export interface TwoCells {
  readonly home: DatabaseSettings;
  readonly there: DatabaseSettings;
  readonly db: Client;
  readonly other: Client;
  readonly processGroups: readonly [Processes, Processes];
  /** Of the gate. */
  readonly port: number;
  /** Files of the run; `cells.json` in it says where the cells are. */
  readonly folder: string;
}

export const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** Home is a database of the stack with a world in it; the cell beside it is made, and all is removed but home. */
export async function inTwoCells(
  report: Report,
  home: DatabaseSettings,
  work: (cells: TwoCells) => Promise<void>,
): Promise<void> {
  await freeSlots();
  await becomeLogical(home);
  const cluster = await Cluster.raise(home, 1);
  const there = cluster.settings;
  const folder = mkdtempSync(join(tmpdir(), 'mulian-drill-'));
  const common = { MULIAN_FILES_FOLDER: join(folder, 'files'), MULIAN_LOG: 'silent' };
  const processGroups = [
    new Processes({ ...common, MULIAN_DB: home.database }),
    new Processes({
      ...common,
      MULIAN_DB: there.database,
      MULIAN_PG_HOST: there.host,
      MULIAN_PG_PORT: String(there.port),
      MULIAN_CELL: '1',
    }),
  ] as const;
  let gate: Program | undefined;
  let clients: Client[] = [];
  try {
    const began = performance.now();
    await addCell(home, there);
    report.add('a new cell, made and filled with reference rows', seconds(began), 'told only', true);
    for (const processes of processGroups) await processes.start(['api', 'worker']);
    const cells = [home, there].map(({ cell, host, port, database }, n) => ({
      cell,
      api: `http://127.0.0.1:${processGroups[n as 0 | 1].ports()[0]}`,
      host,
      port,
      database,
    }));
    writeFileSync(join(folder, 'cells.json'), JSON.stringify(cells));
    gate = await Program.start('gate', { MULIAN_CELLS: join(folder, 'cells.json') });
    const [db, other] = [await superuser(home), await superuser(there)];
    clients = [db, other];
    await work({ home, there, db, other, processGroups, port: gate.port, folder });
    report.add('processes of the product that ended', processGroups[0].fell.length + processGroups[1].fell.length, 0);
    for (const one of processGroups.flatMap((processes) => processes.fell)) console.error(one);
  } finally {
    for (const one of clients) await one.end();
    await gate?.stop();
    for (const processes of processGroups) await processes.stop();
    cluster.remove();
    await freeSlots();
    forget(folder);
  }
}

/** Rows of a tenant that lie in a cell. */
export async function countRows(cell: DatabaseSettings, tenantNo: number): Promise<number> {
  return (await rowsOf(cell, tenantNo)).reduce((sum, one) => sum + one.rows, 0);
}

/** A database whose changes are kept for somebody cannot be dropped; that somebody is gone. */
async function freeSlots(): Promise<void> {
  const db = new Client(superuserLogin(databaseSettings(), 'postgres'));
  await db.connect();
  await pause(300);
  await db.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active');
  await db.end();
}

/** What every cell's PostgreSQL is set to; it takes a restart. */
async function becomeLogical(settings: DatabaseSettings): Promise<void> {
  const db = await superuser(settings);
  await db.query("alter system set wal_level = 'logical'");
  await db.end();
  new Tools(settings).run('pg_ctl', 'restart', '-w', '-s', '-m', 'fast', '-D', clusterFolder());
}
