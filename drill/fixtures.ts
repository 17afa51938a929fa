import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { type DatabaseSettings, databaseSettings, superuserLogin } from '#db/settings.ts';
import { superuser } from '../bench/world.ts';
import { loadWorld } from '../demo/world.ts';

export const tenant = 1505;
/** A day so many days from now, in China. */
export const day = (from = 0) => new Date(Date.now() + 8 * 3_600_000 + from * 86_400_000).toISOString().slice(0, 10);

export const pattern = 'mulian_drill_world';

async function onCluster<T>(work: (db: Client) => Promise<T>): Promise<T> {
  const db = new Client(superuserLogin(databaseSettings(), 'postgres'));
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

/** The demo world, made once per stack; every drill breaks a copy of its own. */
export async function makeWorld(): Promise<void> {
  // What a control of an earlier run that was ended by force may have left.
  await onCluster(async (db) => {
    await db.query('alter system reset all');
    await db.query('select pg_reload_conf()');
  });
  const known = await onCluster((db) => db.query('select 1 from pg_database where datname = $1', [pattern]));
  if (known.rowCount) return;
  const making = `${pattern}_making`;
  console.error('making the demo world the drills break copies of');
  await loadWorld(databaseSettings(making), { size: 'small', today: day(), seed: 1505 });
  await onCluster((db) => db.query(`alter database ${making} rename to ${pattern}`));
}

export async function copyWorld(name: string): Promise<{ settings: DatabaseSettings; db: Client }> {
  await makeWorld();
  const settings = databaseSettings(`mulian_drill_${name}`);
  await onCluster(async (db) => {
    await db.query(`drop database if exists ${settings.database} with (force)`);
    await db.query(`create database ${settings.database} template ${pattern} owner mulian_owner`);
    // A copied sequence may count on without a word in the WAL until the next checkpoint: after a crash it would give the same ids again.
    await db.query('checkpoint');
  });
  const db = await superuser(settings);
  // A copy counts its events anew: what an earlier copy sent is not its own.
  await db.query('update kit.event_cursor set generation = gen_random_uuid()');
  return { settings, db };
}

export async function dropCopy({ settings, db }: { settings: DatabaseSettings; db: Client }): Promise<void> {
  await db.end().catch(() => {});
  await onCluster((cluster) => cluster.query(`drop database if exists ${settings.database} with (force)`));
}

export const forget = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** One figure. */
export async function figure(db: Client, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await db.query<Record<string, unknown>>(text, values);
  return Number(Object.values(rows[0] ?? { n: 0 })[0] ?? 0);
}
