-- What of a gap can be done today. Counts as coverage and make-up count, an animal once for every disease, without those
-- below the age of their first immunisation.
create or replace function prevention.gap_left(p_season bigint, p_month text, p_disease text, p_region bigint,
  p_holder bigint, p_staff bigint, p_animal bigint) returns int language plpgsql stable as $$
declare
  v_hi bigint := p_region + platform.region_width(p_region);
  v_young int := (select count(*) from prevention.gap_young(p_season, coalesce(p_month, to_char(prevention.today(),
    'YYYY-MM')), p_disease, p_region, p_holder, p_staff, p_animal, prevention.today()));
begin
  if p_animal is not null and p_season is not null then
    return (select greatest(count(*) - v_young, 0) from prevention.judge_season(kit.tenant(), p_season, array[p_holder]) j
      where j.animal_id = p_animal and j.how = 'remaining' and (p_disease is null or j.disease_code = p_disease));
  elsif p_animal is not null then
    return (select greatest(count(*) - v_young, 0) from prevention.judge_routine(kit.tenant(), array[p_holder]) j
      where j.animal_id = p_animal and (p_disease is null or j.disease_code = p_disease));
  elsif p_season is not null then
    return (select greatest(coalesce(sum(p.remaining), 0) - v_young, 0) from prevention.prevention_plan p
      where p.tenant_no = kit.tenant() and p.season_id = p_season
        and (p_disease is null or p.disease_code = p_disease) and (p_holder is null or p.principal_id = p_holder)
        and (p_holder is not null or p_staff is not null or (p.region_code >= p_region and p.region_code < v_hi))
        and (p_staff is null or exists (select 1 from prevention.plan_household h where h.tenant_no = p.tenant_no
          and h.season_id = p.season_id and h.principal_id = p.principal_id and h.staff_id = p_staff)));
  end if;
  return (select greatest(coalesce(sum(p.remaining), 0) - v_young, 0) from prevention.routine_plan p
    where p.tenant_no = kit.tenant() and p.month = p_month
      and (p_disease is null or p.disease_code = p_disease) and (p_holder is null or p.principal_id = p_holder)
      and (p_holder is not null or p_staff is not null or (p.region_code >= p_region and p.region_code < v_hi))
      and (p_staff is null or p.staff_id = p_staff));
end $$;
