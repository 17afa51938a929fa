-- What is due, and how it stands, reckoned from the rows whenever one of them changes: in the same transaction, holder by holder.

grant usage on schema prevention to mulian_narrow;
grant insert on kit.rollup_delta to mulian_narrow;
grant select on registry.animal_entry, registry.herd_count, registry.holder_stock_day, registry.grid, registry.grid_village, registry.grid_duty to mulian_narrow;
create policy narrow on registry.animal_entry for select to mulian_narrow using (true);
create policy narrow on registry.herd_count for select to mulian_narrow using (true);
create policy narrow on registry.holder_stock_day for select to mulian_narrow using (true);
create policy narrow on registry.grid for select to mulian_narrow using (true);
create policy narrow on registry.grid_village for select to mulian_narrow using (true);
create policy narrow on registry.grid_duty for select to mulian_narrow using (true);
grant select on prevention.ant_disease, prevention.immune_programme, prevention.prevention_season, prevention.prevention_season_item, prevention.routine_month,
  prevention.immunisation_visit, prevention.immunisation_animal, prevention.immunisation_tally to mulian_narrow;
create policy narrow on prevention.ant_disease for select to mulian_narrow using (true);
create policy narrow on prevention.immune_programme for select to mulian_narrow using (true);
create policy narrow on prevention.prevention_season for select to mulian_narrow using (true);
-- What concerns whom is asked of callers; who reckons sees all.
drop policy whose on prevention.prevention_season;
create policy whose on prevention.prevention_season as restrictive for select to mulian_app using (current_setting('app.system', true) = '1' or prevention.touches(region_codes));
drop policy whose on prevention.census_round;
create policy whose on prevention.census_round as restrictive for select to mulian_app using (current_setting('app.system', true) = '1' or prevention.touches(region_codes));
create policy narrow on prevention.prevention_season_item for select to mulian_narrow using (true);
create policy narrow on prevention.routine_month for select to mulian_narrow using (true);
create policy narrow on prevention.immunisation_visit for select to mulian_narrow using (true);
create policy narrow on prevention.immunisation_animal for select to mulian_narrow using (true);
create policy narrow on prevention.immunisation_tally for select to mulian_narrow using (true);
grant select, insert, update, delete on prevention.holder, prevention.holder_stock, prevention.prevention_plan, prevention.plan_household, prevention.routine_plan,
  prevention.animal_immunity, prevention.work_day to mulian_narrow;
create policy narrow on prevention.holder to mulian_narrow using (true) with check (true);
create policy narrow on prevention.holder_stock to mulian_narrow using (true) with check (true);
create policy narrow on prevention.prevention_plan to mulian_narrow using (true) with check (true);
create policy narrow on prevention.plan_household to mulian_narrow using (true) with check (true);
create policy narrow on prevention.routine_plan to mulian_narrow using (true) with check (true);
create policy narrow on prevention.animal_immunity to mulian_narrow using (true) with check (true);
create policy narrow on prevention.work_day to mulian_narrow using (true) with check (true);

create function prevention.today() returns date language sql stable parallel safe as $$ select (now() at time zone 'Asia/Shanghai')::date $$;

create function prevention.lies_in(p_code bigint, p_regions bigint[]) returns boolean language sql immutable parallel safe as $$
  select exists (select 1 from unnest(p_regions) r(code) where p_code >= r.code and p_code < r.code + platform.region_width(r.code))
$$;

-- R48: who has main charge of a village.
--@narrow
create function prevention.worker_of(p_tenant int, p_village bigint) returns bigint language sql stable as $$
  select d.staff_id from registry.grid_village v
  join registry.grid_duty d on d.tenant_no = v.tenant_no and d.grid_id = v.grid_id and d.is_main and d.job = 'preventionWorker' and d.to_on is null
  where v.tenant_no = p_tenant and v.village_code = p_village
  order by array_position(array['village', 'township', 'county'], v.grid_level), d.from_on desc limit 1
$$;

