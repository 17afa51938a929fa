import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { eachTenant } from '#modules/platform/server/index.ts';
import { dayNow } from '../common/sql.ts';

/**
 * What stood in each pen on a day, from the registry; and the feeding sums once more, from the records. Answers the pens whose
 * sums were not what the triggers had kept: none, unless somebody wrote past them.
 */
export async function rebuildDay(tx: Tx, day: string): Promise<{ penId: number; fedKg: number; was: number }[]> {
  const wrong = await tx.query<{ penId: number; fedKg: number; was: number }>(
    `with fed as (select pen_id, sum(fed_kg) as fed, sum(left_kg) as left, sum(dm_kg) as dm, count(*)::int as n
       from farm.feeding_record where tenant_no = kit.tenant() and on_date = $1 and status = 'done' group by 1)
     select d.pen_id as "penId", coalesce(f.fed, 0)::float8 as "fedKg", d.fed_kg::float8 as was
     from farm.farm_rollup_day d left join fed f on f.pen_id = d.pen_id
     where d.tenant_no = kit.tenant() and d.day = $1 and (d.fed_kg, d.left_kg, d.records)
       is distinct from (coalesce(f.fed, 0), coalesce(f.left, 0), coalesce(f.n, 0))`,
    [day],
  );
  await tx.query(
    `with stood as (
       select a.pen_id, count(*)::int as head, coalesce(sum(a.weight), 0) as kg from farm.farm_animal f
         join farm.animal_seen a on a.id = f.animal_id
       where f.tenant_no = kit.tenant() and f.entered_on <= $1 and (f.left_on is null or f.left_on > $1)
         and a.pen_id is not null group by 1
     ), moved as (
       select coalesce(c.from_pen_id, c.to_pen_id) as pen_id,
         count(*) filter (where c.change_type = 'death')::int as deaths,
         count(*) filter (where c.change_type not in ('penMove', 'recover', 'death'))::int as outs
       from farm.change_seen c where c.tenant_no = kit.tenant() and c.happened_on = $1 and c.status = 'done'
         and c.change_type <> 'penMove' group by 1
     ), came as (
       select a.pen_id, count(*)::int as ins from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
       where f.tenant_no = kit.tenant() and f.entered_on = $1 group by 1
     ), gained as (
       select a.pen_id, sum(w.gain_kg) as gain from farm.weight_seen w join farm.animal_seen a on a.id = w.animal_id
       where w.tenant_no = kit.tenant() and w.accepted and w.status = 'posted'
         and (w.at at time zone 'Asia/Shanghai')::date = $1 group by 1
     ), fed as (
       select pen_id, sum(fed_kg) as fed, sum(left_kg) as left, sum(dm_kg) as dm, count(*)::int as n
       from farm.feeding_record where tenant_no = kit.tenant() and on_date = $1 and status = 'done' group by 1)
     insert into farm.farm_rollup_day as d (tenant_no, region_code, principal_id, pen_id, day, head, kg, fed_kg,
       left_kg,
       dm_kg, records, gain_kg, ins, outs, deaths)
     select kit.tenant(), p.region_code, p.principal_id, p.id, $1, coalesce(s.head, 0), coalesce(s.kg, 0),
       coalesce(f.fed, 0), coalesce(f.left, 0), coalesce(f.dm, 0), coalesce(f.n, 0), coalesce(g.gain, 0),
       coalesce(c.ins, 0), coalesce(m.outs, 0), coalesce(m.deaths, 0)
     from farm.pen_seen p left join stood s on s.pen_id = p.id left join moved m on m.pen_id = p.id
       left join came c on c.pen_id = p.id left join gained g on g.pen_id = p.id left join fed f on f.pen_id = p.id
     where p.tenant_no = kit.tenant() and (s.head is not null or m.pen_id is not null or f.n is not null)
     on conflict (tenant_no, pen_id, day) do update set head = excluded.head, kg = excluded.kg,
       fed_kg = excluded.fed_kg,
       left_kg = excluded.left_kg, dm_kg = excluded.dm_kg, records = excluded.records, gain_kg = excluded.gain_kg,
       ins = excluded.ins, outs = excluded.outs, deaths = excluded.deaths, version = d.version + 1, updated_at = now()`,
    [day],
  );
  return wrong;
}

/** Yesterday and today, every night: a day is final when the next one begins. */
export const rollupNight = (database: Database): Promise<void> =>
  eachTenant(database, async (tenantNo) => {
    await database.transaction(systemScope(tenantNo, 'farm.rollup'), async (tx) => {
      const days = await tx.query<{ day: string }>(
        `select to_char(${dayNow} - n, 'YYYY-MM-DD') as day from generate_series(0, 1) n order by 1`,
      );
      for (const { day } of days) await rebuildDay(tx, day);
    });
  });
