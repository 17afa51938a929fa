import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { DatabaseSettings } from '#db/settings.ts';
import { superuser } from '../bench/world.ts';
import { compare } from './crash-check.ts';
import { copyWorld, dropCopy, figure, forget, tenant } from './fixtures.ts';
import { type Acks, type Fixtures, type Flow, giveNotice, newAcks } from './flows.ts';
import { killHard, natsPid, postmasterPid, raiseStack } from './own-stack.ts';
import { People } from './people.ts';
import { prepareFixtures } from './prepare.ts';
import { Processes } from './processes.ts';
import { Program, pause } from './program.ts';
import { Report } from './report.ts';
import { addVerdict } from './verdict.ts';
import type { Tally } from './wire.ts';

const forgetfulWord = '健忘';
const victims = ['api', 'backend', 'worker', 'nats', 'postmaster'] as const;
type Victim = (typeof victims)[number];

export interface CrashAsk {
  readonly seconds: number;
  readonly kills: number;
  readonly writers: number;
  /** Fewer and the run proves nothing. */
  readonly leastAcks: number;
  /** With the control on a database that answers before it has written, which takes a run of its own. */
  readonly hasty: boolean;
}

/** A connection that outlives none of its servers: opened for each question. */
async function briefly<T>(settings: DatabaseSettings, work: (db: Client) => Promise<T>): Promise<T> {
  const db = await superuser(settings);
  db.on('error', () => {});
  try {
    return await work(db);
  } finally {
    await db.end().catch(() => {});
  }
}

