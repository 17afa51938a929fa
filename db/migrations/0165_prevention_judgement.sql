-- Who is due and why, said by animal, so that a figure can be opened; and how an animal stands, reckoned anew from what was recorded.

-- R2 to R6: how every animal of these holders stands in a season, by disease.
--@narrow
create function prevention.judge_season(p_tenant int, p_season bigint, p_holders bigint[])
returns table (principal_id bigint, animal_id bigint, species text, disease_code text, how text) language plpgsql stable as $$
declare
  s prevention.prevention_season;
  v_today date := prevention.today();
begin
  select * into s from prevention.prevention_season where tenant_no = p_tenant and id = p_season;
  return query
    with items as (
      select i.disease_code, i.species from prevention.prevention_season_item i where i.tenant_no = p_tenant and i.season_id = s.id
    ), h as materialized (
      select o.principal_id, o.region_code from prevention.holder o where o.tenant_no = p_tenant and o.principal_id = any (p_holders)
        and prevention.lies_in(o.region_code, s.region_codes)
    ), herd as materialized (
      select a.id, a.principal_id, a.species, a.stage, a.birth_date, a.breeding_use from registry.animal a
      where a.principal_id = any (p_holders) and a.tenant_no = p_tenant and a.status = 'inStock' and a.in_herd and a.voided_at is null
    ), rules as materialized (
      select k.region_code, k.species, k.stage, k.disease_code, r.min_age_days, r.season_scope, 'breedingStock' = any (r.ban_on) as bans
      from (select distinct h.region_code, a.species, a.stage, i.disease_code from herd a join h on h.principal_id = a.principal_id join items i on i.species = a.species) k
      left join lateral prevention.programme_of(p_tenant, k.disease_code, k.species, k.stage, k.region_code, s.start_date) r on true
    ), here as materialized (
      select distinct d.code as disease_code, i.animal_id from prevention.immunisation_animal i, unnest(i.disease_codes) d(code)
      where i.tenant_no = p_tenant and i.principal_id = any (p_holders) and i.visited_on between s.start_date and s.end_date and i.counted and i.result = 'done'
        and exists (select 1 from herd a where a.id = i.animal_id and a.principal_id = i.principal_id)
    )
    select a.principal_id, a.id, a.species, r.disease_code, case
        when t.animal_id is not null then 'done'
        when m.last_on between s.start_date and s.end_date then 'elsewhere'
        when m.last_on > s.end_date and exists (select 1 from prevention.immunisation_animal o where o.tenant_no = p_tenant and o.animal_id = a.id
          and o.visited_on between s.start_date and s.end_date and o.counted and o.result = 'done' and r.disease_code = any (o.disease_codes)) then 'elsewhere'
        when a.birth_date + coalesce(r.min_age_days, 0) > s.end_date then 'young'
        when r.bans and a.breeding_use then 'unfit'
        when m.exempt_until >= v_today then 'exempt'
        when r.season_scope = 'lapsedOnly' and m.valid_until > s.end_date then 'protected'
        when s.emergency and m.last_on >= s.start_date - 30 then 'protected'
        else 'remaining' end
    from herd a join h on h.principal_id = a.principal_id join rules r on r.region_code = h.region_code and r.species = a.species and r.stage = a.stage
    left join prevention.animal_immunity m on m.tenant_no = p_tenant and m.animal_id = a.id and m.disease_code = r.disease_code
    left join here t on t.animal_id = a.id and t.disease_code = r.disease_code;
end $$;

-- R2 to R6 counted, for the holders given and the season given, or every season that goes on.
--@narrow
create function prevention.refresh_plans(p_tenant int, p_holders bigint[], p_season bigint, p_first boolean) returns void language plpgsql as $$
declare
  s prevention.prevention_season;
