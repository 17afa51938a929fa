-- Functions of prevention that look past the row rules take the tenant as an argument. They now refuse every tenant but the caller's,
-- and those that other functions call are not the program's to call at all.

-- For the program's own login alone: migrations, moves between cells and tests act for several tenants.
create function kit.require_tenant(p_tenant int) returns boolean language plpgsql stable as $$
begin
  if session_user = 'mulian_app' and p_tenant is distinct from nullif(current_setting('app.tenant', true), '')::int then
    raise exception 'tenant % is not the caller''s', p_tenant using errcode = '42501';
  end if;
  return true;
end $$;
grant execute on function kit.require_tenant(int) to mulian_app, mulian_narrow;

-- The check becomes the first statement; the rest of each function stays as it is.
do $$
declare
  v_function regprocedure;
  v_text text;
begin
  foreach v_function in array array['prevention.build_plan(int, bigint, bigint, bigint)', 'prevention.build_routine(int, bigint, bigint)', 'prevention.check_figures(int, bigint[])',
    'prevention.judge_routine(int, bigint[])', 'prevention.judge_season(int, bigint, bigint[])', 'prevention.project_immunity(int, bigint[])',
    'prevention.refresh_holders(int, bigint[])']::regprocedure[]
  loop
    v_text := regexp_replace(pg_get_functiondef(v_function), E'\nbegin\n', E'\nbegin\n  perform kit.require_tenant(p_tenant);\n');
    if v_text !~ 'require_tenant' then raise exception '% has no begin', v_function; end if;
    execute v_text;
  end loop;
end $$;

-- Without columns of a row the check is made once per call.
--@narrow
create or replace function prevention.programme_of(p_tenant int, p_disease text, p_species text, p_stage text, p_region bigint, p_on date)
returns prevention.immune_programme language sql stable as $$
  select p from prevention.immune_programme p
  where kit.require_tenant(p_tenant) and p.tenant_no = p_tenant and p.disease_code = p_disease and p.species = p_species and (p.stage is null or p.stage = p_stage)
    and p.valid_from <= p_on and (p.valid_to is null or p.valid_to >= p_on)
    and p_region >= p.region_code and p_region < p.region_code + platform.region_width(p.region_code)
  order by platform.region_width(p.region_code), p.stage nulls last, p.valid_from desc limit 1
$$;

--@narrow
create or replace function prevention.worker_of(p_tenant int, p_village bigint) returns bigint language sql stable as $$
  select d.staff_id from registry.grid_village v
  join registry.grid_duty d on d.tenant_no = v.tenant_no and d.grid_id = v.grid_id and d.is_main and d.job = 'preventionWorker' and d.to_on is null
  where kit.require_tenant(p_tenant) and v.tenant_no = p_tenant and v.village_code = p_village
  order by array_position(array['village', 'township', 'county'], v.grid_level), d.from_on desc limit 1
$$;

--@narrow
create or replace function prevention.immunity_on(p_tenant int, p_animals bigint[], p_diseases text[], p_on date)
returns table (animal_id bigint, disease_code text, state text, last_on date, valid_until date) language sql stable as $$
  select a.id, d.code, prevention.immune_state(s.shots, s.valid_until, m.exempt_until, a.birth_date + coalesce(r.min_age_days, 0) <= p_on, p_on), s.last_on, s.valid_until
  from registry.animal a cross join unnest(p_diseases) d(code)
  left join lateral prevention.programme_of(p_tenant, d.code, a.species, a.stage, a.region_code, p_on) r on true
  left join prevention.animal_immunity m on m.tenant_no = p_tenant and m.animal_id = a.id and m.disease_code = d.code
  -- A shot of later days protects nobody before them: what came earlier is asked of the visits.
  left join lateral (
    select max(i.visited_on) as last_on, count(*)::int as shots from prevention.immunisation_animal i
    where m.last_on > p_on and i.tenant_no = p_tenant and i.animal_id = a.id and i.visited_on <= p_on and i.counted and i.result = 'done' and d.code = any (i.disease_codes)
  ) b on true
  cross join lateral (select case when m.last_on > p_on then b.shots else coalesce(m.shots, 0) end as shots,
    case when m.last_on > p_on then b.last_on else m.last_on end as last_on,
    case when m.last_on > p_on then b.last_on + r.valid_days else m.valid_until end as valid_until) s
  where kit.require_tenant(p_tenant) and a.tenant_no = p_tenant and a.id = any (p_animals)
$$;

-- Called by other functions, or by nobody any more.
revoke execute on function prevention.refresh_households(int, bigint[], bigint), prevention.refresh_plans(int, bigint[], bigint, boolean),
  prevention.refresh_routine(int, bigint[]), prevention.refresh_stock(int, bigint[]), prevention.seed_tenant(int, bigint),
  registry.credit_code_taken(int, text, bigint) from mulian_app;
