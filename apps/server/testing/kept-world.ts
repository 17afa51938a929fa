import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { databaseSettings, dataFolder, superuserLogin } from '#db/settings.ts';
import type { PrintedAccount } from '../../../demo/accounts.ts';
import { loadWorld } from '../../../demo/world.ts';

/** The demo world the tests are written for, under this name: found, or loaded now. */
export async function keptWorld(template: string): Promise<{ template: string; accounts: PrintedAccount[] }> {
  const file = join(dataFolder, `${template}.json`);
  if (existsSync(file) && (await isThere(template)))
    return { template, accounts: JSON.parse(readFileSync(file, 'utf8')) };
  const accounts = await loadWorld(databaseSettings(template), { size: 'small', today: '2026-10-15', seed: 1505 });
  // Passwords are made when the world is loaded, and nowhere else.
  if (process.env.MULIAN_TEST_WORLD) writeFileSync(file, JSON.stringify(accounts), { mode: 0o600 });
  return { template, accounts };
}

async function isThere(name: string): Promise<boolean> {
  const admin = new Client(superuserLogin(databaseSettings(), 'postgres'));
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  await admin.end();
  return rowCount === 1;
}
