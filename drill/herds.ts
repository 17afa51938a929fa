import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { postMoves } from '#modules/depot/server/index.ts';
import { bookLot } from '#modules/depot/server/stock/lot.ts';
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

interface Asked {
  readonly visits: number;
  readonly workers: number;
  readonly heads: number;
  /** Only workers of this county; where it has too few, each gets helpers with a box of their own. */
  readonly county?: number;
}

/** A row like another, but for what is said. */
async function copyRow(db: Client, table: string, id: number, other: Record<string, unknown>): Promise<number> {
  const { rows: columns } = await db.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`,
    [table],
  );
  const names = columns.map((one) => one.name).join(', ');
  const { rows } = await db.query<{ id: number }>(
    `insert into ${table} (${names}) select ${names} from (select (jsonb_populate_record(t, $2)).* from ${table} t where t.id = $1) t returning id::float8 as id`,
    [id, other],
  );
  return rows[0]?.id ?? 0;
}

/** One more worker for the same village, with an account of their own. */
async function helperOf(db: Client, worker: Worker): Promise<Worker> {
  const username = `${worker.username}_${randomUUID().slice(0, 8)}`;
  const userId = await copyRow(db, 'platform.sys_user', worker.userId, { username, phone_hash: null });
  await db.query(
    'insert into platform.sys_user_role (tenant_no, user_id, role_id) select tenant_no, $2, role_id from platform.sys_user_role where user_id = $1',
    [worker.userId, userId],
  );
  const { rows } = await db.query<{ person: number; duty: number }>(
    `select s.person_id::float8 as person, d.id::float8 as duty from registry.staff s join registry.grid_duty d on d.staff_id = s.id and d.to_on is null and d.job = s.job
     join registry.grid_village v on v.tenant_no = d.tenant_no and v.grid_id = d.grid_id and v.village_code = $2 where s.id = $1 limit 1`,
    [worker.staffId, worker.village],
  );
  const personId = await copyRow(db, 'registry.person', rows[0]?.person ?? 0, {
    id_card_hash: randomUUID(),
    phone_hash: null,
    user_id: userId,
  });
  const staffId = await copyRow(db, 'registry.staff', worker.staffId, { person_id: personId, user_id: userId });
  await copyRow(db, 'registry.grid_duty', rows[0]?.duty ?? 0, { staff_id: staffId, is_main: false });
  return { ...worker, username, userId, staffId, token: await tokenOf(db, username) };
}

/** Workers that may work somewhere, as their own list of households says. */
async function findWorkers(db: Client, url: string, ask: Asked): Promise<Worker[]> {
  const { rows: staff } = await db.query<Omit<Worker, 'village' | 'token'>>(
    `select s.id::float8 as "staffId", u.id::float8 as "userId", u.username, s.principal_id::float8 as "principalId" from registry.staff s join platform.sys_user u on u.id = s.user_id and u.status = 'active'
     where s.tenant_no = $1 and s.status = 'active' and s.job = 'preventionWorker' and ($2::int is null or s.region_code / 1000000 = $2) order by s.id`,
    [tenant, ask.county ?? null],
  );
  const workers: Worker[] = [];
  for (const one of staff) {
    if (workers.length === ask.workers) break;
    const token = await tokenOf(db, one.username);
    const answer = await fetch(`${url}/ant/visit/households?limit=200`, { headers: { authorization: token } });
    const { data } = (await answer.json()) as { data: { regionCode: number }[] | null };
    const { rows } = await db.query<{ village: number }>(
      'select v::float8 as village from unnest($1::bigint[]) v where prevention.worker_of($2, v) = $3 limit 1',
      [[...new Set((data ?? []).map((each) => each.regionCode))], tenant, one.staffId],
    );
    if (rows[0]) workers.push({ ...one, village: rows[0].village, token });
  }
  const first = workers.length;
  if (first === 0) throw new Error('nobody may work there');
  while (workers.length < ask.workers) workers.push(await helperOf(db, workers[workers.length % first] as Worker));
  return workers;
}

/** An empty box with the doses for all of it. */
async function fillBox(db: Client, database: Database, worker: Worker, materialId: number, doses: number) {
  const lotNo = `DR${worker.staffId}`;
  await db.query(
    `update depot.depot set status = 'closed' where kind = 'box' and staff_id = $1 and depot_no <> $2 and status <> 'closed'`,
    [worker.staffId, lotNo],
  );
  const { rows } = await db.query<{ id: number }>(
    `with there as (select id from depot.depot where tenant_no = $2 and depot_no = $4), new as (
       insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind, keeper_ids, staff_id, staff_job)
       select $2, p.region_code, p.id, $4, 'drill', 'box', jsonb_build_array($1::bigint), $1, 'drill' from registry.principal p where p.id = $3 and not exists (select 1 from there) returning id)
     select id::float8 as id from there union all select id::float8 from new`,
    [worker.staffId, tenant, worker.principalId, lotNo],
  );
  return database.transaction(systemScope(tenant, 'drill'), async (tx) => {
    const lot = await bookLot(tx, { materialId, lotNo, expireOn: '2030-12-31' });
    await postMoves(tx, [
      {
        moveKind: 'in',
        materialId,
        lotId: lot.id,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: rows[0]?.id ?? 0 },
        qty: doses,
        bizDate: today(),
        docType: 'otherIn',
        lineId: 1,
      },
    ]);
    return lot.id;
  });
}

const firstSerial = 70_000_000;

/** The last number of an animal that a drill made. */
async function lastSerial(db: Client): Promise<number> {
  const { rows } = await db.query<{ last: number }>(
    `select coalesce(max(right(ear_tag, 8)::int), $1)::int as last from registry.animal where tenant_no = $2 and ear_tag ~ '^2[0-9]{6}7[0-9]{7}$'`,
    [firstSerial, tenant],
  );
  return rows[0]?.last ?? firstSerial;
}

/** Households with herds nobody has done yet, workers with doses in their boxes, and a sheet for each household. */
export async function readyVisits(db: Client, database: Database, url: string, ask: Asked): Promise<Job[]> {
  const scope = systemScope(tenant, 'drill');
  const workers = await findWorkers(db, url, ask);
  const { rows: goods } = await db.query<{ id: number }>(
    `select id::float8 as id from depot.material where tenant_no = $1 and vaccine_code = 'fmdOA' limit 1`,
    [tenant],
  );
  const materialId = goods[0]?.id ?? 0;
  const lotOf = new Map<number, number>();
  for (const worker of workers)
    lotOf.set(worker.staffId, await fillBox(db, database, worker, materialId, ask.visits * ask.heads));
  let serial = await lastSerial(db);
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
        animals: Array.from({ length: ask.heads }, () => {
          serial += 1;
          return {
            tag: `2${String(Math.floor(worker.village / 1e6))}${serial}`,
            species: 'cattle',
            breed: 'simmental',
            sex: 'female',
            birthDate: '2023-05-01',
          };
        }),
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