-- The programme that holds for a kind and age in a place: the nearest region, a stage before none, the newest.
--@narrow
create function prevention.programme_of(p_tenant int, p_disease text, p_species text, p_stage text, p_region bigint, p_on date)
returns prevention.immune_programme language sql stable as $$
  select p from prevention.immune_programme p
  where p.tenant_no = p_tenant and p.disease_code = p_disease and p.species = p_species and (p.stage is null or p.stage = p_stage)
    and p.valid_from <= p_on and (p.valid_to is null or p.valid_to >= p_on)
    and p_region >= p.region_code and p_region < p.region_code + platform.region_width(p.region_code)
  order by platform.region_width(p.region_code), p.stage nulls last, p.valid_from desc limit 1
$$;

-- R1: numbered animals, and what the last count found beyond them. A count may be of some stages only; what came or went since moves with it, but not
-- animals that were there already and got their number.
--@narrow
create function prevention.refresh_stock(p_tenant int, p_holders bigint[]) returns void language plpgsql as $$
begin
  with tagged as (
    select a.principal_id, a.species, a.stage, count(*)::int as n from registry.animal a
    where a.principal_id = any (p_holders) and a.tenant_no = p_tenant and a.status = 'inStock' and a.in_herd and a.voided_at is null group by 1, 2, 3
  ), latest as (
    select principal_id, species, max(on_date) as on_date from registry.herd_count where tenant_no = p_tenant and principal_id = any (p_holders) group by 1, 2
  ), counted as (
    select distinct on (h.principal_id, h.species, h.stage) h.principal_id, h.species, h.stage, h.head, h.on_date
    from registry.herd_count h join latest l using (principal_id, species, on_date) where h.tenant_no = p_tenant
    order by h.principal_id, h.species, h.stage, h.id desc
  ), gaps as (
    select c.principal_id, c.species, c.stage, c.on_date,
      c.head + coalesce((select sum(d.net) from registry.holder_stock_day d where d.tenant_no = p_tenant and d.principal_id = c.principal_id
          and d.species = c.species and d.stage = c.stage and d.day > c.on_date), 0)
        - coalesce((select count(*) from registry.animal a join registry.animal_entry e on e.id = a.entry_id
          where a.principal_id = c.principal_id and a.tenant_no = p_tenant and a.species = c.species and a.stage = c.stage and a.entry_on > c.on_date
            and a.voided_at is null and e.entry_kind = 'backlog' and e.principal_id = c.principal_id), 0)
        - coalesce(t.n, 0) as gap
    from counted c left join tagged t using (principal_id, species, stage)
  ), rest as (
    select principal_id, species, max(on_date) as on_date, greatest(sum(gap), 0)::int as untagged from gaps group by 1, 2
  ), staged as (
    select g.principal_id, g.species, jsonb_object_agg(g.stage, g.n) as stages from (
      select w.principal_id, w.species, w.stage,
        least(w.gap, r.untagged - (sum(w.gap) over (partition by w.principal_id, w.species order by w.gap desc, w.stage) - w.gap))::int as n
      from gaps w join rest r using (principal_id, species) where w.gap > 0
    ) g where g.n > 0 group by 1, 2
  ), fresh as (
    select h.principal_id, h.region_code, h.scale, k.species, coalesce(s.n, 0) as tagged, coalesce(r.untagged, 0) as untagged,
      coalesce(st.stages, '{}') as stages, r.on_date
    from prevention.holder h
    join (select principal_id, species from tagged union select principal_id, species from counted
          union select principal_id, species from prevention.holder_stock where tenant_no = p_tenant and principal_id = any (p_holders)) k using (principal_id)
    left join (select principal_id, species, sum(n)::int as n from tagged group by 1, 2) s using (principal_id, species)
    left join rest r using (principal_id, species) left join staged st using (principal_id, species)
    where h.tenant_no = p_tenant
  )
  insert into prevention.holder_stock as o (tenant_no, principal_id, species, region_code, scale, tagged, untagged, stages, counted_on)
  select p_tenant, principal_id, species, region_code, scale, tagged, untagged, stages, on_date from fresh order by principal_id, species
  on conflict (tenant_no, principal_id, species) do update set region_code = excluded.region_code, scale = excluded.scale, tagged = excluded.tagged,
    untagged = excluded.untagged, stages = excluded.stages, counted_on = excluded.counted_on
  where (o.region_code, o.scale, o.tagged, o.untagged, o.stages, o.counted_on)
    is distinct from (excluded.region_code, excluded.scale, excluded.tagged, excluded.untagged, excluded.stages, excluded.counted_on);
