import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the databases are and who logs in. Everything can be given by the environment; a development stack keeps its own under `.data/`. */
export interface DatabaseSettings {
  host: string;
  port: number;
  database: string;
  superuser: string;
  superuserPassword: string;
  ownerPassword: string;
  appPassword: string;
  auditorPassword: string;
  /** Number of this cell: ids of different cells never meet. */
  cell: number;
}

export const root = join(import.meta.dirname, '..');
export const dataFolder = process.env.MULIAN_DATA ?? join(root, '.data');

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
  if (given) return given;
  if (process.env.NODE_ENV === 'production') throw new Error(`${name} is not set`);
  mkdirSync(dataFolder, { recursive: true });
  const file = join(dataFolder, 'secrets.json');
  const kept: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const value = kept[name] ?? randomBytes(24).toString('base64url');
  if (!kept[name]) writeFileSync(file, JSON.stringify({ ...kept, [name]: value }, null, 2), { mode: 0o600 });
  return value;
}

/** Signs links to files; every process of an installation needs the same. */
export const signingKey = (): string => secret('MULIAN_SIGNING_KEY', stackEnvironment());

export function databaseSettings(database?: string): DatabaseSettings {
  const environment = stackEnvironment();
  const host = environment.MULIAN_PG_HOST;
  const port = environment.MULIAN_PG_PORT;
  if (!host || !port) throw new Error('No database: run scripts/stack up, or set MULIAN_PG_HOST and MULIAN_PG_PORT');
  return {
    host,
    port: Number(port),
    database: database ?? environment.MULIAN_DB ?? 'mulian',
    superuser: environment.MULIAN_PG_SUPERUSER ?? 'postgres',
    superuserPassword: environment.MULIAN_PG_PASSWORD ?? '',
    ownerPassword: secret('MULIAN_OWNER_PASSWORD', environment),
    appPassword: secret('MULIAN_APP_PASSWORD', environment),
    auditorPassword: secret('MULIAN_AUDITOR_PASSWORD', environment),
    cell: Number(environment.MULIAN_CELL ?? 0),
  };
}

export const ownerLogin = (s: DatabaseSettings) => ({
  host: s.host,
  port: s.port,
  database: s.database,
  user: 'mulian_owner',
  password: s.ownerPassword,
});
export const appLogin = (s: DatabaseSettings) => ({
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
  const keys = new Map(
    given.split(',').map((part) => {
      const [id = '', bytes = ''] = part.split(':');
      return [id, Buffer.from(bytes, 'base64')] as const;
    }),
  );
  return { keys, search: Buffer.from(secret('MULIAN_SEARCH_KEY', environment)) };
}
