-- Figures the big screens counted from every holder are kept like the others: holders by size, what farms are due, and why something is to be made up.

-- Heads of all kinds together: who keeps cattle and sheep is one holder.
alter table prevention.holder add column stock int not null default 0;

--@narrow
create function prevention.follow_stock() returns trigger language plpgsql as $$
begin
  update prevention.holder h set stock = n.stock from (
    select c.tenant_no, c.principal_id, coalesce(sum(o.tagged + o.untagged), 0)::int as stock from (select distinct tenant_no, principal_id from changed) c
    left join prevention.holder_stock o on o.tenant_no = c.tenant_no and o.principal_id = c.principal_id group by 1, 2
  ) n where h.tenant_no = n.tenant_no and h.principal_id = n.principal_id and h.stock <> n.stock;
  return null;
end $$;
create trigger follow_new after insert on prevention.holder_stock referencing new table as changed for each statement execute function prevention.follow_stock();
create trigger follow_changed after update on prevention.holder_stock referencing new table as changed for each statement execute function prevention.follow_stock();
create trigger follow_gone after delete on prevention.holder_stock referencing old table as changed for each statement execute function prevention.follow_stock();

update prevention.holder h set stock = n.stock from (
  select tenant_no, principal_id, sum(tagged + untagged)::int as stock from prevention.holder_stock group by 1, 2
) n where h.tenant_no = n.tenant_no and h.principal_id = n.principal_id and h.stock <> n.stock;

-- Holders, [size, all or with stock].
--@narrow
create function prevention.count_holders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.holder', p.region_code, array[coalesce(p.scale, ''), m.what], date '2000-01-01', sum(m.n)
    from fresh p cross join lateral (values ('all', 1), ('stocked', (p.stock > 0)::int)) m(what, n) group by 1, 3, 4 having sum(m.n) <> 0;
  else
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.holder', p.region_code, array[coalesce(p.scale, ''), m.what], date '2000-01-01', sum(p.sign * m.n)
    from (select 1 as sign, tenant_no, region_code, scale, stock from fresh union all select -1, tenant_no, region_code, scale, stock from stale) p
    cross join lateral (values ('all', 1), ('stocked', (p.stock > 0)::int)) m(what, n) group by 1, 3, 4 having sum(p.sign * m.n) <> 0;
  end if;
  return null;
end $$;
create trigger count_new after insert on prevention.holder referencing new table as fresh for each statement execute function prevention.count_holders();
create trigger count_changed after update on prevention.holder referencing new table as fresh old table as stale for each statement execute function prevention.count_holders();