begin
  for s in select * from prevention.prevention_season where tenant_no = p_tenant and status in ('published', 'ongoing', 'summarising')
    and (p_season is null or id = p_season) and (p_first or plan_built_at is not null) order by id
  loop
    with items as (
      select disease_code, species from prevention.prevention_season_item where tenant_no = p_tenant and season_id = s.id
    ), h as materialized (
      select principal_id, region_code from prevention.holder where tenant_no = p_tenant and principal_id = any (p_holders)
        and prevention.lies_in(region_code, s.region_codes)
    ), here as materialized (
      select distinct i.principal_id, i.species, d.code as disease_code, i.animal_id from prevention.immunisation_animal i, unnest(i.disease_codes) d(code)
      where i.tenant_no = p_tenant and i.principal_id = any (p_holders) and i.visited_on between s.start_date and s.end_date and i.counted and i.result = 'done'
    ), counted as (
      select principal_id, disease_code, species, count(*) filter (where how = 'elsewhere')::int as elsewhere, count(*) filter (where how = 'young')::int as young,
        count(*) filter (where how = 'unfit')::int as unfit, count(*) filter (where how = 'exempt')::int as exempt,
        count(*) filter (where how = 'protected')::int as protected, count(*) filter (where how = 'remaining')::int as remaining
      from prevention.judge_season(p_tenant, s.id, p_holders) group by 1, 2, 3
    ), done as (
      select principal_id, disease_code, species, count(*)::int as n from here group by 1, 2, 3
    ), loose as (
      select principal_id, disease_code, species, sum(untagged)::int as n from prevention.immunisation_tally
      where tenant_no = p_tenant and principal_id = any (p_holders) and day between s.start_date and s.end_date and untagged > 0 group by 1, 2, 3
    ), keys as (
      select h.principal_id, h.region_code, i.disease_code, i.species, o.tagged, o.untagged from h join prevention.holder_stock o on o.tenant_no = p_tenant and o.principal_id = h.principal_id
      join items i on i.species = o.species
      where o.tagged + o.untagged > 0
        or exists (select 1 from here t where t.principal_id = h.principal_id and t.species = i.species and t.disease_code = i.disease_code)
        or exists (select 1 from loose l where l.principal_id = h.principal_id and l.species = i.species and l.disease_code = i.disease_code)
        or exists (select 1 from prevention.prevention_plan p where p.tenant_no = p_tenant and p.season_id = s.id and p.principal_id = h.principal_id and p.disease_code = i.disease_code and p.species = i.species)
    ), fresh as (
      select k.*, coalesce(c.young, 0) as young, coalesce(c.protected, 0) as protected, coalesce(c.elsewhere, 0) as elsewhere, coalesce(c.unfit, 0) as unfit,
        coalesce(c.exempt, 0) as exempt, coalesce(c.remaining, 0) as remaining, greatest(k.untagged - coalesce(l.n, 0), 0) as loose_left,
        coalesce(d.n, 0) as done, coalesce(l.n, 0) as loose_done
      from keys k left join counted c using (principal_id, disease_code, species) left join done d using (principal_id, disease_code, species)
      left join loose l using (principal_id, disease_code, species)
    )
    insert into prevention.prevention_plan as o (tenant_no, season_id, principal_id, disease_code, species, region_code, planned_stock, planned_due, stock,
      not_young, not_protected, not_elsewhere, not_fit, exempt, remaining_tagged, remaining_untagged, done_tagged, done_untagged)
    select p_tenant, s.id, principal_id, disease_code, species, region_code, case when p_first then tagged + untagged else 0 end,
      case when p_first then remaining + loose_left + done + loose_done else 0 end, tagged + untagged, young, protected, elsewhere, unfit, exempt, remaining, loose_left, done, loose_done
    from fresh order by principal_id, disease_code, species
    on conflict (tenant_no, season_id, principal_id, disease_code, species) do update set region_code = excluded.region_code,
      planned_stock = case when p_first then excluded.planned_stock else o.planned_stock end, planned_due = case when p_first then excluded.planned_due else o.planned_due end,
      stock = excluded.stock, not_young = excluded.not_young, not_protected = excluded.not_protected, not_elsewhere = excluded.not_elsewhere, not_fit = excluded.not_fit,
      exempt = excluded.exempt, remaining_tagged = excluded.remaining_tagged, remaining_untagged = excluded.remaining_untagged,
      done_tagged = excluded.done_tagged, done_untagged = excluded.done_untagged
    where p_first or (o.region_code, o.stock, o.not_young, o.not_protected, o.not_elsewhere, o.not_fit, o.exempt, o.remaining_tagged, o.remaining_untagged, o.done_tagged, o.done_untagged)
      is distinct from (excluded.region_code, excluded.stock, excluded.not_young, excluded.not_protected, excluded.not_elsewhere, excluded.not_fit, excluded.exempt,
        excluded.remaining_tagged, excluded.remaining_untagged, excluded.done_tagged, excluded.done_untagged);
    perform prevention.refresh_households(p_tenant, p_holders, s.id);
  end loop;
