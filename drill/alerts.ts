import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { parse, stringify } from 'yaml';
import { type DatabaseSettings, root, superuserLogin } from '#db/settings.ts';
import { superuser, tokenOf } from '../bench/world.ts';
import { mountSmall } from './degrade.ts';
import { copyWorld, dropCopy, forget } from './fixtures.ts';
import { killHard, postmasterPid, raiseStack } from './own-stack.ts';
import { freePort } from './postgres-tools.ts';
import { Program, pause } from './program.ts';
import { Report } from './report.ts';
import { send } from './wire.ts';

/** Within how many seconds an alert fires after something broke, and clears after it was mended. */
const fires = 120;
const clears = 180;
/** The lock whose holder carries events to NATS. */
const relayLock = 7_309;

interface Alert {
  readonly labels: { readonly alertname: string };
  readonly state: 'pending' | 'firing';
}

/** Debian's Prometheus with the files of deploy/, but for the address of what it reads. */
class Prometheus {
  readonly #child: ChildProcess;
  readonly #address: string;

  private constructor(child: ChildProcess, address: string) {
    this.#child = child;
    this.#address = address;
    process.on('exit', () => child.kill('SIGKILL'));
  }

  static async start(folder: string, target: string): Promise<Prometheus> {
    const source = join(root, 'deploy/prometheus');
    const config = parse(readFileSync(join(source, 'prometheus.yml'), 'utf8')) as { scrape_configs: unknown[] };
    config.scrape_configs = [{ job_name: 'mulian', static_configs: [{ targets: [target], labels: { role: 'api' } }] }];
    writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
    copyFileSync(join(source, 'alerts.yml'), join(folder, 'alerts.yml'));
    execFileSync('promtool', ['check', 'config', join(folder, 'prometheus.yml')], { stdio: 'ignore' });
    const address = `127.0.0.1:${await freePort()}`;
    const words = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ];
    const child = spawn('prometheus', words, { stdio: ['ignore', 'ignore', 'inherit'] });
    const started = new Prometheus(child, address);
    for (let turn = 0; turn < 150; turn += 1) {
      if (child.exitCode !== null) break;
      if ((await fetch(`http://${address}/-/ready`).catch(() => null))?.ok) return started;
      await pause(200);
    }
    throw new Error('prometheus does not come up');
  }

  async firing(): Promise<Set<string>> {
    const answer = await fetch(`http://${this.#address}/api/v1/alerts`);
    const { data } = (await answer.json()) as { data: { alerts: Alert[] } };
    return new Set(data.alerts.filter((one) => one.state === 'firing').map((one) => one.labels.alertname));
  }

  /** Whether it has read figures of the product at all: a silence of nothing read would say nothing. */
  async reads(): Promise<boolean> {
    const answer = await fetch(`http://${this.#address}/api/v1/query?query=mulian_database_up`);
    const { data } = (await answer.json()) as { data: { result: unknown[] } };
    return data.result.length === 1;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await ended;
  }
}

interface Break {
  readonly alert: string;
  readonly what: string;
  cause(): Promise<void>;
  mend(): Promise<void>;
}

async function took(isSo: () => Promise<boolean>, seconds: number): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    if (await isSo().catch(() => false)) return (performance.now() - began) / 1000;
    await pause(1_000);
  }
  return null;
}

const told = (seconds: number | null) => (seconds === null ? 'never' : `${Math.round(seconds)} s`);

/** Broken, told, mended, and told no more. */
async function breakOne(report: Report, prometheus: Prometheus, one: Break): Promise<void> {
  const isFiring = async () => (await prometheus.firing()).has(one.alert);
  await one.cause();
  const fired = await took(isFiring, fires + 60);
  await one.mend();
  const cleared = await took(async () => !(await isFiring()), clears + 60);
  report.add(`${one.what}: ${one.alert} fires after`, told(fired), `≤ ${fires} s`, fired !== null && fired <= fires);
  const isClear = fired !== null && cleared !== null && cleared <= clears;
  report.add(`${one.what}: mended, it clears after`, told(cleared), `≤ ${clears} s`, isClear);
}

/** Sixty names that do not exist: the door stays polite, and its counter grows. */
const failedLogins = (program: Program): Break => ({
  alert: 'MulianFailedLogins',
  what: '60 refused logins',
  cause: async () => {
    for (let n = 0; n < 60; n += 1)
      await send(program.port, {
        path: 'sys/auth/login',
        token: '',
        body: { username: `nobody${n}${randomUUID().slice(0, 8)}`, password: 'Wrong-password-1', portalId: 'all' },
      });
  },
  mend: () => Promise.resolve(),
});

