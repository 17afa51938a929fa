import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { makeScope } from '../db/scope.ts';
import type { Events } from '../events/start.ts';
import type { Route } from '../http/call.ts';
import { queueName } from '../jobs/queue.ts';
import type { PushHub } from '../push/hub.ts';
import { failedLogins } from './counted.ts';
import { type RouteClass, routeClass } from './route-class.ts';

export interface MetricsParts {
  readonly app: FastifyInstance;
  readonly routes: readonly Route[];
  readonly database: Database;
  readonly events: Pick<Events, 'state'>;
  readonly push: Pick<PushHub, 'size'>;
  /** Seconds since the last backup was marked; null where there is none. */
  backupAge(): Promise<number | null>;
  /** Folders whose disks are watched, by what lies in them. */
  readonly folders: Readonly<Record<string, string>>;
}

const nobody = makeScope({ tenantNo: -1, userId: null });
/** A scrape waits ten seconds for all of it. */
const patience = 3_000;
/** As nginx calls it: the caller went away before the answer. */
const cutOff = 499;
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Backlog {
  readonly outbox: number;
  readonly outbox_age: number;
  readonly rollups: number;
}
interface Queue {
  readonly waiting: number;
  readonly running: number;
  readonly age: number;
}

const backlog = { text: 'select outbox, outbox_age, rollups from kit.backlog()', values: [] };
const queue = {
  text: `select count(*) filter (where state in ('created', 'retry')) as waiting,
           count(*) filter (where state = 'active') as running,
           coalesce(extract(epoch from now() - min(created_on) filter (where state = 'created')), 0)::float8 as age
         from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`,
  values: [queueName],
};

type Sample = readonly [name: string, value: number, labels?: Record<string, string>];

/** What is read at every scrape. */
const read: Readonly<Record<string, { help: string; labelNames?: string[] }>> = {
  mulian_database_up: { help: 'Whether the database answered within three seconds.' },
  mulian_outbox_waiting: { help: 'Events that were committed and not yet carried to NATS.' },
  mulian_outbox_age_seconds: { help: 'Since when the oldest of them waits.' },
  mulian_rollup_backlog_rows: { help: 'Differences not yet folded into the figures.' },
  mulian_jobs: { help: 'Jobs that wait or run.', labelNames: ['state'] },
  mulian_job_wait_seconds: { help: 'Since when the oldest job waits that nobody has begun.' },
  mulian_backup_age_seconds: { help: 'Since the last backup was marked as made; none where there never was one.' },
  mulian_disk_used_ratio: { help: 'How full the disk of a folder is, 0 to 1.', labelNames: ['folder'] },
};