end $$;

-- R8: which animals of these holders are to be made up this month, and why. What a season that goes on already plans is its business.
--@narrow
create function prevention.judge_routine(p_tenant int, p_holders bigint[])
returns table (principal_id bigint, animal_id bigint, species text, disease_code text, why text) language plpgsql stable as $$
declare
  v_today date := prevention.today();
  v_first date := date_trunc('month', v_today)::date;
  v_last date := (date_trunc('month', v_today) + interval '1 month')::date - 1;
begin
  return query
    with h as materialized (
      select o.principal_id, o.region_code from prevention.holder o where o.tenant_no = p_tenant and o.principal_id = any (p_holders)
    ), herd as materialized (
      select a.id, a.principal_id, a.species, a.stage, a.birth_date, a.breeding_use, a.source, a.entry_on from registry.animal a
      where a.principal_id = any (p_holders) and a.tenant_no = p_tenant and a.status = 'inStock' and a.in_herd and a.voided_at is null
    ), planned as (
      select h.principal_id, i.disease_code, i.species, min(s.start_date) as start_date from h
      join prevention.prevention_season s on s.tenant_no = p_tenant and s.status in ('published', 'ongoing') and s.kind <> 'special' and prevention.lies_in(h.region_code, s.region_codes)
      join prevention.prevention_season_item i on i.tenant_no = s.tenant_no and i.season_id = s.id group by 1, 2, 3
    ), rules as materialized (
      select k.region_code, k.species, k.stage, k.disease_code, r.min_age_days, 'breedingStock' = any (r.ban_on) as bans
      from (select distinct h.region_code, a.species, a.stage, d.code as disease_code from herd a join h on h.principal_id = a.principal_id
            join prevention.ant_disease d on d.tenant_no = p_tenant and d.compulsory and d.status = 'enabled' and a.species = any (d.species)) k
      join lateral prevention.programme_of(p_tenant, k.disease_code, k.species, k.stage, k.region_code, v_today) r on r.id is not null
    )
    select x.* from (
      select a.principal_id, a.id, a.species, r.disease_code, case
          when m.last_on >= v_first then null
          when a.birth_date + r.min_age_days > v_last or (r.bans and a.breeding_use) or m.exempt_until > v_last then null
          when s.principal_id is not null and (m.last_on is null or m.last_on < s.start_date) then null
          when m.last_titre_ok is false then 'unqualified'
          when m.shots = 1 and m.booster_due_on between v_first - 31 and v_last then 'booster'
          when s.principal_id is not null then null
          when coalesce(m.shots, 0) = 0 then case
            when m.exempt_until is not null then 'exemptEnded'
            when a.source = 'bought' and a.entry_on >= v_first - 60 then 'boughtIn'
            when a.birth_date + r.min_age_days >= v_first - 31 then 'newborn'
            else 'missed' end
          when m.valid_until <= v_last then case when m.exempt_until > m.last_on then 'exemptEnded' else 'lapsed' end
        end as why
      from herd a join h on h.principal_id = a.principal_id join rules r on r.region_code = h.region_code and r.species = a.species and r.stage = a.stage
      left join prevention.animal_immunity m on m.tenant_no = p_tenant and m.animal_id = a.id and m.disease_code = r.disease_code
      left join planned s on s.principal_id = a.principal_id and s.disease_code = r.disease_code and s.species = a.species
    ) x where x.why is not null;
