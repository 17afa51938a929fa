import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { addCell, cleanTenant, moveTenant } from '#db/cells.ts';
import { type DatabaseSettings, databaseSettings, stackEnvironment, superuserLogin } from '#db/settings.ts';
import { superuser, tokenOf } from '../bench/world.ts';
import { compare } from './crash-check.ts';
import { Crew } from './crew.ts';
import type { Ground } from './flows.ts';
import { copyWorld, dropCopy, figure, forget, tenant } from './ground.ts';
import { clusterFolder } from './own-stack.ts';
import { People } from './people.ts';
import { freePort, Tools } from './postgres-tools.ts';
import { prepareGround } from './prepare.ts';
import { Program, pause } from './program.ts';
import { Report } from './report.ts';
import { addVerdict } from './verdict.ts';
import { send } from './wire.ts';

export interface CellsAsk {
  readonly writers: number;
  /** Acknowledged before the move, and again after it. */
  readonly acks: number;
}

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

/** A tenant moves to another database while its people work; nobody else notices. */
export async function drillCells(ask: CellsAsk): Promise<Report> {
  const report = new Report();
  await freeSlots();
  const copy = await copyWorld('cells');
  const home = copy.settings;
  await becomeLogical(copy.db, home);
  const db = await superuser(home);
  const cluster = await Cluster.raise(home, 1);
  const there = cluster.settings;
  const folder = mkdtempSync(join(tmpdir(), 'mulian-drill-'));
  const common = { MULIAN_FILES_FOLDER: join(folder, 'files'), MULIAN_LOG: 'silent' };
  const crews = [
    new Crew({ ...common, MULIAN_DB: home.database }),
    new Crew({
      ...common,
      MULIAN_DB: there.database,
      MULIAN_PG_HOST: there.host,
      MULIAN_PG_PORT: String(there.port),
      MULIAN_CELL: '1',
    }),
  ] as const;
  let gate: Program | undefined;
  try {
    const began = performance.now();
    await addCell(home, there);
    report.add('a new cell, made and filled with reference rows', seconds(began), 'told only', true);
    for (const crew of crews) await crew.start(['api', 'worker']);
    const cells = [home, there].map(({ cell, host, port, database }, n) => ({
      cell,
      api: `http://127.0.0.1:${crews[n as 0 | 1].ports()[0]}`,
      host,
      port,
      database,
    }));
    writeFileSync(join(folder, 'cells.json'), JSON.stringify(cells));
    gate = await Program.start('gate', { MULIAN_CELLS: join(folder, 'cells.json') });
    const port = gate.port;
    const other = await superuser(there);
    try {
      await alike(report, db, other);
      const people = await moveAtWork(report, { ask, home, there, port, db, crews });
      await addVerdict(report, { settings: there, db: other, ground: people.ground, acks: people.people.acks });
      await leftBehind(report, home, db);
      await followed(report, db, other);
      await withoutFence(report, { ask, home, there, port, db, other });
    } finally {
      await other.end();
    }
    report.add('processes of the product that ended', crews[0].fell.length + crews[1].fell.length, 0);
    for (const one of crews.flatMap((crew) => crew.fell)) console.error(one);
  } finally {
    await gate?.stop();
    for (const crew of crews) await crew.stop();
    cluster.remove();
    await freeSlots();
    await dropCopy({ settings: home, db });
    forget(folder);
  }
  return report;
}

const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** A database whose changes are kept for somebody cannot be dropped; that somebody is gone. */
async function freeSlots(): Promise<void> {
  const db = new Client(superuserLogin(databaseSettings(), 'postgres'));
  await db.connect();
  await pause(300);
  await db.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active');
  await db.end();
}

/** What every cell's PostgreSQL is set to; it takes a restart. */
async function becomeLogical(db: Client, settings: DatabaseSettings): Promise<void> {
  await db.query("alter system set wal_level = 'logical'");
  await db.end();
  new Tools(settings).run('pg_ctl', 'restart', '-w', '-s', '-m', 'fast', '-D', clusterFolder());
}

/** Reference rows are home's, ids and all. */
async function alike(report: Report, home: Client, there: Client): Promise<void> {
  const read = (db: Client) =>
    figure(
      db,
      `select sum(('x' || left(md5(v), 12))::bit(48)::bigint) from (select 'r' || id || role_code as v from platform.sys_role where tenant_no = 0
         union all select 'm' || id || menu_name from platform.sys_menu union all select 'd' || id || dict_value from platform.sys_dict_data where tenant_no = 0
         union all select 'p' || code || name from platform.sys_region) rows`,
    );
  const [mine, theirs] = [await read(home), await read(there)];
  report.add(
    'roles, menus, dictionaries and regions of the cell',
    theirs === mine ? 'as at home' : 'others',
    'as at home',
  );
}