end $$;

-- A household's rows put together; how its visits went stays as the visits told it.
--@narrow
create function prevention.refresh_households(p_tenant int, p_holders bigint[], p_season bigint) returns void language sql as $$
  with cells as (
    select p.principal_id, p.region_code, p.disease_code, sum(p.due)::int as due, sum(p.done)::int as done, sum(p.exempt)::int as exempt
    from prevention.prevention_plan p where p.tenant_no = p_tenant and p.season_id = p_season and p.principal_id = any (p_holders) group by 1, 2, 3
  ), fresh as (
    select c.principal_id, max(c.region_code) as region_code, sum(c.due)::int as due, sum(c.done)::int as done, sum(c.exempt)::int as exempt,
      jsonb_object_agg(c.disease_code, jsonb_build_object('due', c.due, 'done', c.done, 'exempt', c.exempt)) as cells
    from cells c group by 1
  ), whole as (
    select f.*, h.scale, h.last_visit_id, h.last_visit_on, coalesce((select sum(o.tagged + o.untagged) from prevention.holder_stock o
        where o.tenant_no = p_tenant and o.principal_id = f.principal_id), 0)::int as stock
    from fresh f join prevention.holder h on h.tenant_no = p_tenant and h.principal_id = f.principal_id
  )
  insert into prevention.plan_household as o (tenant_no, season_id, principal_id, region_code, staff_id, scale, stock, due, done, exempt, cells, last_visit_id, last_visit_on, status)
  select p_tenant, p_season, w.principal_id, w.region_code, prevention.worker_of(p_tenant, w.region_code), w.scale, w.stock, w.due, w.done, w.exempt, w.cells, null, null,
    case when w.due = 0 then 'notDue' when w.done >= w.due then 'done' when w.done > 0 then 'partial' else 'todo' end
  from whole w order by w.principal_id
  on conflict (tenant_no, season_id, principal_id) do update set region_code = excluded.region_code, scale = excluded.scale, stock = excluded.stock, due = excluded.due,
    done = excluded.done, exempt = excluded.exempt, cells = excluded.cells,
    status = case when excluded.due = 0 then 'notDue' when excluded.done >= excluded.due then 'done' when excluded.done > 0 then 'partial'
      when o.last_attempt in ('absent', 'refused') then o.last_attempt else 'todo' end
  where (o.region_code, o.scale, o.stock, o.due, o.done, o.exempt, o.cells, o.status) is distinct from (excluded.region_code, excluded.scale, excluded.stock, excluded.due, excluded.done, excluded.exempt, excluded.cells,
    case when excluded.due = 0 then 'notDue' when excluded.done >= excluded.due then 'done' when excluded.done > 0 then 'partial'
      when o.last_attempt in ('absent', 'refused') then o.last_attempt else 'todo' end);
$$;

