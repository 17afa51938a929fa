import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { dataFolder, piiKeys } from '#db/settings.ts';
import type { Authenticator } from '#kit/server/auth/actor.ts';
import { Database, type Login } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { startDeliveries } from '#kit/server/delivery/delivery.ts';
import { startDue } from '#kit/server/due/due.ts';
import type { BusSettings } from '#kit/server/events/bus.ts';
import { startEvents } from '#kit/server/events/start.ts';
import { openStore } from '#kit/server/files/open-store.ts';
import { provideFiles } from '#kit/server/files/provided.ts';
import type { StoreSettings } from '#kit/server/files/store.ts';
import { sweepTempFiles } from '#kit/server/files/sweep.ts';
import { createApp } from '#kit/server/http/app.ts';
import { serveFramed } from '#kit/server/http/framed.ts';
import { provideApi } from '#kit/server/http/openapi.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { startClock } from '#kit/server/jobs/clock.ts';
import { expireJobs } from '#kit/server/jobs/expire.ts';
import { JobQueue, newBoss, queueName } from '#kit/server/jobs/queue.ts';
import { startWorker } from '#kit/server/jobs/worker.ts';
import { provideLimits } from '#kit/server/limits.ts';
import { provideMedia, serveMedia } from '#kit/server/media/media.ts';
import { type MessageSettings, provideMessages } from '#kit/server/message/message.ts';
import { Metrics } from '#kit/server/metrics/metrics.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { providePapers } from '#kit/server/paper/provided.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { Ephemeral, provideEphemeral } from '#kit/server/push/ephemeral.ts';
import { provideGuestKey } from '#kit/server/push/guest.ts';
import { PushHub } from '#kit/server/push/hub.ts';
import { provideRelay } from '#kit/server/push/relay.ts';
import { collectTitles } from '#kit/server/resource/columns.ts';
import { readParties } from '#kit/server/resource/list.ts';
import { foldRollups } from '#kit/server/rollup.ts';
import { registerExportJob } from '#kit/server/sheets/export-rows.ts';
import { registerImportJob } from '#kit/server/sheets/import-rows.ts';
import type { TraceSettings } from '#kit/server/traces/traces.ts';
import { type BrokerSettings, provideBroker, provideVideoFolder } from '#modules/device/server/index.ts';
import { modules as ownContracts } from '#modules/index.contract.ts';
import { serverModules } from '#modules/index.server.ts';
import {
  backupAge,
  provideDemo,
  provideMapService,
  pushLimits,
  saveAlarmKinds,
  workLimits,
} from '#modules/platform/server/index.ts';

export interface Running {
  app: FastifyInstance;
  database: Database;
  authenticator: Authenticator;
  /** Where Prometheus reads; null where it does not. */
  metrics: string | null;
  /** Takes no further jobs; the one under way is left to whoever comes next. */
  stopWorker(): Promise<void>;
  close(): Promise<void>;
}

export interface ComposeInput {
  /** Modules beside the product's own: examples under test. */
  extra?: readonly ServerModule[];
  login: Login;
  root: string;
  pool?: number;
  rate?: number;
  /** Whose X-Forwarded-For is believed; this machine's alone unless given. */
  trustedProxies?: string;
  /** Where map keys are tried, if not at the service itself. */
  mapService?: string | undefined;
  deliveryNetworks?: string | undefined;
  /** Who sends text messages and makes calls; left out, nobody. */
  messages?: MessageSettings | undefined;
  /** Where a demo wrote its accounts: the login page offers them if they are this database's. */
  demoAccounts?: string | undefined;
  log?: Logger;
  /** Folder of the built pages; left out, only the API is served. */
  web?: string;
  /** Where files lie; a folder of the data folder unless given. */
  files?: StoreSettings;
  /** Signs links to files; unless given, one that nobody knows, so that links end with the process. */
  signingKey?: string;
  /** Works on jobs too. */
  worker?: boolean;
  /** How jobs are looked for and divided; tests wait less and divide finer. */
  jobs?: { pollSeconds?: number; superviseSeconds?: number; importBatch?: number };
  /** Where recordings and live pieces lie; a folder of the data folder unless given. */
  media?: string;
  /** Where the installation is reached from outside: printed on papers. */
  address?: string;
  /** Left out, events stay in the database: streams work, consumers do not. */
  bus?: BusSettings | undefined;
  /** The devices' own; left out, nothing of theirs arrives. */
  broker?: BrokerSettings | undefined;
  /** Where browsers talk through; left out, only inside one network. */
  relay?: { readonly urls: readonly string[]; readonly secret: string } | undefined;
  /** Takes what devices say. */
  ingest?: boolean;
  /** Where figures about the process are told; left out, nowhere. */
  metrics?: { readonly host: string; readonly port: number } | undefined;
  /** Where spans of requests are told; left out, none are made. */
  traces?: TraceSettings | undefined;
}

