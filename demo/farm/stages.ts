import type { Tx } from '#kit/server/db/database.ts';
import { refreshStages } from '#modules/farm/server/herd/farm-animal.stage.ts';

/**
 * The books were opened today, the animals have been there for long: each stands in its stage since the day that put it there, and the
 * growing ones went on by weight and days.
 */
export async function ageStages(tx: Tx, today: string): Promise<void> {
  await tx.query(
    `with facts as (
       select f.id, greatest(f.entered_on, least($1::date, coalesce(case
           when g.event = 'calved' then v.calved_on
           when g.event = 'confirmed' then c.pregnant_on
           when g.event = 'served' then c.last_served_on
           when g.event = 'nearCalving' then c.expected_on - 21
           when g.event = 'entered' then $1::date - 100 - (f.id % 20)::int
           when g.enter_when = 'gestationDay' then c.last_served_on + g.enter_from::int
           when g.enter_when = 'ageDays' then a.birth_date + g.enter_from::int
         end, $1::date - 12 - (f.id % 70)::int))) as day, g.max_days
       from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
         join farm.cycle_scheme_stage g on g.id = f.stage_id
         left join farm.cycle_seen c on c.animal_id = f.animal_id and c.is_live
         left join lateral (select max(k.calved_on) as calved_on from farm.calving_seen k
           where k.mother_id = f.animal_id) v on true
       where f.tenant_no = $2 and f.status = 'live'
     )
     update farm.farm_animal f set stage_on = x.day, stage_due_on = x.day + x.max_days from facts x where f.id = x.id`,
    [today, tx.scope.tenantNo],
  );
  await tx.query(
    `update farm.animal_stage s set from_on = case when s.to_on is null then f.stage_on
         else least(f.entered_on, f.stage_on) end,
       to_on = case when s.to_on is null then null else f.stage_on end
     from farm.farm_animal f where f.tenant_no = s.tenant_no and f.animal_id = s.animal_id and f.status = 'live'
       and s.tenant_no = $1 and s.principal_id = f.principal_id`,
    [tx.scope.tenantNo],
  );
  const growing = await tx.query<{ id: number }>(
    `select f.animal_id as id from farm.farm_animal f join farm.cycle_scheme_stage g on g.id = f.stage_id
     where f.tenant_no = $1 and f.status = 'live' and g.event in ('entered', 'weaned') order by 1`,
    [tx.scope.tenantNo],
  );
  for (const [turn, back] of [20, 55, 80].entries())
    await refreshStages(
      tx,
      growing.flatMap(({ id }, n) => (n % 3 === turn ? [id] : [])),
      { cause: 'night', on: dayBefore(today, back) },
    );
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
