import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { postMoves } from '#modules/depot/server/index.ts';
import { bookLot } from '#modules/depot/server/lot.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';
import { tokenOf } from '../bench/world.ts';

interface Worker {
  readonly staffId: number;
  readonly userId: number;
  readonly username: string;
  readonly principalId: number;
  readonly village: number;
  readonly token: string;
}

/** One sheet ready to be sent. */
export interface Job {
  readonly worker: Worker;
  readonly token: string;
  readonly body: object;
}

export const tenant = 1505;
export const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** Households with herds nobody has done yet, workers with doses in their boxes, and a sheet for each household. */
export async function readyVisits(
  db: Client,
  database: Database,
  url: string,
  ask: { visits: number; workers: number; heads: number },
): Promise<Job[]> {
  const scope = systemScope(tenant, 'drill');
  const { rows: staff } = await db.query<Omit<Worker, 'village' | 'token'>>(
    `select s.id::float8 as "staffId", u.id::float8 as "userId", u.username, s.principal_id::float8 as "principalId" from registry.staff s join platform.sys_user u on u.id = s.user_id and u.status = 'active'
     where s.tenant_no = $1 and s.status = 'active' and s.job = 'preventionWorker' order by s.id`,
    [tenant],
  );
  const workers: Worker[] = [];
  for (const one of staff) {
    if (workers.length === ask.workers) break;
    // Where they may work, as their own list of households says.
    const token = await tokenOf(db, one.username);
    const answer = await fetch(`${url}/ant/visit/households?limit=200`, { headers: { authorization: token } });
    const { data } = (await answer.json()) as { data: { regionCode: number }[] | null };
    const { rows } = await db.query<{ village: number }>(
      'select v::float8 as village from unnest($1::bigint[]) v where prevention.worker_of($2, v) = $3 limit 1',
      [[...new Set((data ?? []).map((each) => each.regionCode))], tenant, one.staffId],
    );
    if (rows[0]) workers.push({ ...one, village: rows[0].village, token });
  }
  const { rows: goods } = await db.query<{ id: number }>(
    `select id::float8 as id from depot.material where tenant_no = $1 and vaccine_code = 'fmdOA' limit 1`,
    [tenant],
  );
  const materialId = goods[0]?.id ?? 0;
  const lotOf = new Map<number, number>();
  for (const worker of workers) {
    const { rows } = await db.query<{ id: number }>(
      `with old as (update depot.depot set status = 'closed' where kind = 'box' and staff_id = $1)
       insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind, keeper_ids, staff_id, staff_job)
       select $2, p.region_code, p.id, 'DR' || $1, 'drill', 'box', jsonb_build_array($1::bigint), $1, 'drill' from registry.principal p where p.id = $3 returning id::float8 as id`,
      [worker.staffId, tenant, worker.principalId],
    );
    await database.transaction(scope, async (tx) => {
      const lot = await bookLot(tx, { materialId, lotNo: `DR${worker.staffId}`, expireOn: '2030-12-31' });
      await postMoves(tx, [
        {
          moveKind: 'in',
          materialId,
          lotId: lot.id,
          from: { kind: 'purveyor' },
          to: { kind: 'depot', id: rows[0]?.id ?? 0 },
          qty: ask.visits * ask.heads,
          bizDate: today(),
          docType: 'otherIn',
          lineId: 1,
        },
      ]);
      lotOf.set(worker.staffId, lot.id);
    });
  }
  const jobs: Job[] = [];
  for (let n = 0; n < ask.visits; n += 1) {
    const worker = workers[n % workers.length] as Worker;
    const { rows } = await db.query<{ id: number }>(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, principal_level, contact_name, species_kept, scale)
       values ($1, $2, '演练户' || $3, 'household', 5, '演练', array['cattle'], 'small') returning id::float8 as id`,
      [tenant, worker.village, n],
    );
    const principalId = rows[0]?.id ?? 0;
    const made = await database.transaction(scope, (tx) =>
      registerAnimals(tx, {
        entryKind: 'backlog',
        principalId,
        wornOn: today(),
        staffId: worker.staffId,
        animals: Array.from({ length: ask.heads }, (_, head) => ({
          tag: `2${String(Math.floor(worker.village / 1e6))}${String(70_000_000 + n * 1000 + head)}`,
          species: 'cattle',
          breed: 'simmental',
          sex: 'female',
          birthDate: '2023-05-01',
        })),
      } as never),
    );
    const { rows: file } = await db.query<{ id: number }>(
      `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type) values ($1, $2, 'a.png', 'image/png', 9, $3, $3, 'prevention.immunisationVisit') returning id::float8 as id`,
      [tenant, worker.userId, randomUUID()],
    );
    jobs.push({
      worker,
      token: worker.token,
      body: {
        clientKey: randomUUID(),
        mode: 'season',
        principalId,
        visitedOn: today(),
        result: 'done',
        photos: [file[0]?.id],
        lines: [{ vaccineCode: 'fmdOA', materialId, lotId: lotOf.get(worker.staffId) }],
        animals: made.animalIds.map((animalId) => ({ animalId, result: 'done' })),
      },
    });
  }
  console.log(`${workers.length} workers, ${jobs.length} households of ${ask.heads} head`);
  return jobs;
}
