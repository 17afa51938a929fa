import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { Client } from 'pg';
import { inject } from 'vitest';
import {
  appLogin,
  type DatabaseSettings,
  databaseSettings,
  root,
  stackEnvironment,
  superuserLogin,
} from '#db/settings.ts';
import type { Envelope } from '#kit/contract/envelope.ts';
import type { Database } from '#kit/server/db/database.ts';
import type { StoreSettings } from '#kit/server/files/store.ts';
import { forgetDatabase } from '#kit/server/forget.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { compose, type Running } from '../compose.ts';
import { readBroker } from '../config.ts';
import { type Watch, watchAnswers } from './clear-numbers.ts';
import { askedAt } from './over-network.ts';
import { quickJobs } from './quick-jobs.ts';
import { openSession } from './sessions.ts';

/** What a dependency will refuse in its next major version; a world that saw one does not close well. */
const deprecations: string[] = [];
process.on('warning', (warning) => {
  if (warning.name === 'DeprecationWarning') deprecations.push(warning.stack ?? warning.message);
});

export interface Answer<T = any> extends Envelope<T> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
}

type Extra = Record<string, string>;

/** A person at a browser: calls with their token, answers as envelopes. */
export interface Person {
  readonly token: string;
  get<T = any>(path: string, headers?: Extra): Promise<Answer<T>>;
  post<T = any>(path: string, body?: object, headers?: Extra): Promise<Answer<T>>;
}

export interface World extends Running {
  readonly database: Database;
  readonly name: string;
  /** Every answer so far, looked over for personal numbers in clear. */
  readonly watch: Watch;
  /** Where its files lie, unless it was opened on another store. */
  readonly folder: string;
  /** Straight to the tables, past every policy: for arranging and for counting. */
  sql<Row = any>(text: string, values?: unknown[]): Promise<Row[]>;
  as(username: string): Promise<Person>;
  person(token: string): Person;
  password(username: string): string;
  login(username: string, password?: string, more?: object, headers?: Extra): Promise<Answer>;
  /** A call that answers a file: by POST with a body, by GET without. */
  download(person: Person, path: string, body?: object | null): Promise<{ bytes: Buffer; type: string; name: string }>;
  upload(
    person: Person,
    path: string,
    file: Buffer,
    fields?: Record<string, string>,
    fileName?: string,
  ): Promise<Answer>;
}

/** A cell that stands already, and the address at which the gate before it answers. */
export interface BehindGate {
  readonly settings: DatabaseSettings;
  readonly gate: string;
}