end $$;

-- The month's rows are its counts.
--@narrow
create function prevention.refresh_routine(p_tenant int, p_holders bigint[]) returns void language plpgsql as $$
declare
  v_today date := prevention.today();
  v_month text := to_char(v_today, 'YYYY-MM');
  v_first date := date_trunc('month', v_today)::date;
  v_last date := (date_trunc('month', v_today) + interval '1 month')::date - 1;
begin
  if not exists (select 1 from prevention.routine_month where tenant_no = p_tenant and month = v_month and closed_at is null) then return; end if;
  with h as materialized (
    select principal_id, region_code from prevention.holder where tenant_no = p_tenant and principal_id = any (p_holders)
  ), rest as (
    select principal_id, disease_code, species, sum(n)::int as n, jsonb_object_agg(why, n) as whys
    from (select principal_id, disease_code, species, why, count(*)::int as n from prevention.judge_routine(p_tenant, p_holders) group by 1, 2, 3, 4) x group by 1, 2, 3
  ), done as (
    select principal_id, disease_code, species, sum(n)::int as n, jsonb_object_agg(why, n) as whys, max(last_on) as last_on from (
      select i.principal_id, d.code as disease_code, i.species, i.routine_reason as why, count(distinct i.animal_id)::int as n, max(i.visited_on) as last_on
      from prevention.immunisation_animal i, unnest(i.disease_codes) d(code)
      where i.tenant_no = p_tenant and i.principal_id = any (p_holders) and i.visited_on between v_first and v_last and i.counted and i.result = 'done' and i.routine_reason is not null
      group by 1, 2, 3, 4) x group by 1, 2, 3
  ), fresh as (
    select h.principal_id, h.region_code, k.disease_code, k.species, coalesce(r.n, 0) as remaining, coalesce(r.whys, '{}') as whys, coalesce(d.n, 0) as done,
      coalesce(d.whys, '{}') as done_whys, d.last_on
    from h join (
      select principal_id, disease_code, species from rest union select principal_id, disease_code, species from done
      union select principal_id, disease_code, species from prevention.routine_plan where tenant_no = p_tenant and month = v_month and principal_id = any (p_holders)
    ) k using (principal_id) left join rest r using (principal_id, disease_code, species) left join done d using (principal_id, disease_code, species)
  )
  insert into prevention.routine_plan as o (tenant_no, month, principal_id, disease_code, species, region_code, staff_id, remaining, done, reasons, done_reasons, last_visit_on)
  select p_tenant, v_month, principal_id, disease_code, species, region_code, prevention.worker_of(p_tenant, region_code), remaining, done, whys, done_whys, last_on
  from fresh order by principal_id, disease_code, species
  on conflict (tenant_no, month, principal_id, disease_code, species) do update set region_code = excluded.region_code, remaining = excluded.remaining, done = excluded.done,
    reasons = excluded.reasons, done_reasons = excluded.done_reasons, last_visit_on = excluded.last_visit_on
  where (o.region_code, o.remaining, o.done, o.reasons, o.done_reasons, o.last_visit_on)
    is distinct from (excluded.region_code, excluded.remaining, excluded.done, excluded.reasons, excluded.done_reasons, excluded.last_visit_on);
  delete from prevention.routine_plan where tenant_no = p_tenant and month = v_month and principal_id = any (p_holders) and remaining = 0 and done = 0;
end $$;

-- The plan of a season, some places at a time: every holder that keeps something there.
--@narrow
create function prevention.build_plan(p_tenant int, p_season bigint, p_lo bigint, p_hi bigint) returns int language plpgsql as $$
declare
  v_holders bigint[];
