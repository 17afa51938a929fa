import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { closeAlarm, eachTenant, type OpenAlarm, openAlarm } from '#modules/platform/server/index.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { dayNow } from '../common/sql.ts';
import { daysOf } from '../feed/sheet.ts';
import { refreshStages } from '../herd/farm-animal.stage.ts';

interface Found {
  readonly key: number;
  readonly entity: string;
  readonly id: number;
  readonly name: string;
  readonly animalId: number | null;
  readonly penId: number | null;
  readonly principalId: number;
  readonly regionCode: number;
  readonly value: number;
  readonly limit: number;
  readonly receivers: number[];
}

const keepers = (
  pen: string,
) => `array(select s.user_id from farm.pen_duty d join farm.staff_seen s on s.id = d.staff_id
  where d.tenant_no = kit.tenant() and d.pen_id = ${pen} and d.to_on is null and s.user_id is not null)`;
const ofAnimal = (value: string, limit: string, from: string) =>
  `select a.id as key, 'registry.animal' as entity, a.id, a.ear_tag as name, a.id as "animalId", a.pen_id as "penId",
     f.principal_id as "principalId", f.region_code as "regionCode", (${value})::float8 as value,
     (${limit})::float8 as limit, ${keepers('a.pen_id')} as receivers
   from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id ${from}`;
const ofPen = (value: string, limit: string, from: string) =>
  `select p.id as key, 'registry.pen' as entity, p.id, p.hovel || ' ' || p.pen_no as name, null::bigint as "animalId",
     p.id as "penId", p.principal_id as "principalId", p.region_code as "regionCode", (${value})::float8 as value,
     (${limit})::float8 as limit, ${keepers('p.id')} as receivers
   from farm.pen_seen p ${from}`;
const live = `f.tenant_no = kit.tenant() and f.status = 'live'`;
const cycle = 'join farm.cycle_seen c on c.tenant_no = f.tenant_no and c.animal_id = f.animal_id and c.is_live';
const book = `exists (select 1 from farm.farm_animal f where f.tenant_no = p.tenant_no
  and f.principal_id = p.principal_id
  and f.status = 'live')`;

