import { existsSync } from 'node:fs';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { Database, type Login } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { createApp } from '#kit/server/http/app.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { collectTitles } from '#kit/server/resource/columns.ts';
import { readParties } from '#kit/server/resource/list.ts';
import { modules as contracts } from '#modules/index.contract.ts';
import { serverModules } from '#modules/index.server.ts';

export interface Running {
  app: FastifyInstance;
  database: Database;
  close(): Promise<void>;
}

export interface ComposeInput {
  login: Login;
  root: string;
  pool?: number;
  rate?: number;
  log?: Logger;
  /** Folder of the built pages; left out, only the API is served. */
  web?: string;
}

/** The whole API on one database, started but not yet listening. */
export async function compose(input: ComposeInput): Promise<Running> {
  const log = input.log ?? pino({ level: 'silent' });
  const database = new Database(input.login, { max: input.pool ?? 10 });
  await database.checkDurability();
  collectTitles(contracts.flatMap((one) => one.resources));
  await readParties(database, makeScope({ tenantNo: -1, userId: null }));
  const { modules, doorkeeper } = serverModules(database);
  for (const one of modules) await one.start?.(database);
  const routes = modules.flatMap((one) => one.routes());
  const app = await createApp({
    modules: contracts,
    routes,
    database,
    doorkeeper,
    texts: new Texts(input.root),
    log,
    ...(input.rate ? { ratePerMinute: input.rate } : {}),
  });
  // Alive is the process; ready is the process and what it needs.
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const up = !stopping && (await database.isUp());
    return reply.code(up ? 200 : 503).send({ status: up ? 'ok' : 'down', database: up ? 'up' : 'down' });
  });
  if (input.web && existsSync(input.web)) await servePages(app, input.web);
  let stopping = false;
  return {
    app,
    database,
    // Readiness first, so that a proxy sends nothing new; then what is under way, then the connections.
    close: async () => {
      stopping = true;
      await app.close();
      await database.close();
    },
  };
}

async function servePages(app: FastifyInstance, web: string): Promise<void> {
  await app.register(serveStatic, {
    root: web,
    // Hashed names never change their content; the entry page must always be asked for.
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}
