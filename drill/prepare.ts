import type { Client } from 'pg';
import { appLogin, type DatabaseSettings, piiKeys } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { depotServer } from '#modules/depot/server/index.ts';
import { preventionServer } from '#modules/prevention/server/index.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { type Fixtures, makeFixtures } from './flows.ts';

/** Fixtures to work on, made by the modules themselves before any server is there. */
export async function prepareFixtures(
  settings: DatabaseSettings,
  db: Client,
  households: number,
  series = 1,
): Promise<Fixtures> {
  provideKeys(piiKeys());
  const database = new Database(appLogin(settings), { max: 2 });
  try {
    for (const module of [registryServer(), depotServer(), preventionServer()]) await module.start?.(database);
    return await makeFixtures(db, database, households, { series });
  } finally {
    await database.close();
  }
}