async function strike(
  victim: Victim,
  processes: Processes,
  settings: DatabaseSettings,
  turn: number,
): Promise<boolean> {
  switch (victim) {
    case 'api':
      return processes.kill(turn % 2 === 0 ? 'api 1' : 'api 2') || processes.kill(turn % 2 === 0 ? 'api 2' : 'api 1');
    case 'worker':
      return processes.kill('worker');
    case 'backend': {
      const pid = await briefly(settings, async (db) => {
        const { rows } = await db.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = $1 and usename = 'mulian_app' and application_name = 'mulian' order by state = 'active' desc, random() limit 1`,
          [settings.database],
        );
        return rows[0]?.pid ?? 0;
      }).catch(() => 0);
      return pid > 0 && killHard(pid);
    }
    case 'nats':
      if (!killHard(natsPid())) return false;
      await pause(300);
      await raiseStack();
      return true;
    case 'postmaster':
      if (!killHard(postmasterPid())) return false;
      await raiseStack();
      return true;
  }
}

export interface Ran {
  readonly acks: Acks;
  readonly fixtures: Fixtures;
  readonly tally: Tally;
  readonly killed: Record<Victim, number>;
  readonly settings: DatabaseSettings;
  readonly processes: Processes;
  readonly folder: string;
}

/** People at work while servers die; at the end everybody has been answered and everything stands again. */
export async function workThroughKills(
  ask: CrashAsk & {
    readonly name: string;
    readonly only?: readonly Victim[];
    readonly begun?: (settings: DatabaseSettings) => Promise<void>;
    /** What else goes on meanwhile. */
    readonly beside?: (people: People, settings: DatabaseSettings, ports: () => readonly number[]) => Promise<void>;
  },
): Promise<Ran> {
  const copy = await copyWorld(ask.name);
  const { settings } = copy;
  const fixtures = await prepareFixtures(settings, copy.db, Math.max(400, ask.seconds * 60));
  await copy.db.end();
  const folder = mkdtempSync(join(tmpdir(), 'mulian-drill-'));
  const processes = new Processes({
    MULIAN_DB: settings.database,
    MULIAN_FILES_FOLDER: join(folder, 'files'),
    MULIAN_LOG: 'silent',
  });
  await processes.start();
  console.error(`        ${ask.seconds} s of work, ${ask.kills} kills of ${(ask.only ?? victims).join(', ')}`);
  await ask.begun?.(settings);
  const began = Date.now();
  const people = new People(() => processes.ports(), fixtures);
  const { acks, client } = people;
  people.start(ask.writers);
  await ask.beside?.(people, settings, () => processes.ports());
  // Beside them somebody who forgets the key at each try: the control.
  const forgetful = people.another();
  forgetful.forgetful = true;
  forgetful.deafness = 1;
  const careless: Flow = { client: forgetful, fixtures, acks: newAcks() };
  people.go(() => giveNotice(careless, forgetfulWord));
  const killed: Ran['killed'] = { api: 0, backend: 0, worker: 0, nats: 0, postmaster: 0 };
  const only = ask.only ?? victims;
  for (let turn = 0; turn < ask.kills; turn += 1) {
    const due = began + ((turn + 0.7) * ask.seconds * 1000) / ask.kills;
    await pause(Math.max(0, due - Date.now()));
    // It strikes people at work: since the one before, somebody was answered.
    const before = acks.count;
    for (let wait = 0; wait < 100 && turn > 0 && acks.count === before; wait += 1) await pause(100);
    const victim = only[turn % only.length] as Victim;
    // Somebody is always there to be killed: if not yet, a moment later.
    for (let tries = 0; tries < 40; tries += 1) {
      if (await strike(victim, processes, settings, turn)) {
        killed[victim] += 1;
        break;
      }
      await pause(250);
    }
  }
  // A machine that is busy with other things takes longer to get as far, but not for ever.
  const latest = began + ask.seconds * 5000;
  while (Date.now() < began + ask.seconds * 1000 || (acks.count < ask.leastAcks && Date.now() < latest))
    await pause(100);
  await people.finish(90);
  console.error(
    `        ${acks.count} acknowledged, ${client.tally.failed + client.tally.hungUp} tries without an answer`,
  );
  return { acks, fixtures, tally: client.tally, killed, settings, processes, folder };
}

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

/** T6: nothing acknowledged is lost, nothing is there twice, whoever dies. */
export async function drillCrash(ask: CrashAsk): Promise<Report> {
  const report = new Report();
  const ran = await workThroughKills({ ...ask, name: 'crash' });
  const { acks, fixtures, tally, killed, settings, processes } = ran;
  const db = await superuser(settings);
  try {
    const total = Object.values(killed).reduce((sum, n) => sum + n, 0);
    const told = Object.entries(killed).map(([name, n]) => `${n} ${name}`);
    report.add('kill -9', total, `≥ ${ask.kills}: ${told.join(', ')}`, total >= ask.kills);
    report.add('acknowledged changes', acks.count, `≥ ${ask.leastAcks}`, acks.count >= ask.leastAcks);
    report.add(
      'tries without an answer, asked again under the same key',
      tally.failed + tally.hungUp,
      `some; ${tally.hungUp} of them hung up or lost on the way back`,
      tally.failed + tally.hungUp > 0,
    );
    const waits = tally.waits.sort((a, b) => a - b);
    report.add(
      'until the answer, ms',
      `p50 ${at(waits, 0.5)}, p99 ${at(waits, 0.99)}, most ${at(waits, 1)}`,
      'told only',
      true,
    );
    report.add('processes that fell without being killed', processes.fell.length, 0);
    for (const one of processes.fell) console.error(one);
    await addVerdict(report, { settings, db, fixtures, acks });
    await controls(report, db, ran);
  } finally {
    await processes.stop();
    await dropCopy({ settings, db });
    forget(ran.folder);
  }
  if (ask.hasty) await hastyControl(report, ask);
  return report;
}

/** Work without keys must show doubles, and a promise that was never kept must be missed. */
async function controls(report: Report, db: Client, { fixtures, acks }: Ran): Promise<void> {
  const doubled = await figure(
    db,
    'select coalesce(sum(n - 1), 0) from (select count(*) as n from platform.sys_notice where tenant_no = $1 and title like $2 group by title) t',
    [tenant, `${forgetfulWord} %`],
  );
  report.add('control, a new key at each try: there twice', doubled, '> 0', doubled > 0);
  acks.notices.set(0, { title: 'promised', published: false });
  const { lost } = await compare(db, fixtures, acks);
  report.add('control, one acknowledgement of nothing: lost', lost, 1);
}

/** A database that answers before it has written: the comparison must see losses, and a server must refuse to start on it. */
async function hastyControl(report: Report, ask: CrashAsk): Promise<void> {
  const cluster = (settings: DatabaseSettings, ...texts: string[]) =>
    briefly(settings, async (db) => {
      for (const text of texts) await db.query(text);
    });
  let ran: Ran | undefined;
  try {
    ran = await workThroughKills({
      ...ask,
      seconds: 10,
      leastAcks: 0,
      name: 'hasty',
      kills: 2,
      only: ['postmaster'],
      begun: (settings) =>
        cluster(
          settings,
          'alter system set synchronous_commit = off',
          "alter system set wal_writer_delay = '10s'",
          'select pg_reload_conf()',
        ),
    });
    const db = await superuser(ran.settings);
    const verdict = await compare(db, ran.fixtures, ran.acks);
    report.add('control, synchronous_commit off: acknowledged and lost', verdict.lost, '> 0', verdict.lost > 0);
    await db.end();
    const refused = await Program.start('api', { MULIAN_DB: ran.settings.database, MULIAN_LOG: 'silent' }, 'pipe').then(
      (program) => program.kill().then(() => false),
      () => true,
    );
    report.add('a server started on such a database', refused ? 'refuses' : 'serves', 'refuses');
  } finally {
    await ran?.processes.stop();
    if (ran) {
      await cluster(
        ran.settings,
        'alter system reset synchronous_commit',
        'alter system reset wal_writer_delay',
        'select pg_reload_conf()',
      );
      await dropCopy({ settings: ran.settings, db: await superuser(ran.settings) });
      forget(ran.folder);
    }
  }
}
