import type { Client } from 'pg';
import { appLogin, type DatabaseSettings, piiKeys } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { depotServer, postMoves } from '#modules/depot/server/index.ts';
import { preventionServer } from '#modules/prevention/server/index.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { day, tenant } from './fixtures.ts';
import { type Fixtures, makeFixtures } from './flows.ts';

/** Work over the modules' own code, before any server is there or beside those that are. */
async function withModules<T>(settings: DatabaseSettings, work: (database: Database) => Promise<T>): Promise<T> {
  provideKeys(piiKeys());
  const database = new Database(appLogin(settings), { max: 2 });
  try {
    for (const module of [registryServer(), depotServer(), preventionServer()]) await module.start?.(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Fixtures to work on, made by the modules themselves before any server is there. */
export function prepareFixtures(
  settings: DatabaseSettings,
  db: Client,
  households: number,
  series = 1,
): Promise<Fixtures> {
  return withModules(settings, (database) => makeFixtures(db, database, households, { series }));
}

/** More of what lies in someone's box already, by a move as the store books it. */
export function fillBox(settings: DatabaseSettings, db: Client, username: string, qty: number): Promise<void> {
  return withModules(settings, async (database) => {
    const { rows } = await db.query<{ depotId: number; materialId: number; lotId: number }>(
      `select b.depot_id::float8 as "depotId", b.material_id::float8 as "materialId", b.lot_id::float8 as "lotId"
       from depot.stock_balance b join depot.depot d on d.id = b.depot_id join registry.staff s on s.id = d.staff_id
         join platform.sys_user u on u.id = s.user_id
       where d.kind = 'box' and b.qty > 0 and u.username = $1`,
      [username],
    );
    await database.transaction(systemScope(tenant, 'drill'), (tx) =>
      postMoves(
        tx,
        rows.map(({ depotId, materialId, lotId }, at) => ({
          moveKind: 'in',
          materialId,
          lotId,
          from: { kind: 'purveyor' },
          to: { kind: 'depot', id: depotId },
          qty,
          bizDate: day(),
          docType: 'otherIn',
          lineId: at + 1,
        })),
      ),
    );
  });
}
