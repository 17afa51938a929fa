-- What can be given at a household on a day: due by the season, or this month without one, and of age by then. A sheet asks it
-- each time, and planning it anew took longer than running it.
create or replace function prevention.due_of_holder(p_season bigint, p_holder bigint, p_on date)
returns table (animal_id bigint, disease_code text, why text)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  v_region bigint := (select h.region_code from prevention.holder h
    where h.tenant_no = kit.tenant() and h.principal_id = p_holder);
  v_rules_on date := coalesce((select s.start_date from prevention.prevention_season s
    where s.tenant_no = kit.tenant() and s.id = p_season), prevention.today());
begin
  return query
    with due as materialized (
      select s.animal_id, s.disease_code, 'season' as why
      from prevention.judge_season(kit.tenant(), p_season, array[p_holder]) s
      where p_season is not null and s.how = 'remaining'
      union all
      select r.animal_id, r.disease_code, r.why from prevention.judge_routine(kit.tenant(), array[p_holder]) r
      where p_season is null
    ), herd as materialized (
      select d.animal_id, d.disease_code, d.why, a.species, a.stage, a.birth_date
      from due d join registry.animal a on a.id = d.animal_id
    ), rules as materialized (
      select k.species, k.stage, k.disease_code, r.min_age_days
      from (select distinct h.species, h.stage, h.disease_code from herd h) k
      left join lateral prevention.programme_of(kit.tenant(), k.disease_code, k.species, k.stage, v_region,
        v_rules_on) r on true
    )
    select h.animal_id, h.disease_code, h.why from herd h
    join rules r on r.species = h.species and r.stage = h.stage and r.disease_code = h.disease_code
    where h.birth_date + coalesce(r.min_age_days, 0) <= p_on
      or exists (select 1 from prevention.animal_immunity m where m.tenant_no = kit.tenant()
        and m.animal_id = h.animal_id and m.disease_code = h.disease_code and m.shots > 0);
end $$;