-- Everything that follows from a holder's rows. Whoever comes second waits here and then reads what the first has written.
--@narrow
create function prevention.refresh_holders(p_tenant int, p_holders bigint[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(p_holders), 0) = 0 then return; end if;
  insert into prevention.holder (tenant_no, principal_id, region_code, scale)
  select p_tenant, p.id, p.region_code, p.scale from registry.principal p where p.tenant_no = p_tenant and p.id = any (p_holders) order by p.id
  on conflict (tenant_no, principal_id) do nothing;
  perform 1 from prevention.holder where tenant_no = p_tenant and principal_id = any (p_holders) order by principal_id for update;
  update prevention.holder h set region_code = p.region_code, scale = p.scale from registry.principal p
  where h.tenant_no = p_tenant and h.principal_id = any (p_holders) and p.id = h.principal_id and (h.region_code, h.scale) is distinct from (p.region_code, p.scale);
  perform prevention.refresh_stock(p_tenant, p_holders);
  perform prevention.refresh_plans(p_tenant, p_holders, null, false);
  perform prevention.refresh_routine(p_tenant, p_holders);
end $$;

-- Animals that came, went, or changed hands: whatever did it, their holders' figures and their own immunity follow.
--@narrow
create function prevention.follow_animals() returns trigger language plpgsql as $$
declare
  v_tenant int;
  v_holders bigint[];
begin
  if current_setting('app.bulk', true) = '1' then return null; end if;
  if tg_op = 'INSERT' then
    for v_tenant, v_holders in select tenant_no, array_agg(distinct principal_id) from fresh where status = 'inStock' and in_herd group by tenant_no loop
      perform prevention.refresh_holders(v_tenant, v_holders);
    end loop;
    return null;
  end if;
  update prevention.animal_immunity m set principal_id = f.principal_id, region_code = f.region_code, species = f.species,
    in_stock = f.status = 'inStock' and f.in_herd and f.voided_at is null
  from fresh f join stale s on s.id = f.id
  where m.tenant_no = f.tenant_no and m.animal_id = f.id
    and (f.principal_id, f.region_code, f.species, f.status, f.in_herd, f.voided_at) is distinct from (s.principal_id, s.region_code, s.species, s.status, s.in_herd, s.voided_at);
  for v_tenant, v_holders in
    select x.tenant_no, array_agg(distinct x.principal_id) from (
      select f.tenant_no, unnest(array[f.principal_id, s.principal_id]) as principal_id from fresh f join stale s on s.id = f.id
      where (f.principal_id, f.region_code, f.species, f.status, f.in_herd, f.voided_at, f.birth_date, f.breeding_use)
        is distinct from (s.principal_id, s.region_code, s.species, s.status, s.in_herd, s.voided_at, s.birth_date, s.breeding_use)
    ) x group by x.tenant_no
  loop
    perform prevention.refresh_holders(v_tenant, v_holders);
  end loop;
  return null;
end $$;
create trigger prevention_came after insert on registry.animal referencing new table as fresh for each statement execute function prevention.follow_animals();
create trigger prevention_changed after update on registry.animal referencing new table as fresh old table as stale for each statement execute function prevention.follow_animals();

--@narrow
create function prevention.follow_counts() returns trigger language plpgsql as $$
declare
  v_tenant int;
  v_holders bigint[];
begin
  if current_setting('app.bulk', true) = '1' then return null; end if;
  for v_tenant, v_holders in select tenant_no, array_agg(distinct principal_id) from fresh group by tenant_no loop
    perform prevention.refresh_holders(v_tenant, v_holders);
  end loop;
  return null;
end $$;
create trigger prevention_counted after insert on registry.herd_count referencing new table as fresh for each statement execute function prevention.follow_counts();
create trigger prevention_recounted after update on registry.herd_count referencing new table as fresh for each statement execute function prevention.follow_counts();

-- Figures by region: see kit.rollup. Each trigger appends what its rows were and are.
--@narrow
create function prevention.count_plans() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.plan', p.region_code, array[p.season_id::text, p.disease_code, p.species, m.what], date '2000-01-01', sum(m.n)
    from fresh p cross join lateral (values ('stock', p.stock), ('young', p.not_young), ('protected', p.not_protected), ('elsewhere', p.not_elsewhere), ('unfit', p.not_fit),
      ('exempt', p.exempt), ('remaining', p.remaining), ('done', p.done), ('untaggedDone', p.done_untagged)) m(what, n)
    group by p.tenant_no, p.region_code, p.season_id, p.disease_code, p.species, m.what having sum(m.n) <> 0;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.plan', p.region_code, array[p.season_id::text, p.disease_code, p.species, m.what], date '2000-01-01', -sum(m.n)
    from stale p cross join lateral (values ('stock', p.stock), ('young', p.not_young), ('protected', p.not_protected), ('elsewhere', p.not_elsewhere), ('unfit', p.not_fit),
      ('exempt', p.exempt), ('remaining', p.remaining), ('done', p.done), ('untaggedDone', p.done_untagged)) m(what, n)
    group by p.tenant_no, p.region_code, p.season_id, p.disease_code, p.species, m.what having sum(m.n) <> 0;
  end if;
  return null;
end $$;
create trigger count_new after insert on prevention.prevention_plan referencing new table as fresh for each statement execute function prevention.count_plans();
create trigger count_changed after update on prevention.prevention_plan referencing new table as fresh old table as stale for each statement execute function prevention.count_plans();
create trigger count_gone after delete on prevention.prevention_plan referencing old table as stale for each statement execute function prevention.count_plans();

--@narrow
create function prevention.count_households() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.household', p.region_code, array[p.season_id::text, m.what], date '2000-01-01', sum(m.n)
    from fresh p cross join lateral (values ('due', (p.due > 0)::int), ('done', (p.due > 0 and p.done >= p.due)::int), ('started', (p.due > 0 and p.done > 0)::int)) m(what, n)
    group by p.tenant_no, p.region_code, p.season_id, m.what having sum(m.n) <> 0;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.household', p.region_code, array[p.season_id::text, m.what], date '2000-01-01', -sum(m.n)
    from stale p cross join lateral (values ('due', (p.due > 0)::int), ('done', (p.due > 0 and p.done >= p.due)::int), ('started', (p.due > 0 and p.done > 0)::int)) m(what, n)
    group by p.tenant_no, p.region_code, p.season_id, m.what having sum(m.n) <> 0;
  end if;
  return null;
end $$;
create trigger count_new after insert on prevention.plan_household referencing new table as fresh for each statement execute function prevention.count_households();
create trigger count_changed after update on prevention.plan_household referencing new table as fresh old table as stale for each statement execute function prevention.count_households();
create trigger count_gone after delete on prevention.plan_household referencing old table as stale for each statement execute function prevention.count_households();

--@narrow
create function prevention.count_routine() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.routine', p.region_code, array[p.disease_code, p.species, m.what], (p.month || '-01')::date, sum(m.n)
    from fresh p cross join lateral (values ('remaining', p.remaining), ('done', p.done)) m(what, n) group by p.tenant_no, p.region_code, p.month, p.disease_code, p.species, m.what having sum(m.n) <> 0;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.routine', p.region_code, array[p.disease_code, p.species, m.what], (p.month || '-01')::date, -sum(m.n)
    from stale p cross join lateral (values ('remaining', p.remaining), ('done', p.done)) m(what, n) group by p.tenant_no, p.region_code, p.month, p.disease_code, p.species, m.what having sum(m.n) <> 0;
  end if;
  return null;
end $$;
create trigger count_new after insert on prevention.routine_plan referencing new table as fresh for each statement execute function prevention.count_routine();
create trigger count_changed after update on prevention.routine_plan referencing new table as fresh old table as stale for each statement execute function prevention.count_routine();
create trigger count_gone after delete on prevention.routine_plan referencing old table as stale for each statement execute function prevention.count_routine();

--@narrow
create function prevention.count_stock() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select tenant_no, 'prevention.stock', region_code, keys, date '2000-01-01', sum(n) from (
      select p.tenant_no, p.region_code, array[p.species, coalesce(p.scale, ''), m.what] as keys, m.n from fresh p
      cross join lateral (values ('tagged', p.tagged), ('untagged', p.untagged), ('holders', (p.tagged + p.untagged > 0)::int)) m(what, n)
      union all
      select p.tenant_no, p.region_code, array[p.species, e.key, 'loose'], e.value::int from fresh p, jsonb_each_text(p.stages) e
    ) x group by 1, 3, 4 having sum(n) <> 0;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select tenant_no, 'prevention.stock', region_code, keys, date '2000-01-01', -sum(n) from (
      select p.tenant_no, p.region_code, array[p.species, coalesce(p.scale, ''), m.what] as keys, m.n from stale p
      cross join lateral (values ('tagged', p.tagged), ('untagged', p.untagged), ('holders', (p.tagged + p.untagged > 0)::int)) m(what, n)
      union all
      select p.tenant_no, p.region_code, array[p.species, e.key, 'loose'], e.value::int from stale p, jsonb_each_text(p.stages) e
    ) x group by 1, 3, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger count_new after insert on prevention.holder_stock referencing new table as fresh for each statement execute function prevention.count_stock();
create trigger count_changed after update on prevention.holder_stock referencing new table as fresh old table as stale for each statement execute function prevention.count_stock();
create trigger count_gone after delete on prevention.holder_stock referencing old table as stale for each statement execute function prevention.count_stock();

-- Heads done, by disease, kind and mode; a worker's share of it by day.
--@narrow
create function prevention.count_tally() returns trigger language plpgsql as $$
declare
  v_sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
  select tenant_no, 'prevention.immune', region_code, array[disease_code, species, mode], day, v_sign * sum(tagged + untagged)
  from changed group by tenant_no, region_code, disease_code, species, mode, day having sum(tagged + untagged) <> 0;
  insert into prevention.work_day as w (tenant_no, staff_id, day, kind, species, region_code, n)
  select tenant_no, staff_id, day, mode, species, region_code, v_sign * sum(tagged + untagged)::int from changed where disease_code = '*' and staff_id is not null
  group by tenant_no, staff_id, day, mode, species, region_code order by staff_id, day, mode, species, region_code
  on conflict (tenant_no, staff_id, day, kind, species, region_code) do update set n = w.n + excluded.n;
  return null;
end $$;
create trigger count_new after insert on prevention.immunisation_tally referencing new table as changed for each statement execute function prevention.count_tally();
create trigger count_gone after delete on prevention.immunisation_tally referencing old table as changed for each statement execute function prevention.count_tally();

--@narrow
create function prevention.count_visit() returns trigger language plpgsql as $$
declare
  v_sign int := 0;
begin
  if tg_op = 'INSERT' then v_sign := new.counted::int; else v_sign := new.counted::int - old.counted::int; end if;
  if v_sign = 0 then return null; end if;
  insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
  values (new.tenant_no, 'prevention.visit', new.region_code, array[new.mode, coalesce(new.season_id::text, ''), new.result], new.visited_on, v_sign);
  if new.staff_id is not null then
    insert into prevention.work_day as w (tenant_no, staff_id, day, kind, species, region_code, n)
    values (new.tenant_no, new.staff_id, new.visited_on, 'visits', '*', new.region_code, v_sign)
    on conflict (tenant_no, staff_id, day, kind, species, region_code) do update set n = w.n + excluded.n;
  end if;
  return null;
end $$;
create trigger count_visit after insert or update of counted on prevention.immunisation_visit for each row execute function prevention.count_visit();

-- R7: a protected head is one more from its shot and one less after its last day; adding up to a day answers that day.
--@narrow
create function prevention.count_protected() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select m.tenant_no, 'prevention.protected', m.region_code, array[m.disease_code, m.species], e.day, sum(e.n)
    from fresh m cross join lateral (values (m.last_on, 1), (m.valid_until + 1, -1)) e(day, n) where m.in_stock and m.valid_until is not null
    group by m.tenant_no, m.region_code, m.disease_code, m.species, e.day having sum(e.n) <> 0;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select m.tenant_no, 'prevention.protected', m.region_code, array[m.disease_code, m.species], e.day, -sum(e.n)
    from stale m cross join lateral (values (m.last_on, 1), (m.valid_until + 1, -1)) e(day, n) where m.in_stock and m.valid_until is not null
    group by m.tenant_no, m.region_code, m.disease_code, m.species, e.day having sum(e.n) <> 0;
  end if;
  return null;
end $$;
create trigger count_new after insert on prevention.animal_immunity referencing new table as fresh for each statement execute function prevention.count_protected();
create trigger count_changed after update on prevention.animal_immunity referencing new table as fresh old table as stale for each statement execute function prevention.count_protected();
create trigger count_gone after delete on prevention.animal_immunity referencing old table as stale for each statement execute function prevention.count_protected();

-- How an animal stands with a disease today. Young ones have no row, or one without a shot.
create function prevention.immune_state(p_shots int, p_valid_until date, p_exempt_until date, p_of_age boolean, p_today date) returns text language sql immutable parallel safe as $$
  select case when p_exempt_until >= p_today then 'exempt'
    when p_valid_until >= p_today + 31 then 'protected' when p_valid_until >= p_today then 'lapsing' when p_shots > 0 then 'lapsed'
    when not p_of_age then 'tooYoung' else 'never' end
$$;
