// Writes kit/server/db/types.ts from a scratch database that has every migration; with --check only compares.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { migrate } from '#db/migrate.ts';
import { databaseSettings, superuserLogin } from '#db/settings.ts';

const out = 'kit/server/db/types.ts';
/** What the server's parsers make of a value, where that is not what the generator thinks. */
const parsedAs = { int8: 'number', timestamptz: 'string' };

function generate(url: string, check: boolean): number {
  const options = [
    ...['--dialect', 'postgres', '--url', 'env(MULIAN_TYPES_URL)', '--out-file', out, '--log-level', 'error'],
    ...['--date-parser', 'string', '--type-only-imports', '--type-mapping', JSON.stringify(parsedAs)],
    ...['--exclude-pattern', 'public.*'],
    ...(check ? ['--verify'] : []),
  ];
  // By the environment: an address with a password on a command line is for everybody to read.
  const env = { ...process.env, MULIAN_TYPES_URL: url };
  return spawnSync('kysely-codegen', options, { stdio: 'inherit', env }).status ?? 1;
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const settings = databaseSettings(`mulian_types_${process.pid}`);
const cluster = new Client(superuserLogin(settings, 'postgres'));
await cluster.connect();
try {
  await migrate(settings);
  const { host, port, user, password, database } = superuserLogin(settings);
  const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  process.exitCode = generate(url, values.check);
} finally {
  await cluster.query(`drop database if exists ${cluster.escapeIdentifier(settings.database)} with (force)`);
  await cluster.end();
}