-- What scaled farms are due and have done in a season, [season, size, what].
--@narrow
create function prevention.count_farms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.farm', p.region_code, array[p.season_id::text, p.scale, m.what], date '2000-01-01', sum(m.n)
    from fresh p cross join lateral (values ('due', p.due), ('done', p.done)) m(what, n)
    where p.scale in ('small', 'medium', 'large') group by 1, 3, 4 having sum(m.n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.farm', p.region_code, array[p.season_id::text, p.scale, m.what], date '2000-01-01', -sum(m.n)
    from stale p cross join lateral (values ('due', p.due), ('done', p.done)) m(what, n)
    where p.scale in ('small', 'medium', 'large') group by 1, 3, 4 having sum(m.n) <> 0;
  else
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.farm', p.region_code, array[p.season_id::text, p.scale, m.what], date '2000-01-01', sum(p.sign * m.n)
    from (select 1 as sign, tenant_no, region_code, season_id, scale, due, done from fresh
          union all select -1, tenant_no, region_code, season_id, scale, due, done from stale) p
    cross join lateral (values ('due', p.due), ('done', p.done)) m(what, n)
    where p.scale in ('small', 'medium', 'large') group by 1, 3, 4 having sum(p.sign * m.n) <> 0;
  end if;
  return null;
end $$;
create trigger count_farm_new after insert on prevention.plan_household referencing new table as fresh for each statement execute function prevention.count_farms();
create trigger count_farm_changed after update on prevention.plan_household referencing new table as fresh old table as stale for each statement execute function prevention.count_farms();
create trigger count_farm_gone after delete on prevention.plan_household referencing old table as stale for each statement execute function prevention.count_farms();

-- Why something is to be made up, [reason, remaining or done]; the day is the first of the month.
--@narrow
create function prevention.count_reasons() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.reason', p.region_code, array[e.key, m.what], (p.month || '-01')::date, sum(e.value::int)
    from fresh p cross join lateral (values ('remaining', p.reasons), ('done', p.done_reasons)) m(what, told), jsonb_each_text(m.told) e group by 1, 3, 4, p.month having sum(e.value::int) <> 0;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.reason', p.region_code, array[e.key, m.what], (p.month || '-01')::date, -sum(e.value::int)
    from stale p cross join lateral (values ('remaining', p.reasons), ('done', p.done_reasons)) m(what, told), jsonb_each_text(m.told) e group by 1, 3, 4, p.month having sum(e.value::int) <> 0;
  end if;
  return null;
end $$;
create trigger count_reason_new after insert on prevention.routine_plan referencing new table as fresh for each statement execute function prevention.count_reasons();
create trigger count_reason_changed after update on prevention.routine_plan referencing new table as fresh old table as stale for each statement execute function prevention.count_reasons();
create trigger count_reason_gone after delete on prevention.routine_plan referencing old table as stale for each statement execute function prevention.count_reasons();

-- What is there already.
insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
select p.tenant_no, 'prevention.holder', p.region_code, array[coalesce(p.scale, ''), m.what], date '2000-01-01', sum(m.n)
from prevention.holder p cross join lateral (values ('all', 1), ('stocked', (p.stock > 0)::int)) m(what, n) group by 1, 3, 4 having sum(m.n) <> 0;
insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
select p.tenant_no, 'prevention.farm', p.region_code, array[p.season_id::text, p.scale, m.what], date '2000-01-01', sum(m.n)
from prevention.plan_household p cross join lateral (values ('due', p.due), ('done', p.done)) m(what, n)
where p.scale in ('small', 'medium', 'large') group by 1, 3, 4 having sum(m.n) <> 0;
insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
select p.tenant_no, 'prevention.reason', p.region_code, array[e.key, m.what], (p.month || '-01')::date, sum(e.value::int)
from prevention.routine_plan p cross join lateral (values ('remaining', p.reasons), ('done', p.done_reasons)) m(what, told), jsonb_each_text(m.told) e group by 1, 3, 4, p.month having sum(e.value::int) <> 0;

-- Companies are few among households: the walls count and name them.
create index principal_company on registry.principal (tenant_no, region_code, principal_unit_type) where principal_unit_type <> 'household';

-- The nightly proof knows all figures of the big screens too.
grant select on prevention.stock_day to mulian_narrow;
create policy narrow on prevention.stock_day for select to mulian_narrow using (true);
--@narrow
create or replace function prevention.check_figures(p_tenant int, p_villages bigint[]) returns table (region_code bigint, name text, keys text[], day date, kept bigint, truth bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with records as (
    select p.region_code, 'prevention.plan' as name, array[p.season_id::text, p.disease_code, p.species, m.what] as keys, date '2000-01-01' as day, m.n::bigint as n
    from prevention.prevention_plan p cross join lateral (values ('stock', p.stock), ('young', p.not_young), ('protected', p.not_protected), ('elsewhere', p.not_elsewhere), ('unfit', p.not_fit),
      ('exempt', p.exempt), ('remaining', p.remaining), ('done', p.done), ('untaggedDone', p.done_untagged)) m(what, n) where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.household', array[p.season_id::text, m.what], date '2000-01-01', m.n
    from prevention.plan_household p cross join lateral (values ('due', (p.due > 0)::int), ('done', (p.due > 0 and p.done >= p.due)::int), ('started', (p.due > 0 and p.done > 0)::int)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.routine', array[p.disease_code, p.species, m.what], (p.month || '-01')::date, m.n
    from prevention.routine_plan p cross join lateral (values ('remaining', p.remaining), ('done', p.done)) m(what, n) where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.stock', array[p.species, coalesce(p.scale, ''), m.what], date '2000-01-01', m.n
    from prevention.holder_stock p cross join lateral (values ('tagged', p.tagged), ('untagged', p.untagged), ('holders', (p.tagged + p.untagged > 0)::int)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.stock', array[p.species, e.key, 'loose'], date '2000-01-01', e.value::int from prevention.holder_stock p, jsonb_each_text(p.stages) e
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select t.region_code, 'prevention.immune', array[t.disease_code, t.species, t.mode], t.day, t.tagged + t.untagged from prevention.immunisation_tally t
    where t.tenant_no = p_tenant and t.region_code = any (p_villages)
    union all
    select v.region_code, 'prevention.visit', array[v.mode, coalesce(v.season_id::text, ''), v.result], v.visited_on, 1 from prevention.immunisation_visit v
    where v.tenant_no = p_tenant and v.region_code = any (p_villages) and v.counted
    union all
    select m.region_code, 'prevention.protected', array[m.disease_code, m.species], e.day, e.n from prevention.animal_immunity m
      cross join lateral (values (m.last_on, 1), (m.valid_until + 1, -1)) e(day, n) where m.tenant_no = p_tenant and m.region_code = any (p_villages) and m.in_stock and m.valid_until is not null
    union all
    select p.region_code, 'prevention.holder', array[coalesce(p.scale, ''), m.what], date '2000-01-01', m.n
    from prevention.holder p cross join lateral (values ('all', 1), ('stocked', (p.stock > 0)::int)) m(what, n) where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.farm', array[p.season_id::text, p.scale, m.what], date '2000-01-01', m.n
    from prevention.plan_household p cross join lateral (values ('due', p.due), ('done', p.done)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages) and p.scale in ('small', 'medium', 'large')
    union all
    select p.region_code, 'prevention.reason', array[e.key, m.what], (p.month || '-01')::date, e.value::int
    from prevention.routine_plan p cross join lateral (values ('remaining', p.reasons), ('done', p.done_reasons)) m(what, told), jsonb_each_text(m.told) e
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.band', array[p.species, prevention.band_of(p.species, p.tagged + p.untagged), m.what], date '2000-01-01', m.n
    from prevention.holder_stock p cross join lateral (values ('holders', 1), ('heads', p.tagged + p.untagged)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages) and p.tagged + p.untagged > 0
    union all
    select p.region_code, 'prevention.flow', array[p.species, m.what], p.day, m.n
    from registry.holder_stock_day p cross join lateral (values ('born', p.born), ('bought', p.bought), ('in', p.transfer_in + p.recovered), ('sold', p.sold), ('out', p.transfer_out),
      ('slaughtered', p.slaughtered), ('died', p.died), ('culled', p.culled), ('lost', p.missing + p.voided)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages) and p.in_herd
    union all
    select a.region_code, 'prevention.age', array[a.species, a.sex], date_trunc('month', a.birth_date)::date, 1 from registry.animal a
    where a.tenant_no = p_tenant and a.region_code = any (p_villages) and a.status = 'inStock' and a.in_herd and a.voided_at is null
    union all
    select p.region_code, 'prevention.monthEnd', array[p.species, p.stage], p.day, p.tagged + p.untagged from prevention.stock_day p
    where p.tenant_no = p_tenant and p.region_code = any (p_villages) and extract(day from p.day + 1) = 1
  ), both_sides as (
    select r.region_code, r.name, r.keys, r.day, 0::bigint as kept, r.n as truth from records r
    union all
    select f.region_code, f.name, f.keys, f.day, f.n, 0 from kit.rollup f where f.tenant_no = p_tenant and f.region_code = any (p_villages) and starts_with(f.name, 'prevention.')
    union all
    select d.region_code, d.name, d.keys, d.day, d.n, 0 from kit.rollup_delta d where d.tenant_no = p_tenant and d.region_code = any (p_villages) and starts_with(d.name, 'prevention.')
  ), wrong as (
    select b.region_code, b.name, b.keys, b.day, sum(b.kept)::bigint as kept, sum(b.truth)::bigint as truth from both_sides b
    -- What further figures other parts keep is theirs to prove.
    where b.name in ('prevention.plan', 'prevention.household', 'prevention.routine', 'prevention.stock', 'prevention.immune', 'prevention.visit', 'prevention.protected',
      'prevention.holder', 'prevention.farm', 'prevention.reason', 'prevention.band', 'prevention.flow', 'prevention.age', 'prevention.monthEnd')
    group by 1, 2, 3, 4 having sum(b.kept) <> sum(b.truth)
  ), mended as (
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n) select p_tenant, w.name, w.region_code, w.keys, w.day, w.truth - w.kept from wrong w
  )
  select w.region_code, w.name, w.keys, w.day, w.kept, w.truth from wrong w order by 1, 2, 4, 3;
end $$;
