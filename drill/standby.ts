import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type DatabaseSettings, root, stackEnvironment, superuserLogin } from '#db/settings.ts';
import { forget } from './fixtures.ts';
import { clusterFolder, killHard } from './own-stack.ts';
import { freePort, Tools } from './postgres-tools.ts';
import { pause } from './program.ts';

export const standbyPrograms = ['patroni', 'etcd', 'haproxy'];
/** What is not installed of what the drill needs. */
export const missingPrograms = (): string[] =>
  standbyPrograms.filter((name) => !['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, name))));

interface Node {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly data: string;
  readonly config: string;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly words: string;
}

/** Every process of this machine. */
function processes(): Process[] {
  const found: Process[] = [];
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const parent = Number(
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      );
      found.push({
        pid: Number(name),
        parent,
        words: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '),
      });
    } catch {
      // Gone meanwhile.
    }
  }
  return found;
}

const filled = (file: string, values: Record<string, string | number>) =>
  readFileSync(join(root, 'deploy/standby', file), 'utf8').replace(/@([A-Z_]+)@/g, (all, name: string) =>
    String(values[name] ?? all),
  );

/** Three PostgreSQL under Patroni with etcd, HAProxy before them: set up from the files an operator is given. */
export class Standby {
  readonly #home: string;
  readonly #tools: Tools;
  readonly #settings: DatabaseSettings;
  readonly #children: ChildProcess[] = [];
  readonly #log: number;
  nodes: readonly Node[] = [];
  port = 0;