interface Ran {
  readonly ask: CellsAsk;
  readonly home: DatabaseSettings;
  readonly there: DatabaseSettings;
  readonly port: number;
  readonly db: Client;
}

async function moveAtWork(
  report: Report,
  { ask, home, there, port, db, crews }: Ran & { readonly crews: readonly [Crew, Crew] },
): Promise<{ people: People; ground: Ground }> {
  const ground = await prepareGround(home, db, 1500, 1);
  const people = new People(() => [port], ground);
  people.start(ask.writers);
  await people.worked(ask.acks);
  // Somebody of another tenant looks on all the while.
  const neighbour = { token: await tokenOf(db, 'cf_mgr'), asked: 0, failed: 0 };
  people.go(async () => {
    const answer = await send(port, { path: 'sys/user/getUserInfo', token: neighbour.token }).catch(() => null);
    neighbour.asked += 1;
    if (answer?.code !== 200) neighbour.failed += 1;
    await pause(50);
  });
  const before = people.acks.count;
  const moved = await moveTenant({ tenantNo: tenant, home, from: home, to: there });
  const during = people.acks.count - before;
  report.add(
    'rows copied while people work',
    `${moved.copySeconds.toFixed(1)} s, ${during} changes meanwhile`,
    'some',
    during > 0,
  );
  report.add('the tenant was away for', `${moved.awaySeconds.toFixed(2)} s`, '≤ 5 s', moved.awaySeconds <= 5);
  await people.worked(ask.acks);
  await people.finish(120);
  report.add('acknowledged changes', people.acks.count, `≥ ${ask.acks * 2}`, people.acks.count >= ask.acks * 2);
  report.add('jobs taken along', moved.jobs, 'told only', true);
  report.add(
    'questions of another tenant meanwhile, failed',
    neighbour.failed,
    `0 of ${neighbour.asked}`,
    neighbour.failed === 0,
  );
  const direct = await send(crews[0].ports()[0] ?? 0, {
    path: 'sys/notice/content/add',
    token: ground.tokens.admin,
    key: randomUUID(),
    body: {
      type: 'notice',
      level: 'normal',
      title: '走错了门',
      content: '<p>请阅</p>',
      attachments: [],
      needReceipt: false,
      audience: { all: true },
    },
  });
  report.add('a change past the gate, at the old cell', direct.status, 503);
  return { people, ground };
}

/** At home nothing of the tenant is left but its line in the operator's list, and the other tenants' rows are as they were. */
async function leftBehind(report: Report, home: DatabaseSettings, db: Client): Promise<void> {
  const rows = await cleanTenant(home, tenant);
  const left = await figure(
    db,
    `select (select count(*) from registry.animal where tenant_no = $1) + (select count(*) from registry.animal_event where tenant_no = $1)
       + (select count(*) from platform.sys_user where tenant_no = $1) + (select count(*) from kit.oper_log where tenant_no = $1)`,
    [tenant],
  );
  report.add('rows left at home after cleaning', left, `0, ${rows} removed`, left === 0 && rows > 0);
}

/** What the operator changes at home is so in every cell. */
async function followed(report: Report, home: Client, there: Client): Promise<void> {
  const began = performance.now();
  await home.query(`update platform.sys_param set updated_at = clock_timestamp() where tenant_no = 0`);
  const at = async (db: Client) =>
    (await db.query<{ at: string }>('select max(updated_at)::text as at from platform.sys_param')).rows[0]?.at;
  const wanted = await at(home);
  let took = 'never';
  for (let turn = 0; turn < 100; turn += 1) {
    if ((await at(there)) === wanted) {
      took = seconds(began);
      break;
    }
    await pause(50);
  }
  report.add('a parameter changed at home is there after', took, '≤ 5 s', took !== 'never');
}

/** The control: back again without keeping changes away meanwhile must lose some. */
async function withoutFence(
  report: Report,
  { ask, home, there, port, db, other }: Ran & { readonly other: Client },
): Promise<void> {
  const ground = await prepareGround(there, other, 600, 2);
  const people = new People(() => [port], ground);
  people.start(ask.writers);
  await people.worked(ask.acks / 2);
  await moveTenant({ tenantNo: tenant, home, from: there, to: home, fence: false });
  await people.worked(20);
  await people.finish(60);
  const { lost } = await compare(db, ground, people.acks);
  report.add('control, moved back without keeping changes away: acknowledged and lost', lost, '> 0', lost > 0);
}
