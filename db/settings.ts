import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKeyRing, refuseExample, refuseWeakKey } from './key-rules.ts';

/** Where the database is and the program's own login. Everything can be given by the environment; a development stack keeps its own under `.data/`. */
export interface AppSettings {
  host: string;
  port: number;
  database: string;
  appPassword: string;
  /** Number of this cell: ids of different cells never meet. */
  cell: number;
}

/** With the logins of migrations and other tools, which the program itself is never given. */
export interface DatabaseSettings extends AppSettings {
  superuser: string;
  superuserPassword: string;
  ownerPassword: string;
  auditorPassword: string;
}

export const root = join(import.meta.dirname, '..');
export const dataFolder = process.env.MULIAN_DATA ?? join(root, '.data');

const isProduction = () => process.env.NODE_ENV === 'production';

/** The development stack's `KEY=value` lines; the real environment wins. */
export function stackEnvironment(): Record<string, string | undefined> {
  const file = join(dataFolder, 'stack.env');
  const fromFile = existsSync(file)
    ? Object.fromEntries(
        readFileSync(file, 'utf8')
          .split('\n')
          .map((line) => /^(?:export )?(\w+)=(.*)$/.exec(line.trim()))
          .filter((match) => match !== null)
          .map((match) => [match[1], match[2]?.replace(/^(['"])(.*)\1$/, '$2')]),
      )
    : {};
  return { ...fromFile, ...process.env };
}

/** Made once at random and kept for this stack only: there is no default password anywhere. */
function secret(name: string, environment: Record<string, string | undefined>): string {
  const given = environment[name];
  if (given) return isProduction() ? refuseExample(name, given) : given;
  if (isProduction()) throw new Error(`${name} is not set`);
  mkdirSync(dataFolder, { recursive: true });
  const file = join(dataFolder, 'secrets.json');
  const kept: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const value = kept[name] ?? randomBytes(32).toString('base64url');
  if (!kept[name]) writeFileSync(file, JSON.stringify({ ...kept, [name]: value }, null, 2), { mode: 0o600 });
  return value;
}

/** A secret that is a key: in production it has the length of one. */
function key(name: string, environment: Record<string, string | undefined>): string {
  const value = secret(name, environment);
  if (isProduction()) refuseWeakKey(name, Buffer.from(value, 'base64'));
  return value;
}

/** Signs links to files; every process of an installation needs the same. */
export const signingKey = (): string => key('MULIAN_SIGNING_KEY', stackEnvironment());

export function appSettings(database?: string): AppSettings {
  const environment = stackEnvironment();
  const host = environment.MULIAN_PG_HOST;
  const port = environment.MULIAN_PG_PORT;
  if (!host || !port) throw new Error('No database: run scripts/stack up, or set MULIAN_PG_HOST and MULIAN_PG_PORT');
  return {
    host,
    port: Number(port),
    database: database ?? environment.MULIAN_DB ?? 'mulian',
    appPassword: secret('MULIAN_APP_PASSWORD', environment),
    cell: Number(environment.MULIAN_CELL ?? 0),
  };
}

export function databaseSettings(database?: string): DatabaseSettings {
  const environment = stackEnvironment();
  return {
    ...appSettings(database),
    superuser: environment.MULIAN_PG_SUPERUSER ?? 'postgres',
    superuserPassword: environment.MULIAN_PG_PASSWORD ?? '',
    ownerPassword: secret('MULIAN_OWNER_PASSWORD', environment),
    auditorPassword: secret('MULIAN_AUDITOR_PASSWORD', environment),
  };
}

export const ownerLogin = (s: DatabaseSettings) => ({
  host: s.host,
  port: s.port,
  database: s.database,
  user: 'mulian_owner',
  password: s.ownerPassword,
});
export const appLogin = (s: AppSettings) => ({
  host: s.host,
  port: s.port,
  database: s.database,
  user: 'mulian_app',
  password: s.appPassword,
});
export const auditorLogin = (s: DatabaseSettings) => ({
  host: s.host,
  port: s.port,
  database: s.database,
  user: 'mulian_auditor',
  password: s.auditorPassword,
});
export const superuserLogin = (s: DatabaseSettings, database = s.database) => ({
  host: s.host,
  port: s.port,
  database,
  user: s.superuser,
  password: s.superuserPassword,
});

/** `id:base64,id:base64` from the environment, the last one writing; a development stack makes one key and keeps it. */
export function piiKeys(): { keys: Map<string, Buffer>; search: Buffer } {
  const environment = stackEnvironment();
  const given =
    environment.MULIAN_PII_KEYS ?? `k1:${Buffer.from(secret('MULIAN_PII_KEY', environment)).toString('base64')}`;
  if (isProduction()) refuseExample('MULIAN_PII_KEYS', given);
  return { keys: readKeyRing('MULIAN_PII_KEYS', given), search: Buffer.from(key('MULIAN_SEARCH_KEY', environment)) };
}