begin
  select array_agg(x.principal_id) into v_holders from (
    select distinct o.principal_id from prevention.holder_stock o where o.tenant_no = p_tenant and o.region_code >= p_lo and o.region_code < p_hi and o.tagged + o.untagged > 0) x;
  if v_holders is null then return 0; end if;
  insert into prevention.holder (tenant_no, principal_id, region_code, scale)
  select p_tenant, p.id, p.region_code, p.scale from registry.principal p where p.tenant_no = p_tenant and p.id = any (v_holders) order by p.id
  on conflict (tenant_no, principal_id) do nothing;
  perform 1 from prevention.holder where tenant_no = p_tenant and principal_id = any (v_holders) order by principal_id for update;
  perform prevention.refresh_plans(p_tenant, v_holders, p_season, true);
  return cardinality(v_holders);
end $$;

-- The month's make-up plan, some places at a time.
--@narrow
create function prevention.build_routine(p_tenant int, p_lo bigint, p_hi bigint) returns int language plpgsql as $$
declare
  v_holders bigint[];
begin
  select array_agg(distinct o.principal_id) into v_holders from prevention.holder_stock o
  where o.tenant_no = p_tenant and o.region_code >= p_lo and o.region_code < p_hi and o.tagged > 0;
  if v_holders is null then return 0; end if;
  perform 1 from prevention.holder where tenant_no = p_tenant and principal_id = any (v_holders) order by principal_id for update;
  perform prevention.refresh_routine(p_tenant, v_holders);
  return cardinality(v_holders);
end $$;

grant select on prevention.immunisation_line, prevention.vaccine, prevention.sample_result, prevention.detect_item to mulian_narrow;
create policy narrow on prevention.immunisation_line for select to mulian_narrow using (true);
create policy narrow on prevention.sample_result for select to mulian_narrow using (true);

