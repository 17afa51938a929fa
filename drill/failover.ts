import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { DatabaseSettings } from '#db/settings.ts';
import { superuser } from '../bench/world.ts';
import { compare } from './crash-check.ts';
import { copyWorld, dropCopy, figure, forget } from './fixtures.ts';
import type { Fixtures } from './flows.ts';
import { People } from './people.ts';
import { prepareFixtures } from './prepare.ts';
import { Processes } from './processes.ts';
import { pause } from './program.ts';
import { Report } from './report.ts';
import { missingPrograms, Standby } from './standby.ts';
import { different, sums } from './sums.ts';
import { addVerdict } from './verdict.ts';

export interface FailoverAsk {
  readonly promotions: number;
  readonly writers: number;
  /** Fewer between two promotions and they prove nothing. */
  readonly acksBetween: number;
}

/** How long no standby hears of anything before its leader dies. */
const lag = 1_000;

/** L5: the leader dies with people at work; a standby takes its place; what was acknowledged is there. */
export async function drillFailover(ask: FailoverAsk): Promise<Report> {
  const report = new Report();
  const missing = missingPrograms();
  if (missing.length > 0) {
    report.add('programs', `without ${missing.join()}`, 'apt-get install patroni etcd-server haproxy', false);
    return report;
  }
  const copy = await copyWorld('failover');
  const standby = await Standby.raise(copy.settings);
  await dropCopy(copy);
  // Everybody, the product too, knows one address.
  const settings = { ...copy.settings, host: '127.0.0.1', port: standby.port };
  const folder = mkdtempSync(join(tmpdir(), 'mulian-drill-'));
  const processes = new Processes({
    MULIAN_DB: settings.database,
    MULIAN_PG_HOST: settings.host,
    MULIAN_PG_PORT: String(settings.port),
    MULIAN_FILES_FOLDER: join(folder, 'files'),
    MULIAN_LOG: 'silent',
  });
  try {
    const households = 400 + ask.promotions * 600;
    const fixtures = await ready(settings, households, 1);
    const before = await timeline(settings);
    await processes.start();
    const people = new People(() => processes.ports(), fixtures);
    people.start(ask.writers);
    const gaps = await promote(standby, people, ask);
    await people.finish(120);
    await judge(report, { ask, standby, people, fixtures, processes, settings, gaps, before });
    await withoutSynchrony(report, { ask, standby, processes, settings, fixtures: await ready(settings, 400, 2) });
  } finally {
    await processes.stop();
    await standby.remove();
    forget(folder);
  }
  return report;
}

async function ready(settings: DatabaseSettings, households: number, series: number): Promise<Fixtures> {
  const db = await superuser(settings);
  try {
    return await prepareFixtures(settings, db, households, series);
  } finally {
    await db.end();
  }
}

interface Gap {
  readonly kind: 'dead' | 'hung';
  /** From the leader's death to the first change that was acknowledged after it. */
  readonly seconds: number;
}

/** One leader after the other goes, half of them dead, half of them hung. */
async function promote(standby: Standby, people: People, ask: FailoverAsk): Promise<Gap[]> {
  const gaps: Gap[] = [];
  for (let turn = 0; turn < ask.promotions; turn += 1) {
    await standby.whole();
    await people.worked(ask.acksBetween);
    const leader = await standby.leader();
    if (!leader) throw new Error('nobody leads');
    const kind = turn % 2 === 0 ? 'dead' : 'hung';
    if (kind === 'dead') {
      await standby.deafen(leader);
      await pause(lag);
      standby.kill(leader);
    } else standby.hang(leader);
    const began = performance.now();
    const next = await standby.successor(leader);
    await people.worked(3);
    gaps.push({ kind, seconds: (performance.now() - began) / 1000 });
    console.error(`        ${leader.name} is ${kind}, ${next.name} leads after ${gaps.at(-1)?.seconds.toFixed(1)} s`);
    // As its supervisor would, or as it comes to itself.
    if (kind === 'dead') standby.begin(leader);
    else standby.wake(leader);
  }
  await standby.whole();
  return gaps;
}