/** Somebody else holds the relay's turn and does nothing with it, as a process that hangs would. */
function stuckOutbox(program: Program, settings: DatabaseSettings, holder: Client, token: string): Break {
  const publish = async () => {
    const made = await send(program.port, {
      path: 'sys/notice/content/add',
      token,
      key: randomUUID(),
      body: {
        type: 'notice',
        level: 'normal',
        title: '演练',
        content: '<p>请阅</p>',
        attachments: [],
        needReceipt: false,
        audience: { all: true },
      },
    });
    const { id, version } = made.data ?? {};
    const body = { id, version, name: 'publish' };
    const answer = await send(program.port, { path: 'sys/notice/content/transition', token, key: randomUUID(), body });
    if (answer.code !== 200) throw new Error(`nothing was published: ${answer.msg}`);
  };
  return {
    alert: 'MulianOutboxStuck',
    what: 'the relay of events blocked',
    cause: async () => {
      // Whoever has it now is ended; the lock is waited for, so that the next in turn does not get it before.
      const taken = holder.query('select pg_advisory_lock($1)', [relayLock]);
      const other = new Client(superuserLogin(settings, settings.database));
      await other.connect();
      await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mulian relay' and datname = current_database()`,
      );
      await other.end();
      await taken;
      await publish();
    },
    mend: async () => {
      await holder.query('select pg_advisory_unlock($1)', [relayLock]);
    },
  };
}

const fullDisk = (folder: string): Break => ({
  alert: 'MulianDiskFull',
  what: 'the disk of files 95 % full',
  cause: async () => writeFileSync(join(folder, 'filler'), Buffer.alloc(0.95 * 4 * 1024 * 1024)),
  mend: async () => rmSync(join(folder, 'filler')),
});

const noDatabase = (): Break => ({
  alert: 'MulianDatabaseAway',
  what: 'the database killed',
  cause: async () => {
    killHard(postmasterPid());
  },
  mend: () => raiseStack(),
});

/** What people are to be told of is told within two minutes, and no longer than it lasts. */
export async function drillAlerts(): Promise<Report> {
  const report = new Report();
  try {
    execFileSync('prometheus', ['--version'], { stdio: 'ignore' });
  } catch {
    throw new Error('this drill needs Prometheus: apt-get install --no-install-recommends prometheus');
  }
  const copy = await copyWorld('alerts');
  const { settings } = copy;
  const token = await tokenOf(copy.db, 'tl_admin');
  await copy.db.end();
  const folder = mkdtempSync(join(tmpdir(), 'mulian-alerts-'));
  const small = join(folder, 'small');
  const isMounted = mountSmall(small);
  const metrics = await freePort();
  const program = await Program.start(
    'api',
    {
      MULIAN_DB: settings.database,
      MULIAN_LOG: 'silent',
      MULIAN_METRICS_PORT: String(metrics),
      MULIAN_FILES: 'disk',
      MULIAN_FILES_FOLDER: isMounted ? small : join(folder, 'files'),
    },
    'pipe',
  );
  const holder = new Client(superuserLogin(settings, settings.database));
  let prometheus: Prometheus | null = null;
  try {
    await holder.connect();
    const started = await Prometheus.start(folder, `127.0.0.1:${metrics}`);
    prometheus = started;
    await took(() => started.reads(), 60);
    // The control: read twice while nothing is broken, and nothing fires.
    await pause(32_000);
    report.add('figures are read', String(await started.reads()), 'true');
    const early = [...(await started.firing())];
    report.add('alerts before anything is broken', early.join() || 'none', 'none');
    const breaks = [failedLogins(program), stuckOutbox(program, settings, holder, token)];
    if (isMounted) breaks.push(fullDisk(small));
    else report.add('disk full', 'left out', 'root may mount a small disk, others may not', true);
    await Promise.all(breaks.map((one) => breakOne(report, started, one)));
    await holder.end();
    await breakOne(report, started, noDatabase());
    const late = [...(await started.firing())];
    report.add('alerts after all was mended', late.join() || 'none', 'none');
  } finally {
    await prometheus?.stop();
    await holder.end().catch(() => {});
    if (program.isAlive) await program.stop();
    if (isMounted) execFileSync('umount', ['-l', small]);
    forget(folder);
    await dropCopy({ settings, db: await superuser(settings) });
  }
  return report;
}
