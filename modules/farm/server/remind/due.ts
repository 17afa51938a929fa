import { dayNow, farmsSay, penName, weanDays } from '../common/sql.ts';

/** What comes due, by kind: farm, reference, day, heads, pen, animal and what is told. `$1` is how many days ahead are asked for. */
const from = (select: string): string => select;
const tags = (column: string) => `string_agg(${column}, '、' order by ${column}) filter (where place <= 3)`;

/** Several animals of a pen with one day are one item, so that nobody gets a notice per head. */
const byPen = (rows: string): string =>
  `select farm, 'pen:' || coalesce(pen, 0) as ref, due, count(*)::int as head, pen, null::bigint as animal,
     ${tags('tag')} as what
   from (select x.*, row_number() over (partition by farm, pen, due order by tag) as place from (${rows}) x) y
   group by farm, pen, due`;

export const dueSql: Readonly<Record<string, string>> = {
  immunityDue: byPen(`select f.principal_id as farm, a.pen_id as pen, i.valid_until as due, a.ear_tag as tag
    from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
      join farm.immunity_seen i on i.tenant_no = f.tenant_no and i.animal_id = f.animal_id
    where f.tenant_no = kit.tenant() and f.status = 'live' and i.disease_code = 'fmd'
      and i.valid_until between ${dayNow} - 30 and ${dayNow} + $1::int`),
  checkDue: byPen(`select f.principal_id as farm, a.pen_id as pen, c.check_due_on as due, a.ear_tag as tag
    from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
      join farm.cycle_seen c on c.tenant_no = f.tenant_no and c.animal_id = f.animal_id and c.is_live
    where f.tenant_no = kit.tenant() and f.status = 'live' and c.status = 'served'
      and c.check_due_on between ${dayNow} - 60 and ${dayNow} + $1::int`),
  calvingWatch: from(`select f.principal_id as farm, 'animal:' || a.id as ref, c.expected_on as due, 1 as head,
      a.pen_id as pen, a.id as animal, a.ear_tag as what
    from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
      join farm.cycle_seen c on c.tenant_no = f.tenant_no and c.animal_id = f.animal_id and c.is_live
    where f.tenant_no = kit.tenant() and f.status = 'live' and c.status = 'pregnant'
      and c.expected_on between ${dayNow} - 30 and ${dayNow} + $1::int`),
  weanDue: byPen(`select f.principal_id as farm, a.pen_id as pen, a.birth_date + s.days as due, a.ear_tag as tag
    from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
      join ${farmsSay('farm_wean_days')} w on w.farm = f.principal_id
      cross join lateral (select ${weanDays('w.word', 'a.species')} as days) s
    where f.tenant_no = kit.tenant() and f.status = 'live' and a.mother_id is not null
      and not exists (select 1 from farm.weaning x where x.tenant_no = f.tenant_no and x.animal_id = a.id)
      and a.birth_date + s.days between ${dayNow} - 45 and ${dayNow} + $1::int`),
  weighDue: byPen(`select f.principal_id as farm, a.pen_id as pen,
      max(a.weight_on) over (partition by a.pen_id) + s.word::int as due, a.ear_tag as tag
    from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id join farm.pen_seen p on p.id = a.pen_id
      join ${farmsSay('farm_weigh_days')} s on s.farm = f.principal_id
    where f.tenant_no = kit.tenant() and f.status = 'live' and f.purpose = 'fattening' and a.weight_on is not null
      and a.weight_on + s.word::int between ${dayNow} - 30 and ${dayNow} + $1::int`),
  isolationEnd: from(`select s.principal_id as farm, 'stockIn:' || s.id as ref, s.isolate_until as due,
      s.arrived_head as head, s.isolation_pen_id as pen, null::bigint as animal, s.doc_no as what
    from farm.stock_in s where s.tenant_no = kit.tenant() and s.status = 'isolating'
      and s.isolate_until <= ${dayNow} + $1::int`),
  withdrawalEnd: byPen(`select f.principal_id as farm, a.pen_id as pen, max(w.meat_until) as due, a.ear_tag as tag
    from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
      join farm.withdrawal_seen w on w.tenant_no = f.tenant_no and w.animal_id = f.animal_id and w.status <> 'lifted'
    where f.tenant_no = kit.tenant() and f.status = 'live' and w.meat_until between ${dayNow} and ${dayNow} + $1::int
    group by 1, 2, 4`),
  planEnd: from(`select p.principal_id as farm, 'plan:' || p.id as ref, p.to_on as due, 0 as head, p.pen_id as pen,
      null::bigint as animal, m.name as what
    from farm.feeding_plan p join farm.feed_formula m on m.id = p.formula_id
    where p.tenant_no = kit.tenant() and p.status = 'active' and p.to_on between ${dayNow} and ${dayNow} + $1::int`),
  inspectionDue: from(`select t.principal_id as farm, 'round:' || t.id || ':' || p.id as ref,
      coalesce(last.round_on + t.every_days, ${dayNow}) as due, p.current_count as head, p.id as pen,
      null::bigint as animal, t.name as what
    from farm.inspection_template t join farm.pen_seen p on p.tenant_no = t.tenant_no
        and p.principal_id = t.principal_id and p.status = 'inUse' and p.current_count > 0
      left join lateral (select max(r.round_on) as round_on from farm.inspection_round r where r.pen_id = p.id
        and r.template_id = t.id and r.status <> 'open') last on true
    where t.tenant_no = kit.tenant() and t.status = 'enabled'
      and coalesce(last.round_on + t.every_days, ${dayNow}) <= ${dayNow} + $1::int`),
  countDue: from(`select p.principal_id as farm, 'count:' || p.id as ref, last.counted_on + s.word::int as due,
      p.current_count as head, p.id as pen, null::bigint as animal, ${penName('p.id')} as what
    from farm.pen_seen p join ${farmsSay('farm_count_days')} s on s.farm = p.principal_id
      join lateral (select max(c.counted_on) as counted_on from farm.pen_count c
        where c.pen_id = p.id and c.status = 'resolved') last on last.counted_on is not null
    where p.tenant_no = kit.tenant() and p.status = 'inUse' and p.current_count > 0
      and last.counted_on + s.word::int <= ${dayNow} + $1::int`),
  disinfectDue: from(`select h.principal_id as farm, 'hovel:' || h.id as ref, last.on_date + s.word::int as due,
      0 as head, null::bigint as pen, null::bigint as animal, h.name as what
    from farm.hovel_seen h join ${farmsSay('farm_disinfect_days')} s on s.farm = h.principal_id
      join lateral (select max(d.on_date) as on_date from farm.disinfection d
        where d.hovel_id = h.id) last on last.on_date is not null
    where h.tenant_no = kit.tenant() and last.on_date + s.word::int <= ${dayNow} + $1::int`),
};