interface Ran {
  readonly ask: FailoverAsk;
  readonly standby: Standby;
  readonly people: People;
  readonly fixtures: Fixtures;
  readonly processes: Processes;
  readonly settings: DatabaseSettings;
  readonly gaps: readonly Gap[];
  readonly before: number;
}

/** Every promotion begins a new one. */
async function timeline(settings: DatabaseSettings): Promise<number> {
  const db = await superuser(settings);
  try {
    return await figure(db, `select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int`);
  } finally {
    await db.end();
  }
}

async function judge(
  report: Report,
  { ask, standby, people, fixtures, processes, settings, gaps, before }: Ran,
): Promise<void> {
  const { acks, client } = people;
  const db = await superuser(settings);
  try {
    const promotions = (await timeline(settings)) - before;
    report.add('promotions, as the timeline of the database counts them', promotions, ask.promotions);
    const floor = ask.promotions * ask.acksBetween;
    report.add('acknowledged changes', acks.count, `≥ ${floor}`, acks.count >= floor);
    for (const kind of ['dead', 'hung'] as const) {
      const took = gaps.filter((one) => one.kind === kind).map((one) => one.seconds);
      const most = Math.max(...took);
      const what = kind === 'dead' ? 'the machine dies' : 'Patroni hangs, its database does not';
      report.add(
        `${what}: changes go on after`,
        `${Math.min(...took).toFixed(1)}–${most.toFixed(1)} s`,
        `≤ 60 s, ${took.length} times`,
        most <= 60,
      );
    }
    report.add(
      'tries without an answer, asked again under the same key',
      client.tally.failed,
      'some',
      client.tally.failed > 0,
    );
    report.add('processes of the product that ended or were started again', processes.fell.length, 0);
    for (const one of processes.fell) console.error(one);
    await addVerdict(report, { settings, db, fixtures, acks });
    await alike(report, standby, settings.database, db);
  } finally {
    await db.end();
  }
}

/** Those that led before and were brought back hold the same rows as the one that leads. */
async function alike(report: Report, standby: Standby, database: string, leading: Client): Promise<void> {
  const leader = await standby.leader();
  const apart: string[] = [];
  const mine = await sums(leading);
  for (const node of standby.nodes.filter((one) => one.name !== leader?.name)) {
    const db = await standby.on(node, database);
    apart.push(...different(mine, await sums(db)).map((table) => `${node.name} ${table}`));
    await db.end();
  }
  report.add(`tables in which a standby differs, of ${mine.size}`, apart.length, 0);
  for (const one of apart) console.error(`        ${one}`);
}

/** The control: the same death under a standby that is not waited for must lose what was acknowledged. */
async function withoutSynchrony(
  report: Report,
  { ask, standby, processes, settings, fixtures }: Pick<Ran, 'ask' | 'standby' | 'processes' | 'settings' | 'fixtures'>,
): Promise<void> {
  await standby.configure({
    synchronous_mode: false,
    synchronous_mode_strict: false,
    maximum_lag_on_failover: 1_000_000_000,
  });
  await standby.whole(false);
  const people = new People(() => processes.ports(), fixtures);
  people.start(ask.writers);
  await people.worked(ask.acksBetween);
  const leader = await standby.leader();
  if (!leader) throw new Error('nobody leads');
  await standby.deafen(leader);
  const before = people.acks.count;
  await pause(lag * 3);
  const during = people.acks.count - before;
  standby.kill(leader);
  await standby.successor(leader);
  await people.worked(3);
  await people.finish(120);
  const db = await superuser(settings);
  try {
    const { lost } = await compare(db, fixtures, people.acks);
    report.add(
      'control, standbys that are not waited for and hear nothing for 3 s: acknowledged and lost',
      lost,
      `> 0; ${during} changes were acknowledged meanwhile`,
      lost > 0,
    );
  } finally {
    await db.end();
  }
}