/** A database for tests may forget; never one that people work with. */
const isThrowaway = () => process.env.MULIAN_STACK === 'throwaway' && process.env.NODE_ENV !== 'production';

/** By China's clock. */
const nightHour = 2;

/** The whole API on one database, started but not yet listening. */
export async function compose(input: ComposeInput): Promise<Running> {
  const extra = input.extra ?? [];
  const contracts = [...ownContracts, ...extra.map((one) => one.contract)];
  provideKeys(piiKeys());
  const store = await openStore(input.files ?? { driver: 'disk', folder: join(dataFolder, 'files') });
  const signingKey = input.signingKey ?? randomBytes(32).toString('base64url');
  provideFiles({ store, signingKey });
  provideMedia({ root: input.media ?? join(dataFolder, 'media'), signingKey });
  provideGuestKey(signingKey);
  provideRelay(input.relay ?? null);
  providePapers({ address: input.address ?? 'http://127.0.0.1:7300' });
  const log = input.log ?? pino({ level: 'silent' });
  // Loaded by those who want it: half a second of every start otherwise.
  const traces = input.traces ? (await import('#kit/server/traces/traces.ts')).startTraces(input.traces) : null;
  const database = new Database(input.login, { max: input.pool ?? 10 });
  if (!isThrowaway()) await database.checkDurability();
  const broker = provideBroker(input.broker ?? null);
  provideVideoFolder(input.media ?? join(dataFolder, 'media'));
  provideMessages(input.messages ?? null, log);
  provideDemo(input.demoAccounts ?? null);
  if (input.mapService) provideMapService(input.mapService);
  provideLimits((tenantNo) => workLimits(database, tenantNo));
  provideApi(contracts, productVersion(input.root));
  collectTitles(contracts.flatMap((one) => one.resources));
  await readParties(database, makeScope({ tenantNo: -1, userId: null }));
  const { modules: own, authenticator } = serverModules(database);
  const modules = [...own, ...extra];
  for (const one of modules) await one.start?.(database);
  const routes = modules.flatMap((one) => one.routes());
  const texts = new Texts(input.root);
  await saveAlarmKinds(database, texts);
  const boss = newBoss(input.login, { supervise: input.worker ?? false, ...input.jobs });
  await boss.start();
  const events = await startEvents({ ...input, database, log });
  events.feed.listen((event) => {
    for (const one of modules) one.hear?.(event);
  });
  const limits = (tenantNo: number) => pushLimits(database, tenantNo);
  const push = new PushHub({ database, authenticator, feed: events.feed, log, limits });
  provideEphemeral(new Ephemeral(events.bus, (event) => push.signal(event)));
  const jobs = new JobQueue(boss);
  const app = await createApp({
    modules: contracts,
    routes,
    database,
    authenticator,
    jobs,
    push,
    texts,
    log,
    ...(input.rate ? { ratePerMinute: input.rate } : {}),
    ...(input.trustedProxies ? { trustedProxies: input.trustedProxies } : {}),
    ...(traces ? { traces: traces.plugin } : {}),
  });
  if (input.worker) {
    registerExportJob(contracts.flatMap((one) => one.resources));
    registerImportJob(texts, input.jobs?.importBatch);
    await startWorker({
      boss,
      database,
      texts,
      log,
      actorOf: (userId) => authenticator.actorOf(userId),
      ...input.jobs,
    });
  }
  const ingests = input.ingest ? modules.flatMap((one) => one.ingest?.({ database, log }) ?? []) : [];
  const due = input.worker ? startDue(database, log) : null;
  const deliveries = input.worker ? startDeliveries(database, { networks: input.deliveryNetworks, log }) : null;
  const clock = input.worker ? startClock(modules, { database, jobs, texts, log }) : null;
  const folding = input.worker
    ? setInterval(
        () => void foldRollups(database).catch((error) => log.error({ err: error }, 'folding failed')),
        2_000,
      ).unref()
    : undefined;
  serveMedia(app);
  // Alive is the process; ready is the process and what it needs.
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const up = !stopping && (await database.isUp());
    return reply
      .code(up ? 200 : 503)
      .send({ status: up ? 'ok' : 'down', database: up ? 'up' : 'down', events: events.state() });
  });
  if (input.web && existsSync(input.web)) await servePages(app, input.web, database, modules);
  const metrics = input.metrics
    ? await new Metrics({
        app,
        routes,
        database,
        events,
        push,
        backupAge: () => backupAge(database),
        folders: watchedFolders(input),
      }).listen(input.metrics.host, input.metrics.port)
    : null;
  let stopping = false;
  // Several processes may sweep at once: removing a file twice does no harm.
  const sweep = () =>
    expireJobs(database)
      .then(() => sweepTempFiles(database))
      .catch((error) => log.error({ err: error }, 'sweeping files failed'));
  const nightly = async () => {
    if ((new Date().getUTCHours() + 8) % 24 !== nightHour) return;
    for (const one of modules)
      await one
        .nightly?.()
        .catch((error) => log.error({ err: error, module: one.contract.name }, 'nightly work failed'));
  };
  const nights = input.worker ? setInterval(() => void nightly(), 3_600_000).unref() : undefined;
  const sweeping = setInterval(() => void sweep(), 3_600_000).unref();
  return {
    app,
    database,
    authenticator,
    metrics: metrics?.address ?? null,
    stopWorker: () => boss.offWork(queueName),
    // Readiness first, so that a proxy sends nothing new; then what is under way, then the connections.
    close: async () => {
      stopping = true;
      clearInterval(sweeping);
      clearInterval(folding);
      await Promise.all(ingests.map((one) => one.close()));
      await clock?.stop();
      await due?.stop();
      await deliveries?.stop();
      clearInterval(nights);
      await metrics?.close();
      // Streams never end by themselves.
      push.close();
      await app.close();
      await clock?.stop();
      await boss.stop({ timeout: 15_000 });
      await events.close();
      await broker?.close();
      await database.close();
      await traces?.close();
    },
  };
}

