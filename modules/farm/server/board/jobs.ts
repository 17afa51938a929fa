import type { Tx } from '#kit/server/db/database.ts';
import type { BoardJob } from '#modules/farm/contract/board/board.ts';
import { setting, weanDays } from '../common/sql.ts';
import { mealsByPen } from '../feed/planned.ts';

/** What must be done today, by kind of work and pen; the first tags of each, so that the animals are found. */
export const jobsOf = (tx: Tx, farmId: number, day: string): Promise<BoardJob[]> =>
  tx.query<BoardJob>(
    `with herd as materialized (
       select a.id, a.ear_tag, a.pen_id, a.mother_id, a.birth_date, a.species, f.stage_id, f.isolate_until,
         g.hovel_kinds,
         p.kind, p.current_count from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
         left join farm.cycle_scheme_stage g on g.id = f.stage_id left join farm.pen_seen p on p.id = a.pen_id
       where f.principal_id = $1 and f.status = 'live'
     ), says as materialized (select ${setting('$1::bigint', 'farm_wean_days')} as word
     ), meals as materialized (${mealsByPen('$1::bigint', '$2::date')}
     ), work as (
       select 'calving' as job, h.pen_id, h.ear_tag as tag, c.expected_on as due, 1 as n from herd h
         join farm.cycle_seen c on c.animal_id = h.id and c.is_live and c.status = 'pregnant'
       where c.expected_on <= $2::date + 3
       union all
       select 'check', h.pen_id, h.ear_tag, c.check_due_on, 1 from herd h
         join farm.cycle_seen c on c.animal_id = h.id and c.is_live and c.status = 'served'
       where c.check_due_on <= $2
       union all
       select 'move', h.pen_id, h.ear_tag, null, 1 from herd h where h.hovel_kinds <> '{}'
         and not h.kind = any (h.hovel_kinds) and h.kind <> 'isolation' and h.isolate_until is null
       union all
       select 'wean', h.pen_id, h.ear_tag, h.birth_date + ${weanDays('s.word', 'h.species')}, 1
         from herd h cross join says s
       where h.mother_id is not null and h.birth_date + ${weanDays('s.word', 'h.species')} between $2::date - 70
           and $2::date
         and not exists (select 1 from farm.weaning w where w.animal_id = h.id)
       union all
       select 'treatment', h.pen_id, h.ear_tag, c.treated_on, 1 from herd h join (
         select c.animal_id, max(c.treated_on) as treated_on from farm.case_seen c
         where c.principal_id = $1 and c.id = c.case_id and c.result = 'ongoing' and c.status = 'done' group by 1
       ) c on c.animal_id = h.id
       union all
       select 'release', s.isolation_pen_id, s.doc_no, s.isolate_until, s.arrived_head from farm.stock_in s
       where s.principal_id = $1 and s.status = 'isolating' and s.isolate_until < $2
       union all
       select 'meal', p.id, null, $2::date, m.n - coalesce(r.n, 0)
       from farm.pen_seen p join meals m on m.pen_id = p.id
         left join lateral (select count(*)::int as n, bool_or(x.meal_no = 0) as whole
           from farm.feeding_record x where x.pen_id = p.id and x.on_date = $2 and x.status = 'done') r on true
       where p.principal_id = $1 and p.current_count > 0 and p.status = 'inUse' and not coalesce(r.whole, false)
       union all
       select case i.kind when 'inspectionDue' then 'round' else 'remind' end, i.pen_id, null, i.due_on, 1
       from farm.remind_item i where i.principal_id = $1 and i.status = 'open' and i.due_on <= $2
         and i.kind not in ('calvingWatch', 'checkDue', 'weanDue', 'isolationEnd')
     )
     select w.job, w.pen_id as "penId", max(p.hovel || ' ' || p.pen_no) as pen, sum(w.n)::int as n,
       coalesce((array_agg(w.tag order by w.due nulls last, w.tag) filter (where w.tag is not null))[1:3],
         '{}') as tags,
       to_char(min(w.due), 'YYYY-MM-DD') as on,
       coalesce(min(w.due) < $2 and w.job not in ('meal', 'treatment'), false) as overdue
     from work w left join farm.pen_seen p on p.id = w.pen_id where w.n > 0
     group by w.job, w.pen_id order by w.job, min(w.due) nulls last, pen limit 300`,
    [farmId, day],
  );