/** A copy of the demo world with the whole API on it. */
export async function openWorld(
  options: {
    pool?: number;
    files?: StoreSettings;
    worker?: boolean;
    /** Rows an import saves at a time; a few, so that a short file has several batches. */
    importBatch?: number;
    of?: string;
    extra?: readonly ServerModule[];
    cell?: BehindGate;
  } = {},
): Promise<World> {
  const template = inject('template');
  const accounts = inject('accounts');
  const isGuest = Boolean(options.of ?? options.cell);
  const name = options.cell?.settings.database ?? options.of ?? `${inject('copies')}_${randomBytes(4).toString('hex')}`;
  const settings = options.cell?.settings ?? databaseSettings(name);
  if (!isGuest) {
    const admin = await superuser('postgres');
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
    await admin.end();
  }
  if (!isGuest) forgetDatabase();
  const direct = await superuser(name, settings);
  // By the database's name: a second program on it finds the same files.
  const folder = join(tmpdir(), `files-of-${name}`);
  const composed = await compose({
    login: appLogin(settings),
    root,
    pool: options.pool ?? 6,
    rate: 1_000_000,
    worker: options.worker ?? false,
    jobs: { ...quickJobs, ...(options.importBatch && { importBatch: options.importBatch }) },
    files: options.files ?? { driver: 'disk', folder },
    broker: readBroker(stackEnvironment(), name),
    ...(options.extra && { extra: options.extra }),
  });
  // Rows are arranged by this process; whatever is asked goes the long way.
  if (options.cell) composed.app.inject = askedAt(options.cell.gate);
  const watch = watchAnswers(composed.app);
  let running: Running | null = composed;
  const ask = (call: InjectOptions) => {
    if (!running) throw new Error('this world is closed');
    return running.app.inject(call);
  };
  const tokens = new Map<string, Promise<string>>();

  const send = async (
    method: 'GET' | 'POST',
    path: string,
    token: string | null,
    body?: object,
    headers: Extra = {},
  ): Promise<Answer> => {
    const response = await ask({
      method,
      url: `/api/${path}`,
      headers: { ...(token ? { authorization: token } : {}), ...headers },
      ...(body ? { payload: { ...body, clientType: 'web' } } : {}),
    });
    return { ...response.json<Envelope<any>>(), status: response.statusCode, headers: response.headers };
  };
  const person = (token: string): Person => ({
    token,
    get: (path, headers) => send('GET', path, token, undefined, headers),
    post: (path, body = {}, headers) => send('POST', path, token, body, headers),
  });
  const password = (username: string) => accounts.find((one) => one.username === username)?.password ?? 'none';
  const login = (username: string, secret = password(username), more: object = {}, headers: Extra = {}) =>
    send('POST', 'sys/auth/login', null, { username, password: secret, portalId: 'all', ...more }, headers);
  const sql = async <Row = any>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await direct.query(text, values)).rows;
  /** Through the door: by password, and a code where one is asked for. */
  const loggedIn = async (username: string): Promise<string> => {
    const { data } = await login(username);
    if (data.step !== 'mfa') return data.token;
    const code = codeOf(accounts.find((one) => one.username === username)?.mfaSecret ?? '');
    return (await send('POST', 'sys/auth/mfa', null, { stepTicket: data.stepTicket, code })).data.token;
  };
  const opened: World = {
    ...composed,
    watch,
    name,
    folder,
    person,
    password,
    login,
    download: async (who, path, body) => {
      const response = await ask({
        method: body ? 'POST' : 'GET',
        url: `/api/${path}`,
        headers: { authorization: who.token },
        ...(body ? { payload: { ...body, clientType: 'web' } } : {}),
      });
      const disposition = String(response.headers['content-disposition'] ?? '');
      return {
        bytes: response.rawPayload,
        type: String(response.headers['content-type']),
        name: disposition.split("''")[1] ?? '',
      };
    },
    upload: async (who, path, file, fields = {}, fileName = 'file.xlsx') => {
      const form = new FormData();
      for (const [key, value] of Object.entries(fields)) form.append(key, value);
      form.append('file', new Blob([new Uint8Array(file)]), fileName);
      const encoded = new Response(form);
      const response = await ask({
        method: 'POST',
        url: `/api/${path}`,
        headers: { authorization: who.token, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      });
      return { ...response.json<Envelope<any>>(), status: response.statusCode, headers: response.headers };
    },
    sql,
    as: async (username) => {
      // A password takes a tenth of a second to check: only who comes through a gate, which learns tokens at its door, logs in.
      if (!tokens.has(username))
        tokens.set(username, options.cell ? loggedIn(username) : openSession({ sql }, username));
      return person((await tokens.get(username)) as string);
    },
    close: async () => {
      await running?.close();
      // Node keeps every test file, and the file its world: the program behind it must not stay as well.
      running = null;
      for (const part of ['app', 'database', 'authenticator', 'stopWorker', 'watch'] as const)
        delete (opened as Partial<World>)[part];
      await direct.end();
      // A guest leaves the host's things alone.
      if (!isGuest) {
        await dropDatabases(name);
        await rm(folder, { recursive: true, force: true });
      }
      if (deprecations.length > 0) throw new Error(`something deprecated was used:\n${deprecations.join('\n')}`);
    },
  };
  return opened;
}

/** What an authenticator app shows, so many 30-second steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function superuser(database: string, at = databaseSettings()): Promise<Client> {
  // Tests ask several things at once.
  const client = new Client({ ...superuserLogin(at, database), pipeline: true });
  await client.connect();
  return client;
}

export async function dropDatabases(prefix: string): Promise<void> {
  const admin = await superuser('postgres');
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
  await admin.end();
}
