import { randomUUID } from 'node:crypto';
import type { Person, World } from '#apps/server/testing/world.ts';
import { refold } from '#modules/breeding/server/record/cycle/refold.ts';
import { bookLot, dayFromNow, inStock, postMoves } from '#modules/depot/testing/fixtures.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';

/** Cows of the tests' own in a village of breed1, and straws in the tank breed1 serves from. */
export const village = 150521101200;
let serial = 0;
/** Far from the numbers that the demo gives its animals. */
export const nextTag = (): string => `2150521777${String(++serial).padStart(5, '0')}`;

export interface Cow {
  readonly id: number;
  readonly earTag: string;
}
export async function makeCows(world: World, count: number, more: Record<string, unknown> = {}): Promise<Cow[]> {
  const given = { parity: 2, birth_date: dayFromNow(-1500), entry_on: dayFromNow(-900), ...more };
  const tags = Array.from({ length: count }, nextTag);
  const [holder] = await world.sql<{ id: number; pen: number | null; user: number }>(
    `select p.id::int as id, (select n.id::int from registry.pen n where n.principal_id = p.id and n.status = 'inUse'
         limit 1) as pen, (select u.id::int from platform.sys_user u where u.username = 'kzzq_worker1') as "user"
     from registry.principal p where p.tenant_no = 1505 and p.region_code = $1 and p.status = 'active'
       and p.principal_unit_type = 'household' order by p.id limit 1`,
    [village],
  );
  const { animalIds } = await inStock(world, (tx) =>
    registerAnimals({ ...tx, scope: { ...tx.scope, userId: holder?.user ?? null } }, {
      entryKind: 'backlog',
      principalId: holder?.id,
      penId: holder?.pen,
      wornOn: dayFromNow(-100),
      staffId: null,
      earSide: 'left',
      animals: tags.map((tag) => ({
        tag,
        species: 'cattle',
        breed: 'simmental',
        sex: 'female',
        birthDate: dayFromNow(-1500),
      })),
    } as never),
  );
  const names = Object.keys(given);
  return world.sql<Cow>(
    `update registry.animal set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} where id = any ($1)
     returning id::int as id, ear_tag as "earTag"`,
    [animalIds, ...Object.values(given)],
  );
}
export const makeCow = async (world: World, more: Record<string, unknown> = {}): Promise<Cow> =>
  (await makeCows(world, 1, more))[0] as Cow;

export interface Straws {
  readonly depotId: number;
  readonly materialId: number;
  readonly lotId: number;
  readonly sireCode: string;
}
/** A lot whose batch was told before it came. */
export async function makeStrawLot(
  world: World,
  { materialId, sireCode }: Pick<Straws, 'materialId' | 'sireCode'>,
  qc: 'pass' | 'fail' = 'pass',
): Promise<number> {
  const lotNo = `T${randomUUID().slice(0, 8)}`;
  await world.sql(
    `insert into breeding.semen_batch (tenant_no, sire_code, semen_kind, lot_no, produced_on, straw_ml, qc)
     values (1505, $1, 'conventional', $2, current_date - 90, 0.25, $3)`,
    [sireCode, lotNo, qc],
  );
  return inStock(world, async (tx) => (await bookLot(tx, { materialId, lotNo, expireOn: null })).id);
}
/** A lot of one bull, all of it in the technician's tank. */
export async function fillTank(world: World, username: string, qty: number, at = 0): Promise<Straws> {
  const [straw] = await world.sql<Straws>(
    `select distinct d.id::int as "depotId", s.material_id::int as "materialId", s.sire_code as "sireCode"
     from breeding.straw_stock s join depot.depot d on d.id = s.depot_id join registry.staff t on t.id = d.staff_id
       join platform.sys_user u on u.id = t.user_id
     where u.username = $1 and s.semen_kind = 'conventional' order by 3 offset $2 limit 1`,
    [username, at],
  );
  const { depotId, materialId, sireCode } = straw as Straws;
  // The demo's day lies behind the clock's: by now its tanks would be dry.
  await world.sql(
    'update breeding.semen_tank set is_dry = false, last_level_pct = 90, dry_on = current_date + 60 where depot_id = $1',
    [depotId],
  );
  const lotId = await makeStrawLot(world, { materialId, sireCode });
  await inStock(world, (tx) =>
    postMoves(tx, [
      {
        moveKind: 'in',
        materialId,
        lotId,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: depotId },
        qty,
        bizDate: dayFromNow(-2),
        docType: 'purchaseIn',
        docNo: `DI-${randomUUID().slice(0, 8)}`,
      },
    ]),
  );
  return { depotId, materialId, lotId, sireCode };
}
export const leftOf = async (world: World, { depotId, lotId }: Straws): Promise<number> =>
  (
    await world.sql<{ n: number }>(
      'select coalesce(sum(qty), 0)::int as n from depot.stock_balance where depot_id = $1 and lot_id = $2',
      [depotId, lotId],
    )
  )[0]?.n ?? 0;

/** An hour of that day, in China. */
export const at = (days: number, hour = 9): string =>
  `${dayFromNow(days)}T${String(hour).padStart(2, '0')}:00:00+08:00`;

export const rowOf = (cow: Cow, straws: Straws, more: Record<string, unknown> = {}) => ({
  animalId: cow.id,
  earTag: cow.earTag,
  servedAt: at(-1),
  method: 'frozenAi',
  sireCode: straws.sireCode,
  lotId: straws.lotId,
  straws: 1,
  heatSeenAt: at(-1, 1),
  ack: ['hardCalving', 'offDirection', 'kin'],
  ...more,
});
export const serve = (person: Person, row: object, clientKey: string = randomUUID()) =>
  person.post('ant/breed/service/add', { clientKey, rows: [row] });

/** A service of some time ago, past the form that would refuse its day; folded unless the caller does so. */
export async function pastService(world: World, cow: Cow, straws: Straws, days: number, fold = true): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into breeding.insemination (tenant_no, region_code, principal_id, doc_no, client_key, animal_id, ear_tag,
       species, served_at, served_on, method, sire_code, sire_breed, straws, technician_id, created_by)
     select 1505, a.region_code, a.principal_id, 'BS-' || $2, $2, a.id, a.ear_tag, a.species, $3::timestamptz,
       ($3::timestamptz at time zone 'Asia/Shanghai')::date, 'natural', $4, 'simmental', 1, s.id, u.id
     from registry.animal a, platform.sys_user u join registry.staff s on s.user_id = u.id
     where a.id = $1 and u.username = 'breed1' returning id::int as id`,
    [cow.id, randomUUID().slice(0, 20), at(days), straws.sireCode],
  );
  if (fold) await inStock(world, (tx) => refold(tx, [cow.id]));
  return row?.id as number;
}