/** Everything one process tells about itself and its database, in the text format of Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #parts: MetricsParts;
  readonly #gauges: ReadonlyMap<string, Gauge>;

  constructor(parts: MetricsParts) {
    this.#parts = parts;
    collectDefaultMetrics({ register: this.#registry });
    this.#registry.registerMetric(failedLogins);
    this.#watchRequests();
    this.#watchProcess();
    this.#gauges = new Map(
      Object.entries(read).map(([name, { help, labelNames = [] }]) => [
        name,
        new Gauge({ name, help, labelNames, registers: [this.#registry] }),
      ]),
    );
  }

  #watchRequests(): void {
    const { app, routes } = this.#parts;
    const classes = new Map<string, RouteClass>(
      routes.map(({ endpoint }) => [`${endpoint.method} /api/${endpoint.path}`, routeClass(endpoint)]),
    );
    const requests = new Counter({
      name: 'mulian_http_requests_total',
      help: 'Requests answered, by class of route and status.',
      labelNames: ['class', 'status'],
      registers: [this.#registry],
    });
    const seconds = new Histogram({
      name: 'mulian_http_request_seconds',
      help: 'How long answers took, by class of route; streams are left out, they last as long as their readers.',
      labelNames: ['class'],
      buckets,
      registers: [this.#registry],
    });
    // Fastify's own hook is not called for an answer that its reader cut off, as every stream is.
    app.addHook('onRequest', (request, reply, done) => {
      reply.raw.once('close', () => {
        const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
        const found = classes.get(`${request.method} ${request.routeOptions.url}`) ?? 'other';
        const name = isStream ? 'stream' : found;
        const isCut = !isStream && !reply.raw.writableFinished;
        requests.inc({ class: name, status: String(isCut ? cutOff : reply.statusCode) });
        if (!isStream) seconds.observe({ class: name }, reply.elapsedTime / 1000);
      });
      done();
    });
  }

  #watchProcess(): void {
    const { database, events, push } = this.#parts;
    const registers = [this.#registry];
    new Gauge({
      name: 'mulian_pool_connections',
      help: 'Connections to the database, by state; waiting are the callers that got none yet.',
      labelNames: ['state'],
      registers,
      collect() {
        const { max, total, idle, waiting } = database.pool;
        for (const [state, n] of Object.entries({ max, used: total - idle, idle, waiting })) this.set({ state }, n);
      },
    });
    new Gauge({
      name: 'mulian_push_streams',
      help: 'Streams open in this process.',
      registers,
      collect() {
        this.set(push.size);
      },
    });
    new Gauge({
      name: 'mulian_events_up',
      help: 'Whether NATS is reached; told only where there is one.',
      registers,
      collect() {
        const state = events.state();
        this.remove();
        if (state !== 'off') this.set(state === 'up' ? 1 : 0);
      },
    });
  }

  async #samples(): Promise<Sample[]> {
    const ofDatabase = await Promise.race([
      this.#readDatabase().catch(() => null),
      pause(patience, null, { ref: false }),
    ]);
    const disks = await Promise.all(
      Object.entries(this.#parts.folders).map(async ([folder, path]): Promise<Sample[]> => {
        const disk = await statfs(path).catch(() => null);
        if (!disk) return [];
        // As df counts it: what only root may use is used.
        const used = disk.blocks - disk.bfree;
        return [['mulian_disk_used_ratio', used / (used + disk.bavail), { folder }]];
      }),
    );
    return [['mulian_database_up', ofDatabase ? 1 : 0], ...(ofDatabase ?? []), ...disks.flat()];
  }

  async #readDatabase(): Promise<Sample[]> {
    const { database, events } = this.#parts;
    const [[waits], [jobs]] = await database.read<[Backlog, Queue]>(nobody, backlog, queue);
    if (!waits || !jobs) throw new Error('the backlog was not told');
    const age = await this.#parts.backupAge();
    // Without NATS events stay where they are, and nobody waits for them.
    const outbox: Sample[] = [
      ['mulian_outbox_waiting', waits.outbox],
      ['mulian_outbox_age_seconds', waits.outbox_age],
    ];
    return [
      ...(events.state() === 'off' ? [] : outbox),
      ['mulian_rollup_backlog_rows', waits.rollups],
      ['mulian_jobs', jobs.waiting, { state: 'waiting' }],
      ['mulian_jobs', jobs.running, { state: 'running' }],
      ['mulian_job_wait_seconds', jobs.age],
      ...(age === null ? [] : [['mulian_backup_age_seconds', age] as const]),
    ];
  }

  async text(): Promise<string> {
    const samples = await this.#samples();
    // What was read last time is not told again: a database that is away has nothing to tell.
    for (const [name, gauge] of this.#gauges) {
      gauge.reset();
      if (!read[name]?.labelNames) gauge.remove();
    }
    for (const [name, value, labels = {}] of samples) this.#gauges.get(name)?.set(labels, value);
    return this.#registry.metrics();
  }

  /** On a port of its own, which no proxy leads to. */
  async listen(host: string, port: number): Promise<{ address: string; close(): Promise<void> }> {
    const server = createServer((request, reply) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return void reply.writeHead(404).end();
      this.text().then(
        (text) => reply.writeHead(200, { 'content-type': this.#registry.contentType }).end(text),
        () => reply.writeHead(500).end(),
      );
    });
    server.listen(port, host);
    await once(server, 'listening');
    const { address, family, port: taken } = server.address() as AddressInfo;
    return {
      address: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`,
      close: async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  }
}