/** 2.8: what is wrong and wants a decision, each with its value and its limit. */
export const watches: Readonly<Record<string, string>> = {
  checkOverdue: ofAnimal(
    `${dayNow} - c.last_served_on`,
    '75',
    `${cycle} where ${live} and c.status = 'served' and c.last_served_on < ${dayNow} - 75`,
  ),
  calvingOverdue: ofAnimal(
    `${dayNow} - c.expected_on`,
    '10',
    `${cycle} where ${live} and c.status = 'pregnant' and c.expected_on < ${dayNow} - 10`,
  ),
  longOpen: ofAnimal(
    `${dayNow} - c.opened_on`,
    '90',
    `${cycle} where ${live} and c.status = 'open' and c.opened_by = 'calved' and c.opened_on < ${dayNow} - 90`,
  ),
  repeatBreeder: ofAnimal('c.heats', '3', `${cycle} where ${live} and c.status in ('open', 'served') and c.heats >= 3`),
  stageOverdue: ofAnimal(
    `${dayNow} - f.stage_on`,
    'g.max_days',
    `join farm.cycle_scheme_stage g on g.id = f.stage_id where ${live} and g.max_days is not null
       and f.stage_due_on < ${dayNow}`,
  ),
  penOver: ofPen(
    'p.current_count',
    'p.capacity',
    `where p.tenant_no = kit.tenant() and p.capacity > 0 and p.current_count > p.capacity and ${book}`,
  ),
  wrongPen: ofPen(
    'w.n',
    '0',
    `join lateral (select count(*) as n from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
         join farm.cycle_scheme_stage g on g.id = f.stage_id
       where f.principal_id = p.principal_id and f.status = 'live' and a.pen_id = p.id and f.isolate_until is null
         and g.hovel_kinds <> '{}' and not p.kind = any (g.hovel_kinds) and f.stage_on <= ${dayNow} - 3) w on w.n > 0
     where p.tenant_no = kit.tenant() and p.kind <> 'isolation'`,
  ),
  noFeedRecord: ofPen(
    'p.current_count',
    '1',
    `where p.tenant_no = kit.tenant() and p.current_count > 0 and p.status = 'inUse' and exists (select 1
       from farm.feeding_plan l where l.principal_id = p.principal_id and l.status = 'active')
       and exists (select 1 from farm.farm_rollup_day d where d.pen_id = p.id and d.fed_kg > 0
         and d.day > ${dayNow} - 7)
       and not exists (select 1 from farm.farm_rollup_day d where d.pen_id = p.id and d.fed_kg > 0
         and d.day >= ${dayNow} - 1)`,
  ),
  contagious: ofAnimal(
    '1',
    '0',
    `where ${live} and exists (select 1 from farm.case_seen c where c.tenant_no = f.tenant_no
       and c.animal_id = f.animal_id and c.id = c.case_id and c.result = 'ongoing'
       and (c.contagious or c.report_class in (1, 2)))`,
  ),
  // An abortion is told when it is written down; the night only finds what came in some other way.
  abortion: ofAnimal(
    '1',
    '0',
    `where ${live} and exists (select 1 from farm.check_seen k where k.tenant_no = f.tenant_no
       and k.animal_id = f.animal_id and k.result = 'aborted' and k.checked_on > ${dayNow} - 7)`,
  ),
  kinInPen: ofPen(
    'w.n',
    '0',
    `join lateral (select count(distinct k.id) as n from farm.animal_seen b join farm.animal_seen k
         on k.tenant_no = b.tenant_no and k.pen_id = b.pen_id and k.status = 'inStock' and k.sex = 'female'
           and (k.father_code = b.ear_tag or k.father_code in (select s.sire_code from farm.sire_seen s
             where s.tenant_no = b.tenant_no and s.animal_id = b.id))
       where b.tenant_no = p.tenant_no and b.pen_id = p.id and b.status = 'inStock' and b.sex = 'male'
         and not b.castrated and b.birth_date < ${dayNow} - 300) w on w.n > 0
     where p.tenant_no = kit.tenant() and p.current_count > 1 and ${book}`,
  ),
  // One sick animal of forty is two per cent and no wave: it takes two.
  sickMany: `select h.id as key, 'registry.hovel' as entity, h.id, h.name, null::bigint as "animalId",
      null::bigint as "penId", h.principal_id as "principalId", h.region_code as "regionCode", w.n::float8 as value,
      least(3, greatest(2, ceil(w.head * 0.02)))::float8 as limit,
      array(select distinct s.user_id from farm.pen_seen p join farm.pen_duty d on d.tenant_no = p.tenant_no
        and d.pen_id = p.id and d.to_on is null join farm.staff_seen s on s.id = d.staff_id
        where p.hovel_id = h.id and s.user_id is not null) as receivers
    from farm.hovel_seen h join (select p.hovel_id, count(distinct c.case_id) as n,
        (select sum(x.current_count) from farm.pen_seen x where x.hovel_id = p.hovel_id) as head
      from farm.case_seen c join farm.animal_seen a on a.id = c.animal_id join farm.pen_seen p on p.id = a.pen_id
      where c.tenant_no = kit.tenant() and c.id = c.case_id and c.status = 'done' and c.treated_on > ${dayNow} - 7
        and a.status = 'inStock' group by 1) w on w.hovel_id = h.id
    where h.tenant_no = kit.tenant() and w.n >= least(3, greatest(2, ceil(w.head * 0.02)))
      and exists (select 1 from farm.farm_animal f where f.tenant_no = h.tenant_no and f.principal_id = h.principal_id
        and f.status = 'live')`,
  deathMany: `select u.id as key, 'registry.principal' as entity, u.id, u.name, null::bigint as "animalId",
      null::bigint as "penId", u.id as "principalId", u.region_code as "regionCode", d.n::float8 as value,
      2::float8 as limit, '{}'::bigint[] as receivers
    from farm.unit_seen u join lateral (select count(*) as n from farm.change_seen c where c.tenant_no = u.tenant_no
      and c.principal_id = u.id and c.change_type = 'death' and c.happened_on > ${dayNow} - 7) d on d.n >= 2
    where u.tenant_no = kit.tenant() and u.type in ('farm', 'cooperative')`,
};

/** R38: opens what is found, once per cause, and closes what is found no more. */
export async function watchFarms(tx: Tx): Promise<void> {
  for (const [kind, sql] of Object.entries(watches)) {
    const found = await tx.query<Found>(`${sql} limit 5000`);
    const open = new Set(
      (
        await tx.query<{ key: string }>(
          `select dedup_key as key from farm.alarm_seen where tenant_no = kit.tenant() and kind = $1
             and status <> 'closed'`,
          [kind],
        )
      ).map((row) => row.key),
    );
    for (const one of found) if (!open.has(`${kind}:${one.key}`)) await openAlarm(tx, alarmOf(kind, one));
    const still = new Set(found.map((one) => `${kind}:${one.key}`));
    for (const key of open) if (!still.has(key)) await closeAlarm(tx, key);
  }
}

