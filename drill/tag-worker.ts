// Clients of the drill `tags`: each issues, gives back and wears ranges that overlap with those of the others.

import { Client } from 'pg';
import { appLogin, databaseSettings, superuserLogin } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { official } from '#modules/sign/contract/numbers/code.ts';
import { type Holder, take } from '#modules/sign/server/index.ts';
import type { Place } from '#modules/sign/server/numbers/tag-segment.ts';
import { day, tenant } from './fixtures.ts';
import { paperOf, storm, tagPeople } from './tag-world.ts';

const settings = databaseSettings(process.env.MULIAN_DB);
const [clients, turns] = [Number(process.env.DRILL_CLIENTS), Number(process.env.DRILL_TURNS)];
const db = new Client(superuserLogin(settings, settings.database));
await db.connect();
const people = await tagPeople(db);
await db.end();
const database = new Database(appLogin(settings), { max: clients });
const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
const scope = systemScope(tenant, 'drill');
const expected = new Set(['notHeld', 'busy', 'dateRange']);
const told = { moved: 0, refused: 0 };

interface Step {
  readonly holder: Holder;
  readonly was: Place;
  readonly to: Holder | null;
  readonly now: Place;
  readonly doc: string;
}
function stepOf(): Step {
  const { county, stations, workers } = people;
  const worker = any(workers);
  const station: Holder = { principalId: worker.principalId, staffId: null };
  return any<Step>([
    { holder: county, was: 'stock', to: any(stations), now: 'stock', doc: 'stockOut' },
    { holder: any(stations), was: 'stock', to: county, now: 'stock', doc: 'return' },
    { holder: station, was: 'stock', to: worker, now: 'hand', doc: 'stockOut' },
    { holder: worker, was: 'hand', to: station, now: 'stock', doc: 'return' },
    { holder: worker, was: 'hand', to: null, now: 'worn', doc: 'wear' },
  ]);
}

async function client(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const { holder, was, to, now, doc } = stepOf();
    // Wearing takes single numbers, the others bags and their parts.
    const most = now === 'worn' ? 1 : 200;
    const from = storm.from + Math.floor(Math.random() * (storm.to - storm.from - most));
    const range = { from, to: from + Math.floor(Math.random() * most) };
    await database
      .transaction(scope, async (tx) => {
        // What the holder has of it, so that most of the moves go through.
        const [own] = await tx.query<{ from: number; to: number }>(
          `select f as "from", least(code_to, f + $4) as "to" from sign.tag_segment,
             lateral (select case when code_to < $3 then code_from else greatest(code_from, $3) end as f) first
           where tenant_no = $1 and scheme = $2 and principal_id = $5 and staff_id is not distinct from $6 and place = $7
             and code_from between $8 and $9 order by code_to < $3, code_from limit 1`,
          [
            tenant,
            official,
            range.from,
            range.to - range.from,
            holder.principalId,
            holder.staffId,
            was,
            storm.from,
            storm.to,
          ],
        );
        const ranges = [own ?? range];
        await take(tx, {
          scheme: official,
          ranges,
          from: { holder, places: [was] },
          to: { place: now, holder: to },
          doc: paperOf(doc),
          on: day(),
        });
      })
      .then(
        () => {
          told.moved += 1;
        },
        (error: { bizCode?: string }) => {
          if (!expected.has(error.bizCode ?? '')) throw error;
          told.refused += 1;
        },
      );
  }
}

await Promise.all(Array.from({ length: clients }, client));
process.stdout.write(JSON.stringify(told));
process.exit(0);