const watchedFolders = ({ files, media }: ComposeInput): Record<string, string> => ({
  data: dataFolder,
  media: media ?? dataFolder,
  ...(files?.driver === 'disk' && { files: files.folder }),
});

const productVersion = (root: string): string => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return version;
};

async function servePages(
  app: FastifyInstance,
  web: string,
  database: Database,
  modules: readonly ServerModule[],
): Promise<void> {
  // Printed codes carry addresses without a hash: those outlive whatever the pages are made with.
  app.get('/iframe/*', (request, reply) => reply.redirect(`/#${request.url}`));
  for (const [path, originsOf] of modules.flatMap((one) => Object.entries(one.frames ?? {})))
    serveFramed(app, path, database, originsOf);
  app.get('/verify', (request, reply) => reply.redirect(`/#${request.url}`));
  // Behind a printed code a page of few kilobytes; what it cannot do, it leaves to the application.
  const isLight = existsSync(join(web, 't.html'));
  app.get<{ Querystring: Record<string, string | undefined> }>('/t', (request, reply) =>
    isLight && request.query.full === undefined
      ? reply.header('cache-control', 'no-cache').sendFile('t.html')
      : reply.redirect(`/#${request.url}`),
  );
  await app.register(serveStatic, {
    root: web,
    // The build lays brotli and gzip beside each text.
    preCompressed: true,
    // Hashed names never change their content; the entry page must always be asked for.
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}
