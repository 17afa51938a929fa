import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { farmAnimal } from '#modules/farm/contract/herd/farm-animal.ts';
import { animalCard } from '#modules/farm/contract/herd/moves.ts';
import { usualPurpose } from '#modules/farm/contract/herd/standards.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { animalStage } from '../common/sql.ts';
import { endStages } from './animal-stage.ts';
import { cardOf } from './card.ts';
import { changeGroup } from './farm-group-member.ts';

/** R1: the farm's side of animals that came; told twice it is written once. */
export async function openAnimals(
  tx: Tx,
  farm: { id: number; regionCode: number },
  animalIds: readonly number[],
  on: string | null,
): Promise<void> {
  const rows = await tx.query<{
    id: number;
    species: string;
    sex: string;
    ageDays: number;
    parity: number;
    on: string;
  }>(
    `select id, species, sex, $2::date - birth_date as "ageDays", parity, to_char(entry_on, 'YYYY-MM-DD') as on
     from farm.animal_seen where id = any ($1) and status = 'inStock' and principal_id = $3 order by id`,
    [animalIds, today(), farm.id],
  );
  if (rows.length === 0) return;
  const first = (await configOf(tx, farm.id, 'farm_no_rule')) === 'yearSerial' ? await nextNo(tx, farm.id) : null;
  await tx.query(
    `insert into farm.farm_animal (tenant_no, region_code, principal_id, animal_id, farm_no, purpose, entered_on,
       entry_kg, created_by)
     select kit.tenant(), $1, $2, x.id, x.no, x.purpose, x.day, a.weight, $7
     from unnest($3::bigint[], $4::text[], $5::text[], $6::date[]) x(id, no, purpose, day)
       join farm.animal_seen a on a.id = x.id
     on conflict (tenant_no, animal_id) where status = 'live' do nothing`,
    [
      farm.regionCode,
      farm.id,
      rows.map((row) => row.id),
      rows.map((_, at) => (first === null ? null : noOf(first + at))),
      rows.map(usualPurpose),
      rows.map((row) => on ?? row.on ?? today()),
      tx.scope.userId,
    ],
  );
}

const noOf = (n: number) => `${today().slice(2, 4)}${String(n).padStart(4, '0')}`;
/** Year and serial; entries of one farm wait for each other, so that a number is given once. */
async function nextNo(tx: Tx, farmId: number): Promise<number> {
  await tx.query('select pg_advisory_xact_lock(3701, $1::int)', [farmId % 2_000_000_000]);
  const [row] = await tx.query<{ n: number }>(
    `select coalesce(max(substr(farm_no, 3)::int), 0) + 1 as n from farm.farm_animal
     where principal_id = $1 and farm_no ~ $2`,
    [farmId, `^${today().slice(2, 4)}\\d{4,6}$`],
  );
  return row?.n ?? 1;
}

/** R1: who leaves is closed, in the same transaction. */
export async function closeAnimals(tx: Tx, animalIds: readonly number[], on: string): Promise<void> {
  await tx.query(
    `update farm.farm_animal set status = 'left', left_on = $2, isolate_until = null, version = version + 1,
       updated_at = now(),
       left_as = (select jsonb_build_object('earTag', a.ear_tag, 'species', a.species, 'breed', a.breed, 'sex', a.sex,
         'birthDate', a.birth_date) from farm.animal_seen a where a.id = animal_id)
     where tenant_no = kit.tenant() and animal_id = any ($1) and status = 'live'`,
    [animalIds, on],
  );
  await endStages(tx, animalIds, on);
}

/** Taken back: the newest row is open again. */
export const reopenAnimals = (tx: Tx, animalIds: readonly number[]): Promise<unknown> =>
  tx.query(
    `update farm.farm_animal f set status = 'live', left_on = null, version = f.version + 1, updated_at = now()
     from (select distinct on (x.animal_id) x.id from farm.farm_animal x join farm.animal_seen a on a.id = x.animal_id
         and a.principal_id = x.principal_id and a.status = 'inStock'
       where x.tenant_no = kit.tenant() and x.animal_id = any ($1) and not exists (select 1 from farm.farm_animal l
         where l.tenant_no = x.tenant_no and l.animal_id = x.animal_id and l.status = 'live')
       order by x.animal_id, x.id desc) back where f.id = back.id`,
    [animalIds],
  );

