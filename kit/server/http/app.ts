import { randomBytes } from 'node:crypto';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Envelope } from '#kit/contract/envelope.ts';
import { languageOf } from '#kit/contract/envelope.ts';
import { type AppError, notFound, unreadable } from '#kit/contract/errors.ts';
import { endpointsIn, type Module } from '#kit/contract/module.ts';
import { audit } from '../audit/audit.ts';
import type { Actor, Authenticator } from '../auth/actor.ts';
import { tokenFrom } from '../auth/token.ts';
import type { Database } from '../db/database.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { PushHub } from '../push/hub.ts';
import type { Call, Caller, FileAnswer, Route } from './call.ts';
import { decide } from './decide.ts';
import { asAnswer, fault, refuse } from './failure.ts';
import { once } from './idempotency.ts';
import { addSafetyHeaders } from './safety-headers.ts';
import type { Texts } from './texts.ts';
import { type Received, receive } from './upload.ts';

export interface AppParts {
  readonly modules: readonly Module[];
  readonly routes: readonly Route[];
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly jobs: JobQueue;
  readonly push: PushHub;
  readonly texts: Texts;
  readonly log: Logger;
  /** Requests per minute and address; generous, since a county office shares one. */
  readonly ratePerMinute?: number;
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies?: string;
  /** Sees every request from its beginning; registered before everything else. */
  readonly traces?: FastifyPluginCallback;
}

/** What the program's own work is called in the log; nobody outside passes for it. */
const ownClients = ['import', 'system'];

let random = Buffer.alloc(0);

/** Eight random bytes, drawn a thousand at a time: asking the system for each request would cost more than the session check. */
function traceId(): string {
  if (random.length === 0) random = randomBytes(8_000);
  const id = random.toString('hex', 0, 8);
  random = random.subarray(8);
  // Never sixteen digits in a row: that would read like the number of a bank card.
  return `f${id.slice(1, 8)}f${id.slice(9)}`;
}

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  refuseGaps(parts);
  const app = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    trustProxy: parts.trustedProxies ?? 'loopback',
    genReqId: traceId,
    // An address that cannot be read never reaches a route, and is told so like everything else.
    frameworkErrors: (error, request, reply) => {
      const { status, envelope } = refuse(callerOf(parts.texts, request), asAnswer(error) ?? unreadable());
      void (reply as FastifyReply).code(status).send(envelope);
    },
  });
  if (parts.traces) await app.register(parts.traces);
  await addSafetyHeaders(app);
  await app.register(rateLimit, {
    max: parts.ratePerMinute ?? 3000,
    timeWindow: 60_000,
    allowList: (request) => !request.url.startsWith('/api/'),
  });
  await app.register(multipart);
  for (const route of parts.routes) {
    app.route({
      method: route.endpoint.method,
      url: `/api/${route.endpoint.path}`,
      // Nobody asks for the head of a call, and every route more makes the start slower.
      exposeHeadRoute: false,
      ...(route.endpoint.perMinute && {
        config: { rateLimit: { max: route.endpoint.perMinute, timeWindow: 60_000 } },
      }),
      handler: (request, reply) => answer(parts, route, request, reply),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const { status, envelope } = refuse(callerOf(parts.texts, request), notFound());
    return reply.code(status).send(envelope);
  });
  app.setErrorHandler((error, request, reply) => {
    const caller = callerOf(parts.texts, request);
    const known = asAnswer(error);
    if (!known) parts.log.error({ err: error, traceId: caller.traceId, path: request.routeOptions.url }, 'fault');
    const { status, envelope } = known ? refuse(caller, known) : fault(caller);
    return reply.code(status).send(envelope);
  });
  return app;
}

/** Every declared endpoint is answered, and nothing is answered that was not declared. */
function refuseGaps({ modules, routes }: AppParts): void {
  const key = (one: { method: string; path: string }) => `${one.method} ${one.path}`;
  const declared = new Set(modules.flatMap(endpointsIn).map(key));
  const served = new Set<string>();
  const twice: string[] = [];
  for (const name of routes.map((route) => key(route.endpoint))) {
    if (served.has(name)) twice.push(name);
    served.add(name);
  }
  const missing = [...declared].filter((name) => !served.has(name));
  const extra = [...served].filter((name) => !declared.has(name));
  if (missing.length + extra.length + twice.length > 0) {
    throw new Error(
      `routes: not served ${missing.join(', ') || '-'}; not declared ${extra.join(', ') || '-'}; twice ${twice.join(', ') || '-'}`,
    );
  }
}

export function callerOf(texts: Texts, request: FastifyRequest): Caller & { takeClientType(): void } {
  const language = languageOf(request.headers['accept-language']);
  let clientType = 'unknown';
  return {
    startedAt: performance.now(),
    language,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    get clientType() {
      return clientType;
    },
    /** Every JSON body of the web client says what sent it; that is for the log, not for the schema. */
    takeClientType() {
      const body = request.body as { clientType?: unknown } | null;
      if (body && typeof body === 'object' && 'clientType' in body) {
        const said = String(body.clientType).slice(0, 20);
        clientType = ownClients.includes(said) ? 'unknown' : said;
        delete body.clientType;
      }
    },
    traceId: request.id,
    host: request.hostname,
    say: (key, args) => texts.say(language, key, args),
    header: (name) => request.headers[name]?.toString(),
  };
}