  private constructor(settings: DatabaseSettings) {
    this.#settings = settings;
    this.#tools = new Tools(settings);
    this.#home = join(stackEnvironment().MULIAN_PG_HOME ?? '', 'standby');
    forget(this.#home);
    execFileSync('install', ['-d', '-m', '700', this.#home]);
    this.#own(this.#home);
    this.#log = openSync(join(this.#home, 'log'), 'a');
  }

  /** Begins with a copy of the stack's own cluster, as an installation that gets its standbys later. */
  static async raise(settings: DatabaseSettings): Promise<Standby> {
    const standby = new Standby(settings);
    try {
      await standby.#raise();
      return standby;
    } catch (error) {
      console.error(readFileSync(join(standby.#home, 'log'), 'utf8').slice(-3000));
      await standby.remove();
      throw error;
    }
  }

  async #raise(): Promise<void> {
    const [etcd, peer] = [await freePort(), await freePort()];
    this.port = await freePort();
    this.#spawn(
      '/usr/bin/etcd',
      ...['--data-dir', join(this.#home, 'etcd'), '--log-level', 'error'],
      ...['--listen-client-urls', `http://127.0.0.1:${etcd}`, '--advertise-client-urls', `http://127.0.0.1:${etcd}`],
      ...[
        '--listen-peer-urls',
        `http://127.0.0.1:${peer}`,
        '--initial-advertise-peer-urls',
        `http://127.0.0.1:${peer}`,
      ],
      ...['--initial-cluster', `default=http://127.0.0.1:${peer}`],
    );
    const nodes: Node[] = [];
    for (const name of ['a', 'b', 'c']) {
      const node = {
        name,
        port: await freePort(),
        rest: await freePort(),
        data: join(this.#home, name),
        config: join(this.#home, `${name}.yml`),
      };
      const values = {
        NAME: name,
        HOST: '127.0.0.1',
        NETWORK: '127.0.0.0/8',
        REST_PORT: node.rest,
        PG_PORT: node.port,
        ETCD: `127.0.0.1:${etcd}`,
        DATA: node.data,
        BIN: this.#tools.bin,
        PGPASS: join(this.#home, `${name}.pass`),
        SUPERUSER_PASSWORD: this.#settings.superuserPassword,
        BUFFERS: '256MB',
      };
      writeFileSync(node.config, filled('patroni.yml', values), { mode: 0o600 });
      this.#own(node.config);
      nodes.push(node);
    }
    this.nodes = nodes;
    const [first, ...others] = nodes as [Node, ...Node[]];
    const { host, port, superuser } = this.#settings;
    this.#tools.run(
      'pg_basebackup',
      ...['-h', host, '-p', String(port), '-U', superuser, '-D', first.data, '-c', 'fast', '-X', 'stream'],
    );
    this.begin(first);
    await this.#until('the first node leads', 60, async () => (await this.leader()) !== null);
    const servers = nodes.map((one) => `server ${one.name} 127.0.0.1:${one.port} check port ${one.rest}`);
    const proxy = join(this.#home, 'haproxy.cfg');
    writeFileSync(proxy, filled('haproxy.cfg', { BIND: `127.0.0.1:${this.port}`, SERVERS: servers.join('\n  ') }));
    this.#own(proxy);
    for (const node of others) this.begin(node);
    this.#spawn('/usr/sbin/haproxy', '-db', '-q', '-f', proxy);
    await this.whole();
  }

  /** The cluster's own settings, as `patronictl edit-config` changes them. */
  async configure(change: object): Promise<void> {
    const leader = await this.leader();
    await fetch(`http://127.0.0.1:${leader?.rest}/config`, { method: 'PATCH', body: JSON.stringify(change) });
  }

  begin(node: Node): void {
    this.#spawn('/usr/bin/patroni', node.config);
  }

  async leader(except?: Node): Promise<Node | null> {
    const led = (await this.members(except)).find((one) => one.role === 'leader' && one.state === 'running');
    return this.nodes.find((one) => one.name === led?.name && one !== except) ?? null;
  }

  /** Whoever leads in its place. */
  async successor(before: Node): Promise<Node> {
    let next: Node | null = null;
    await this.#until(`somebody leads instead of ${before.name}`, 120, async () => {
      next = await this.leader(before);
      return next !== null;
    });
    return next as unknown as Node;
  }

  async members(except?: Node): Promise<readonly Member[]> {
    for (const node of this.nodes.filter((one) => one !== except)) {
      const answer = await fetch(`http://127.0.0.1:${node.rest}/cluster`, { signal: AbortSignal.timeout(3_000) }).catch(
        () => null,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /** One leads, the others follow it on its timeline, and one of them synchronously unless told otherwise. */
  async whole(synchronous = true): Promise<void> {
    await this.#until('all three nodes stand', 180, async () => {
      const members = await this.members();
      const led = members.find((one) => one.role === 'leader');
      const following = members.filter(
        (one) => one.role !== 'leader' && one.timeline === led?.timeline && Number(one.lag) < 1_000_000,
      );
      if (!led || following.length !== this.nodes.length - 1) return false;
      if (synchronous !== members.some((one) => one.role === 'sync_standby')) return false;
      return this.#streaming((await this.leader()) as Node, this.nodes.length - 1);
    });
  }

  async #streaming(leader: Node, count: number): Promise<boolean> {
    const db = await this.on(leader);
    try {
      const { rows } = await db.query(
        `select 1 from pg_stat_replication where state = 'streaming' and application_name <> 'pg_basebackup'`,
      );
      return rows.length >= count;
    } finally {
      await db.end();
    }
  }

  async on(node: Node, database?: string): Promise<Client> {
    const db = new Client({
      ...superuserLogin({ ...this.#settings, host: '127.0.0.1', port: node.port }, database ?? 'postgres'),
      connectionTimeoutMillis: 5_000,
    });
    db.on('error', () => {});
    await db.connect();
    return db;
  }

  /** No standby hears of anything any more, as over a network that hangs. */
  async deafen(node: Node): Promise<void> {
    for (const one of this.#walSenders(node)) process.kill(one.pid, 'SIGSTOP');
  }

  #walSenders(node: Node): Process[] {
    return this.#kin(node).filter((one) => one.words.includes('walsender'));
  }

  #postmaster(node: Node): number {
    return Number(readFileSync(join(node.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  #kin(node: Node): Process[] {
    const postmaster = this.#postmaster(node);
    return processes().filter((one) => one.parent === postmaster);
  }

  /** The machine: Patroni and every process of the database at once. */
  kill(node: Node): void {
    // Those that send go first: a dead network says nothing more.
    const senders = this.#walSenders(node);
    const others = this.#kin(node);
    for (const one of this.#patroni(node)) killHard(one.pid);
    for (const one of senders) killHard(one.pid);
    killHard(this.#postmaster(node));
    for (const one of others) killHard(one.pid);
  }

  /** Patroni hears and says nothing more while its database goes on: whoever still reached that one must not be answered. */
  hang(node: Node): void {
    for (const one of this.#patroni(node)) process.kill(one.pid, 'SIGSTOP');
  }

  wake(node: Node): void {
    for (const one of this.#patroni(node)) process.kill(one.pid, 'SIGCONT');
  }

  #patroni(node: Node): Process[] {
    return processes().filter((one) => one.words.includes(node.config));
  }

  async remove(): Promise<void> {
    for (const one of processes()) if (this.nodes.some((node) => one.words.includes(node.config))) killHard(one.pid);
    for (const node of this.nodes) {
      try {
        for (const one of this.#kin(node)) killHard(one.pid);
        killHard(this.#postmaster(node));
      } catch {
        // It was never begun.
      }
    }
    for (const child of this.#children) child.kill('SIGKILL');
    for (const one of processes()) if (one.words.includes(this.#home)) killHard(one.pid);
    await pause(500);
    closeSync(this.#log);
    forget(this.#home);
  }

  #own(path: string): void {
    execFileSync('chown', ['--reference', clusterFolder(), path]);
  }

  #spawn(program: string, ...words: string[]): void {
    const as = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
    const [first = program, ...rest] = [...as, program, ...words];
    this.#children.push(spawn(first, rest, { cwd: '/', stdio: ['ignore', this.#log, this.#log] }));
  }

  async #until(what: string, seconds: number, isSo: () => Promise<boolean>): Promise<void> {
    const ends = Date.now() + seconds * 1000;
    while (Date.now() < ends) {
      if (await isSo().catch(() => false)) return;
      await pause(300);
    }
    throw new Error(`not within ${seconds} s: ${what}; ${JSON.stringify(await this.members())}`);
  }
}