/** One kind for a few animals, at the moment something happened to them. */
export async function watchAnimals(tx: Tx, kind: string, animalIds: readonly number[]): Promise<void> {
  const found = await tx.query<Found>(`select * from (${watches[kind]}) w where w.id = any ($1)`, [animalIds]);
  for (const one of found) await openAlarm(tx, alarmOf(kind, one));
}

const alarmOf = (kind: string, one: Found): OpenAlarm => ({
  kind,
  dedupKey: `${kind}:${one.key}`,
  subject: { entity: one.entity, id: one.id, name: one.name },
  animalId: one.animalId,
  regionCode: one.regionCode,
  principalId: one.principalId,
  args: {
    subject: one.name,
    n: one.value,
    limit: one.limit,
    ...(one.animalId && { animalId: one.animalId }),
    ...(one.penId && { penId: one.penId }),
  },
  evidence: { value: one.value, limit: one.limit },
  receivers: one.receivers,
});

/** Feed for fewer days than the farm wants, by the plans that run. */
async function watchFeed(tx: Tx): Promise<void> {
  const farms = await tx.query<{ id: number; name: string; regionCode: number }>(
    `select u.id, u.name, u.region_code as "regionCode" from farm.unit_seen u where u.tenant_no = kit.tenant()
       and exists (select 1 from farm.feeding_plan p where p.principal_id = u.id and p.status = 'active')`,
  );
  for (const farm of farms) {
    const limit = Number(await configOf(tx, farm.id, 'farm_feed_days'));
    const [least] = await daysOf(tx, farm.id, today());
    const key = `feedDays:${farm.id}`;
    if (least?.days != null && least.days < limit)
      await openAlarm(tx, {
        kind: 'feedDays',
        dedupKey: key,
        subject: { entity: 'registry.principal', id: farm.id, name: farm.name },
        regionCode: farm.regionCode,
        principalId: farm.id,
        args: { subject: least.name, n: least.days, limit },
        evidence: { value: least.days, limit },
      });
    else await closeAlarm(tx, key);
  }
}

/** Fewer conceived in ninety days than the farm wants; under thirty that were judged the share says nothing. */
async function watchConception(tx: Tx): Promise<void> {
  const farms = await tx.query<{ id: number; name: string; regionCode: number; judged: number; pregnant: number }>(
    `select u.id, u.name, u.region_code as "regionCode", count(*)::int as judged,
       count(*) filter (where s.outcome in ('pregnant', 'calved', 'aborted'))::int as pregnant
     from farm.unit_seen u join farm.service_seen s on s.tenant_no = u.tenant_no and s.principal_id = u.id
     where u.tenant_no = kit.tenant() and u.type in ('farm', 'cooperative') and s.shot_no = 1
       and s.outcome not in ('pending', 'unknown') and s.outcome_on > ${dayNow} - 90
     group by 1, 2, 3`,
  );
  for (const { id, name, regionCode, judged, pregnant } of farms) {
    const key = `conceptionLow:${id}`;
    const limit = Number(await configOf(tx, id, 'farm_conception_target'));
    const n = Math.round((pregnant * 1000) / judged) / 10;
    if (judged < 30 || n >= limit) {
      await closeAlarm(tx, key);
      continue;
    }
    await openAlarm(tx, {
      kind: 'conceptionLow',
      dedupKey: key,
      subject: { entity: 'registry.principal', id, name },
      regionCode,
      principalId: id,
      args: { subject: name, n, limit },
      evidence: { value: n, limit, judged },
    });
  }
}

/** Stages by age and days move at night, farm by farm, so that none waits for another. */
async function ageStages(database: Database, tenantNo: number): Promise<void> {
  const scope = systemScope(tenantNo, 'farm.night');
  const [farms] = await database.read<[{ id: number }]>(scope, {
    text: `select distinct principal_id as id from farm.farm_animal where tenant_no = $1 and status = 'live'`,
    values: [tenantNo],
  });
  for (const { id } of farms)
    await database.transaction(scope, async (tx) => {
      const animals = await tx.query<{ id: number }>(
        `select animal_id as id from farm.farm_animal where principal_id = $1 and status = 'live' order by 1`,
        [id],
      );
      await refreshStages(
        tx,
        animals.map((one) => one.id),
        { cause: 'night', night: true },
      );
    });
}

export const farmNight = (database: Database): Promise<void> =>
  eachTenant(database, async (tenantNo) => {
    await ageStages(database, tenantNo);
    await database.transaction(systemScope(tenantNo, 'farm.night'), async (tx) => {
      await watchFarms(tx);
      await watchFeed(tx);
      await watchConception(tx);
    });
  });
