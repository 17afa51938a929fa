import type { Client } from 'pg';
import { appLogin, type DatabaseSettings, piiKeys } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { depotServer } from '#modules/depot/server/index.ts';
import { preventionServer } from '#modules/prevention/server/index.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { type Ground, readyGround } from './flows.ts';

/** Ground to work on, made by the modules themselves before any server is there. */
export async function prepareGround(
  settings: DatabaseSettings,
  db: Client,
  households: number,
  series = 1,
): Promise<Ground> {
  provideKeys(piiKeys());
  const database = new Database(appLogin(settings), { max: 2 });
  try {
    for (const module of [registryServer(), depotServer(), preventionServer()]) await module.start?.(database);
    return await readyGround(db, database, households, { series });
  } finally {
    await database.close();
  }
}
