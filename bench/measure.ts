import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { root } from '#db/settings.ts';

export interface Figure {
  perSecond: number;
  /** Processor time of the database's processes, microseconds per request or transaction. */
  databaseMicros: number;
  /** The same of the server. */
  serverMicros?: number;
  /** Milliseconds. */
  p50?: number;
  p95?: number;
  p99?: number;
}

/** User and system time of a process, in microseconds; a hundred ticks to the second on every Linux. */
function cpuOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return null;
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function backends(db: Client, application: string): Promise<number[]> {
  const { rows } = await db.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [application],
  );
  return rows.map((row) => row.pid);
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command}: ${text}`))));
  });
}

export interface BareInput {
  db: Client;
  login: { host: string; port: number; database: string; user: string; password: string };
  /** Several take turns. */
  script: string | readonly string[];
  seconds: number;
  clients: number;
  options?: string;
}

/** The bare engine on the same statements. Its processes end with it, so their time is read until the last moment. */
export async function bare({ db, login, script, seconds, clients, options }: BareInput): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'mulian-bench-'));
  const files = [script].flat().flatMap((text, at) => {
    const file = join(folder, `script${at}.sql`);
    writeFileSync(file, text);
    return ['-f', file];
  });
  const application = `bench ${process.pid} ${Math.random().toString(36).slice(2)}`;
  const done = run(
    'pgbench',
    [
      ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)],
      ...['-l', '--log-prefix', join(folder, 'log')],
      ...files,
      login.database,
    ],
    {
      PGHOST: login.host,
      PGPORT: String(login.port),
      PGUSER: login.user,
      PGPASSWORD: login.password,
      PGAPPNAME: application,
      // One processor per statement, as the product's own connections ask for.
      PGOPTIONS: `-c max_parallel_workers_per_gather=0 -c jit=off ${options ?? ''}`,
    },
  );
  const used = new Map<number, number>();
  let over = false;
  const watching = (async () => {
    while (used.size < clients && !over) {
      for (const pid of await backends(db, application)) used.set(pid, 0);
      await pause(20);
    }
    while (!over) {
      for (const pid of used.keys()) used.set(pid, cpuOf(pid) ?? used.get(pid) ?? 0);
      await pause(10);
    }
  })();
  let text = '';
  let latencies: number[] = [];
  try {
    text = await done;
    latencies = latenciesIn(folder);
  } finally {
    over = true;
    rmSync(folder, { recursive: true });
  }
  await watching;
  const perSecond = Number(/tps = ([\d.]+)/.exec(text)?.[1]);
  const transactions = Number(/transactions actually processed: (\d+)/.exec(text)?.[1]);
  const cpu = [...used.values()].reduce((sum, one) => sum + one, 0);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0) / 1000;
  return { perSecond, databaseMicros: cpu / transactions, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** The third word of every line of pgbench's log, in microseconds; in order. */
const latenciesIn = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => Number(line.split(' ')[2]))
    .sort((a, b) => a - b);

export interface Server {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** The product itself, as it is started anywhere else. */
export async function startServer(database: string, profile: string | null): Promise<Server> {
  const child = spawn(
    process.execPath,
    [...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), join(root, 'apps', 'server', 'main.ts')],
    {
      env: {
        ...process.env,
        MULIAN_DB: database,
        MULIAN_ROLE: 'api',
        MULIAN_LOG: 'silent',
        MULIAN_RATE: '1000000000',
        MULIAN_POOL: '8',
        MULIAN_PORT: '0',
        MULIAN_SAY_ADDRESS: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const said = /ready: http:\/\/[\d.]+:(\d+)/.exec(String(chunk))?.[1];
      if (said) resolve(Number(said));
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  // Whatever becomes of the bench, its server ends with it.
  process.on('exit', () => child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    port,
    pid: child.pid ?? 0,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

export interface ProductInput {
  db: Client;
  server: Server;
  token: string;
  /** Several take turns. */
  path: string | readonly string[];
  /** What `:id` in it may stand for. */
  ids?: readonly [number, number];
  seconds: number;
  clients: number;
}

export async function product(input: ProductInput): Promise<Figure> {
  const { db, server, token, path, ids = [0, 0], seconds, clients } = input;
  const before = new Map((await backends(db, 'mulian')).map((pid) => [pid, cpuOf(pid) ?? 0]));
  const serverBefore = cpuOf(server.pid) ?? 0;
  // wrk takes little of the processors it shares with what it measures.
  const text = await run(
    'wrk',
    [
      '-t',
      '1',
      '-c',
      String(clients),
      '-d',
      String(seconds),
      '-s',
      join(import.meta.dirname, 'load.lua'),
      `http://127.0.0.1:${server.port}`,
    ],
    { BENCH_TOKEN: token, BENCH_PATHS: [path].flat().join(' '), BENCH_FROM: String(ids[0]), BENCH_TO: String(ids[1]) },
  );
  const { requests, bad, seconds: took, p50, p95, p99 } = JSON.parse(/^\{.*\}$/m.exec(text)?.[0] ?? '{}');
  if (bad > 0) throw new Error(`${bad} of ${requests} answers of ${path} were not 200`);
  // The pool opens connections when it needs them: those that are new have done all their work here.
  const pids = await backends(db, 'mulian');
  const cpu = pids.reduce((sum, pid) => sum + (cpuOf(pid) ?? 0) - (before.get(pid) ?? 0), 0);
  return {
    perSecond: requests / took,
    databaseMicros: cpu / requests,
    serverMicros: ((cpuOf(server.pid) ?? 0) - serverBefore) / requests,
    p50,
    p95,
    p99,
  };
}
