import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { appLogin } from '#db/settings.ts';
import { mostPrepared } from '#kit/server/db/statements.ts';
import { tokenOf } from '../bench/world.ts';
import { copyWorld, dropCopy } from './fixtures.ts';
import { Program } from './program.ts';
import { Report } from './report.ts';
import { send } from './wire.ts';

const clients = 6;
const connections = 3;

/** Memory that is the process's own: pages of the shared buffers it has touched are not counted. */
function privateKb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0);
}

export async function backendsKb(db: Client): Promise<number[]> {
  const { rows } = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'mulian' order by pid`,
  );
  return rows.map((row) => privateKb(row.pid));
}

const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;
const lists: { path: string; filters: readonly string[]; sorts: readonly string[] }[] = [
  {
    path: 'pri/principal/info/list',
    filters: [
      'status=normal',
      'principalUnitType=household',
      'keyword=a',
      'scale=small',
      'contactPhone=13800000000',
      'contactIdCard=150521199001011234',
    ],
    sorts: ['principalUnitName:asc', 'completeness:desc', 'updatedAt:asc', 'createdAt:desc', 'id:asc'],
  },
];

/** As many different questions as there are turns: page sizes, pages, filters and sorts in all combinations. */
function varied(turn: number): string {
  const { path, filters, sorts } = pick(lists, turn);
  const mask = turn % 2 ** filters.length;
  const first = pick(sorts, Math.floor(turn / 64));
  const second = pick(sorts, Math.floor(turn / 320));
  const query = [
    `sort=${first === second ? first : `${first},${second}`}`,
    `pageSize=${1 + (turn % 97)}`,
    `pageNum=${1 + (turn % 13)}`,
    ...filters.filter((_, at) => mask & (1 << at)),
  ];
  return `${path}?${query.join('&')}`;
}

const equal = () => 'pri/principal/info/list?pageSize=20';

interface Load {
  readonly kb: number;
  readonly failed: number;
  readonly server: number;
}

/** So many questions to a program of its own, and what its connections hold afterwards. */
async function load(db: Client, database: string, turns: number, ask: (turn: number) => string): Promise<Load> {
  const api = await Program.start('api', {
    MULIAN_DB: database,
    MULIAN_LOG: 'silent',
    MULIAN_POOL: String(connections),
  });
  try {
    const token = await tokenOf(db, 'tl_region');
    let next = 0;
    let failed = 0;
    const one = async () => {
      while (next < turns) {
        const answer = await send(api.port, { path: ask(next++), token });
        if (answer.code !== 200) failed += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, one));
    const kb = await backendsKb(db);
    return { kb: kb.reduce((sum, each) => sum + each, 0) / kb.length, failed, server: api.memory() };
  } finally {
    await api.stop();
  }
}

const mb = (kb: number) => `${(kb / 1024).toFixed(1)} MB`;

/** Memory does not grow with the number of different questions. */
export async function drillStatements({ requests }: { requests: number }): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('statements');
  try {
    const same = await load(db, settings.database, requests, equal);
    const different = await load(db, settings.database, requests, varied);
    report.add('requests refused', same.failed + different.failed, 0);
    report.add(`a connection after ${requests} equal requests holds of its own`, mb(same.kb), 'told only', true);
    const ratio = different.kb / same.kb;
    report.add(
      `after ${requests} requests that all differ`,
      `${mb(different.kb)}, ${ratio.toFixed(2)} times`,
      '≤ 1.2 times',
      ratio <= 1.2,
    );
    report.add('the program itself, equal and different', `${same.server}, ${different.server} MB`, 'told only', true);
    const repeated = await load(db, settings.database, requests, (turn) => varied((turn * 7) % 300));
    report.add(
      `after as many of 300 questions, so that ${mostPrepared} statements stand prepared`,
      mb(repeated.kb),
      `≤ ${mb(same.kb + mostPrepared * 200)}: 200 kB a statement`,
      repeated.kb <= same.kb + mostPrepared * 200,
    );
    report.add('control, 1,000 statements prepared and kept: times', await hoard(appLogin(settings)), '> 1.2', true);
    const control = report.findings.at(-1);
    if (Number(control?.found) <= 1.2) report.add('control', 'memory is not seen to grow', 'seen to grow', false);
  } finally {
    await dropCopy({ settings, db });
  }
  return report;
}

/** What the program did before: every text stays prepared. */
async function hoard(login: ReturnType<typeof appLogin>): Promise<string> {
  const client = new Client(login);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  const list = (at: number) => ({
    name: `s${at}`,
    text: `select * from registry.principal t where t.id in (select id from registry.principal where status = 'normal' order by id desc limit ${at + 1} offset ${at}) order by id`,
  });
  await client.query(list(0));
  const before = privateKb(pid);
  for (let at = 1; at <= 1_000; at += 1) await client.query(list(at));
  const after = privateKb(pid);
  await client.end();
  return (after / before).toFixed(1);
}
