// Writes kit/server/db/types/<schema>.ts from a scratch database that has every migration; with --check only compares.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { migrate } from '#db/migrate.ts';
import { databaseSettings, superuserLogin } from '#db/settings.ts';

const folder = 'kit/server/db/types';
/** What the server's parsers make of a value, where that is not what the generator thinks. */
const parsedAs = { int8: 'number', timestamptz: 'string' };

/** One file per schema, so that branches that change tables of different modules change different files. */
function generate(schema: string, url: string, check: boolean): boolean {
  const options = [
    ...['--dialect', 'postgres', '--url', 'env(MULIAN_TYPES_URL)', '--log-level', 'error'],
    ...['--date-parser', 'string', '--type-only-imports', '--type-mapping', JSON.stringify(parsedAs)],
    ...['--include-pattern', `${schema}.*`, '--out-file', `${folder}/${schema}.ts`],
    ...(check ? ['--verify'] : []),
  ];
  // By the environment: an address with a password on a command line is for everybody to read.
  const env = { ...process.env, MULIAN_TYPES_URL: url };
  return spawnSync('kysely-codegen', options, { stdio: check ? 'ignore' : 'inherit', env }).status === 0;
}

async function schemasOf(url: string): Promise<string[]> {
  const db = new Client(url);
  await db.connect();
  try {
    const { rows } = await db.query<{ name: string }>(
      "select distinct split_part(table_name, '.', 1) as name from kit.table_scope order by 1",
    );
    return rows.map((row) => row.name);
  } finally {
    await db.end();
  }
}

/** The files that are not what the database says, repaired unless only checking. */
async function differing(url: string, check: boolean): Promise<string[]> {
  const schemas = await schemasOf(url);
  mkdirSync(folder, { recursive: true });
  const stale = readdirSync(folder).filter((file) => !schemas.includes(file.replace(/\.ts$/, '')));
  if (!check) for (const file of stale) rmSync(`${folder}/${file}`);
  const wrong = schemas.filter((schema) => !generate(schema, url, check));
  return [...(check ? stale : []), ...wrong.map((schema) => `${schema}.ts`)].map((file) => `${folder}/${file}`);
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const settings = databaseSettings(`mulian_types_${process.pid}`);
const cluster = new Client(superuserLogin(settings, 'postgres'));
await cluster.connect();
try {
  await migrate(settings);
  const { host, port, user, password, database } = superuserLogin(settings);
  const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  const wrong = await differing(url, values.check);
  for (const file of wrong) console.error(`${file} is not what the migrations make: npm run types`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  await cluster.query(`drop database if exists ${cluster.escapeIdentifier(settings.database)} with (force)`);
  await cluster.end();
}