-- How these animals stand with every disease, from the shots that count, what was put off, and released titres.
--@narrow
create function prevention.project_immunity(p_tenant int, p_animals bigint[]) returns void language plpgsql as $$
begin
  with rows as materialized (
    select i.animal_id, d.code as disease_code, i.visited_on, i.visit_id, i.result, i.exempt_until, i.exempt_reason, i.line_nos
    from prevention.immunisation_animal i, unnest(i.disease_codes) d(code)
    where i.tenant_no = p_tenant and i.animal_id = any (p_animals) and i.counted and i.result in ('done', 'exempt')
  ), shots as (
    select animal_id, disease_code, min(visited_on) as first_on, max(visited_on) as last_on, count(distinct visited_on)::int as n from rows where result = 'done' group by 1, 2
  ), newest as (
    select distinct on (animal_id, disease_code) animal_id, disease_code, visit_id, line_nos from rows where result = 'done' order by animal_id, disease_code, visited_on desc, visit_id desc
  ), put_off as (
    select distinct on (animal_id, disease_code) animal_id, disease_code, visited_on, exempt_until, exempt_reason from rows where result = 'exempt' order by animal_id, disease_code, visited_on desc, visit_id desc
  ), titres as (
    select distinct on (r.animal_id, r.disease_code) r.animal_id, r.disease_code, r.tested_on, r.conclusion = 'qualified' as ok from prevention.sample_result r
    where r.tenant_no = p_tenant and r.animal_id = any (p_animals) and r.status = 'released' and r.conclusion in ('qualified', 'unqualified')
    order by r.animal_id, r.disease_code, r.tested_on desc, r.id desc
  ), keys as (
    select animal_id, disease_code from shots union select animal_id, disease_code from put_off union select animal_id, disease_code from titres
  ), fresh as (
    select a.id as animal_id, k.disease_code, a.principal_id, a.region_code, a.species, a.status = 'inStock' and a.in_herd and a.voided_at is null as in_stock,
      s.first_on, s.last_on, n.visit_id, coalesce(s.n, 0) as shots, case when s.n = 1 then s.last_on + p.booster_days end as booster, s.last_on + coalesce(p.valid_days, 180) as valid_until,
      case when s.last_on is null or o.visited_on >= s.last_on then o.exempt_until end as exempt_until, case when s.last_on is null or o.visited_on >= s.last_on then o.exempt_reason end as exempt_reason,
      case when s.last_on is null or t.tested_on > s.last_on then t.ok end as titre_ok,
      coalesce((select bool_or(v.form = 'live') from prevention.immunisation_line l join prevention.vaccine v on v.tenant_no = l.tenant_no and v.vaccine_code = l.vaccine_code
        where l.tenant_no = p_tenant and l.visit_id = n.visit_id and l.line_no = any (n.line_nos) and k.disease_code = any (l.disease_codes)), false) as live
    from keys k join registry.animal a on a.id = k.animal_id and a.tenant_no = p_tenant
    left join shots s using (animal_id, disease_code) left join newest n using (animal_id, disease_code) left join put_off o using (animal_id, disease_code)
    left join titres t using (animal_id, disease_code)
    left join lateral prevention.programme_of(p_tenant, k.disease_code, a.species, a.stage, a.region_code, s.last_on) p on s.last_on is not null
  ), gone as (
    delete from prevention.animal_immunity m where m.tenant_no = p_tenant and m.animal_id = any (p_animals)
      and not exists (select 1 from keys k where k.animal_id = m.animal_id and k.disease_code = m.disease_code)
  )
  insert into prevention.animal_immunity as m (tenant_no, animal_id, disease_code, principal_id, region_code, species, in_stock, first_on, last_on, last_visit_id, last_live, shots,
    booster_due_on, valid_until, exempt_until, exempt_reason, last_titre_ok)
  select p_tenant, animal_id, disease_code, principal_id, region_code, species, in_stock, first_on, last_on, visit_id, live, shots, booster, valid_until, exempt_until, exempt_reason, titre_ok
  from fresh order by animal_id, disease_code
  on conflict (tenant_no, animal_id, disease_code) do update set principal_id = excluded.principal_id, region_code = excluded.region_code, species = excluded.species,
    in_stock = excluded.in_stock, first_on = excluded.first_on, last_on = excluded.last_on, last_visit_id = excluded.last_visit_id, last_live = excluded.last_live, shots = excluded.shots,
    booster_due_on = excluded.booster_due_on, valid_until = excluded.valid_until, exempt_until = excluded.exempt_until, exempt_reason = excluded.exempt_reason,
    last_titre_ok = excluded.last_titre_ok
  where (m.principal_id, m.region_code, m.species, m.in_stock, m.first_on, m.last_on, m.last_visit_id, m.last_live, m.shots, m.booster_due_on, m.valid_until, m.exempt_until, m.exempt_reason, m.last_titre_ok)
    is distinct from (excluded.principal_id, excluded.region_code, excluded.species, excluded.in_stock, excluded.first_on, excluded.last_on, excluded.last_visit_id, excluded.last_live,
      excluded.shots, excluded.booster_due_on, excluded.valid_until, excluded.exempt_until, excluded.exempt_reason, excluded.last_titre_ok);
end $$;

-- A season's figure in the caller's own regions.
create function prevention.season_sum(p_season bigint, p_regions bigint[], p_what text) returns bigint language sql stable as $$
  with own as (
    select unnest(case when current_setting('app.system', true) = '1' then p_regions else kit.own_regions() end) as code
  ), asked as (
    select distinct case when platform.region_width(o.code) <= platform.region_width(r.code) then o.code else r.code end as code
    from own o join unnest(p_regions) r(code) on prevention.lies_in(o.code, array[r.code]) or prevention.lies_in(r.code, array[o.code])
  )
  select coalesce(sum(n), 0)::bigint from (
    select f.n from kit.rollup f join asked a on a.code = f.region_code where f.tenant_no = kit.tenant() and f.name = 'prevention.plan' and f.keys[1] = p_season::text and f.keys[4] = p_what
    union all
    select d.n from kit.rollup_delta d join asked a on d.region_code >= a.code and d.region_code < a.code + platform.region_width(a.code)
    where d.tenant_no = kit.tenant() and d.name = 'prevention.plan' and d.keys[1] = p_season::text and d.keys[4] = p_what
  ) x
$$;