async function answer(
  parts: AppParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = callerOf(parts.texts, request);
  reply.header('cache-control', 'no-store');
  let call: Call | null = null;
  let upload: Received | null = null;
  try {
    caller.takeClientType();
    const actor = await admit(parts, route, request, reply);
    if (route.endpoint.upload) upload = await receive(request, route.endpoint.upload);
    call = makeCall(parts, route, caller, actor, request, upload);
    const data = await run(parts, route, call, request);
    if (call.answer.file) return sendFile(reply, call.answer.file);
    const envelope: Envelope = { code: 200, msg: call.answer.msg ?? '', data: data ?? null, traceId: caller.traceId };
    if (call.answer.total !== undefined) envelope.total = call.answer.total;
    if (call.answer.next !== undefined) envelope.next = call.answer.next;
    if (call.answer.token) reply.header('authorization', call.answer.token);
    return reply.send(envelope);
  } catch (error) {
    const known = asAnswer(error);
    if (!known) parts.log.error({ err: error, traceId: caller.traceId, path: route.endpoint.path }, 'fault');
    await leaveTrace(parts, route, call, caller, request, known);
    const { status, envelope } = known ? refuse(caller, known, (request as { actor?: Actor }).actor) : fault(caller);
    return reply.code(status).send(envelope);
  } finally {
    await upload?.remove();
  }
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.size !== undefined) reply.header('content-length', file.size);
  if (file.maxAge !== undefined) reply.header('cache-control', `public, max-age=${file.maxAge}`);
  return reply
    .headers(file.headers ?? {})
    .header('content-type', file.type)
    .header(
      'content-disposition',
      `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(file.stream);
}

async function admit(
  parts: AppParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor | null> {
  const page = request.headers['x-page'];
  const { actor, renewed, refused } = await decide(parts.authenticator, route.endpoint, {
    token: tokenFrom(request.headers.authorization),
    background: request.headers['x-background'] === '1',
    page: typeof page === 'string' && /^\/[\w/.-]{0,199}$/.test(page) ? page : null,
  });
  if (renewed) reply.header('authorization', renewed);
  if (actor) {
    reply.header('x-perm-version', String(actor.permVersion));
    (request as { actor?: Actor }).actor = actor;
  }
  if (refused) throw refused;
  return actor;
}

function makeCall(
  parts: AppParts,
  { endpoint }: Route,
  caller: Caller,
  actor: Actor | null,
  request: FastifyRequest,
  upload: Received | null,
): Call {
  return {
    ...caller,
    clientType: caller.clientType,
    endpoint,
    database: parts.database,
    jobs: parts.jobs,
    push: parts.push,
    get actor(): Actor {
      if (!actor) throw new Error(`${endpoint.path} is public and has no actor`);
      return actor;
    },
    get tx(): never {
      throw new Error(`${endpoint.path} declares no action, so it runs in no transaction`);
    },
    params: endpoint.params ? endpoint.params.parse(request.params) : {},
    query: endpoint.query ? endpoint.query.parse(request.query) : {},
    body: endpoint.body ? endpoint.body.parse(upload?.fields ?? request.body ?? {}) : undefined,
    get upload(): Received {
      if (!upload) throw new Error(`${endpoint.path} takes no file`);
      return upload;
    },
    audited: false,
    answer: {},
  } as Call;
}

/** A changing call runs whole in one transaction: its effect, its operation-log row and its idempotency key stand or fall together. */
async function run(parts: AppParts, route: Route, call: Call, request: FastifyRequest): Promise<unknown> {
  const { endpoint } = route;
  if (!endpoint.action || endpoint.access === 'public') return route.handle(call, undefined);
  const prepared = await route.prepare?.(call);
  const key = request.headers['idempotency-key'];
  return parts.database.transaction(call.actor.scope, async (tx) => {
    Object.defineProperty(call, 'tx', { value: tx });
    const work = async () => {
      const data = await route.handle(call, prepared);
      if (!call.audited)
        await audit(tx, call, {
          module: route.module,
          entity: route.entity,
          action: endpoint.action ?? '',
          params: call.body,
        });
      return { data, answer: call.answer };
    };
    // What was prepared exists already: a first answer given again would leave it without an owner.
    if (typeof key !== 'string' || key.length > 64 || route.prepare) return (await work()).data;
    const isKept = () => !endpoint.secret && !call.answer.file && !call.answer.token;
    const first = await once(tx, key, { path: endpoint.path, body: request.body }, work, isKept);
    Object.assign(call.answer, first.answer);
    return first.data;
  });
}

/** A change that was refused or failed leaves its row too, outside the transaction that was rolled back. */
async function leaveTrace(
  parts: AppParts,
  route: Route,
  call: Call | null,
  caller: Caller,
  request: FastifyRequest,
  error: AppError | null,
): Promise<void> {
  const actor = (request as { actor?: Actor }).actor;
  if (!actor || !route.endpoint.action || (error && ![403, 409, 500].includes(error.code))) return;
  const about =
    call ??
    ({ ...caller, clientType: caller.clientType, endpoint: route.endpoint, actor, audited: false } as unknown as Call);
  try {
    await parts.database.transaction(actor.scope, (tx) =>
      audit(tx, about, {
        module: route.module,
        entity: route.entity,
        action: error?.code === 403 ? 'denied' : (route.endpoint.action ?? ''),
        params: request.body,
        result: error ? 'refused' : 'failed',
        code: error?.code ?? 500,
        msg: error ? caller.say(error.key, error.args) : '',
      }),
    );
  } catch (failure) {
    parts.log.error({ err: failure, traceId: caller.traceId }, 'the trace of a refused call could not be written');
  }
}