/** R20. */
export const isolate = (
  tx: Tx,
  animalIds: readonly number[],
  about: { until: string | null; stockInId: number },
): Promise<unknown> =>
  tx.query(
    `update farm.farm_animal set isolate_until = $2, stock_in_id = $3, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'live' and animal_id = any ($1)`,
    [animalIds, about.until, about.stockInId],
  );

const of = (column: string) => `(select ${column} from farm.animal_seen a where a.id = t.animal_id)`;
/** What it was when it left, where another holder has it now. */
const known = (column: string, name: string) => `coalesce(${of(`a.${column}`)}, t.left_as ->> '${name}')`;
const day = `(now() at time zone 'Asia/Shanghai')::date`;

export const animalRoutes = (): Route[] => [
  ...serveResource(farmAnimal)({
    expressions: {
      earTag: known('ear_tag', 'earTag'),
      species: known('species', 'species'),
      breed: known('breed', 'breed'),
      sex: known('sex', 'sex'),
      ageMonths: `(${day} - coalesce(${of('a.birth_date')}, (t.left_as ->> 'birthDate')::date)) / 30`,
      stageName: animalStage('t.stage_id'),
      stageDays: `${day} - t.stage_on`,
      stageOverdue: `coalesce(t.stage_due_on < ${day} and t.status = 'live', false)`,
      penName: `(select p.hovel || ' ' || p.pen_no from farm.animal_seen a join farm.pen_seen p on p.id = a.pen_id
        where a.id = t.animal_id)`,
      penId: of('a.pen_id'),
      weight: of('a.weight'),
      weightOn: of('a.weight_on'),
      insured: `coalesce(${of('a.insured')}, false)`,
      pledged: `coalesce(${of('a.pledged')}, false)`,
      quarantined: `coalesce(${of('a.quarantined')}, false)`,
      withdrawalUntil: `(select max(w.meat_until) from farm.withdrawal_seen w where w.tenant_no = t.tenant_no
        and w.animal_id = t.animal_id and w.status <> 'lifted' and w.meat_until >= ${day})`,
      sick: `exists (select 1 from farm.case_seen c where c.tenant_no = t.tenant_no and c.animal_id = t.animal_id
        and c.status = 'done' and c.id = c.case_id and c.result = 'ongoing')`,
    },
    match: {
      earTag: (value, add) =>
        `(t.left_as ->> 'earTag' like ${add(`%${value.replace(/\D/g, '')}`)} or t.animal_id in (
          select a.id from farm.animal_seen a where a.principal_id = t.principal_id
          and (a.ear_tag like ${add(`%${value.replace(/\D/g, '')}`)} or a.electronic_tag like ${add(`%${value}`)})))`,
      // R2: by farm number, the last digits of either tag, or the group.
      keyword: (
        value,
        add,
      ) => `(t.farm_no ilike ${add(`%${value}%`)} or t.group_id in (select g.id from farm.farm_group g
        where g.principal_id = t.principal_id and (g.name ilike ${add(`%${value}%`)} or g.group_no = ${add(value)}))
        or (length(${add(value)}) >= 3 and t.animal_id in (select a.id from farm.animal_seen a
          where a.principal_id = t.principal_id
            and (a.ear_tag like ${add(`%${value}`)} or a.electronic_tag like ${add(`%${value}`)}))))`,
    },
    before: {
      edit: async (call, values, row) => {
        if (values.farmNo && values.farmNo !== row.farmNo) await refuseTaken(call.tx, row.principalId, values.farmNo);
        if (values.groupId !== row.groupId)
          await changeGroup(call.tx, [row.animalId as number], values.groupId, { onlyBook: true });
        return undefined;
      },
    },
  }),
  serve('farm', animalCard, cardOf),
];

async function refuseTaken(tx: Tx, farmId: number, farmNo: string): Promise<void> {
  const taken = await tx.query(
    `select 1 from farm.farm_animal where principal_id = $1 and farm_no = $2 and status = 'live'`,
    [farmId, farmNo],
  );
  if (taken.length > 0) throw refusal('duplicateNo', 'farm.farmAnimal.duplicateNo', { no: farmNo });
}
