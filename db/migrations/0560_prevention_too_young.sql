-- A gap asks only for what can be done: an animal that comes of age later in the season is due, and not missing yet.
alter table prevention.gap_order add column young int not null default 0;

-- Animals behind a gap that nobody can vaccinate on that day: due by the end of the season or month, but below the age of
-- their first immunisation.
create function prevention.gap_young(p_season bigint, p_month text, p_disease text, p_region bigint, p_holder bigint,
  p_staff bigint, p_animal bigint, p_on date)
returns table (principal_id bigint, animal_id bigint, disease_code text, of_age_on date) language plpgsql stable as $$
declare
  v_hi bigint := p_region + platform.region_width(p_region);
  v_rules_on date := prevention.today();
  v_last date := (to_date(p_month, 'YYYY-MM') + interval '1 month')::date - 1;
  v_exempt_to date := v_last;
  v_youngest date := p_on - (select max(r.min_age_days) from prevention.immune_programme r where r.tenant_no = kit.tenant());
begin
  if p_season is not null then
    select s.start_date, s.end_date, prevention.today() - 1 into v_rules_on, v_last, v_exempt_to
    from prevention.prevention_season s where s.tenant_no = kit.tenant() and s.id = p_season;
  end if;
  return query
    with missing as materialized (
      select p.principal_id, p.region_code, p.disease_code, p.species from prevention.prevention_plan p
      where p_season is not null and p.tenant_no = kit.tenant() and p.season_id = p_season and p.remaining_tagged > 0
        and (p_disease is null or p.disease_code = p_disease) and (p_holder is null or p.principal_id = p_holder)
        and (p_holder is not null or p_staff is not null or (p.region_code >= p_region and p.region_code < v_hi))
        and (p_staff is null or exists (select 1 from prevention.plan_household h where h.tenant_no = p.tenant_no
          and h.season_id = p_season and h.principal_id = p.principal_id and h.staff_id = p_staff))
      union all
      select p.principal_id, p.region_code, p.disease_code, p.species from prevention.routine_plan p
      where p_season is null and p.tenant_no = kit.tenant() and p.month = p_month and p.remaining > 0
        and (p_disease is null or p.disease_code = p_disease) and (p_holder is null or p.principal_id = p_holder)
        and (p_holder is not null or p_staff is not null or (p.region_code >= p_region and p.region_code < v_hi))
        and (p_staff is null or p.staff_id = p_staff)
        and not exists (select 1 from prevention.prevention_season s
          join prevention.prevention_season_item i on i.tenant_no = s.tenant_no and i.season_id = s.id
          where s.tenant_no = kit.tenant() and s.status in ('published', 'ongoing') and s.kind <> 'special'
            and prevention.lies_in(p.region_code, s.region_codes) and i.disease_code = p.disease_code
            and i.species = p.species)
    ), herd as materialized (
      select n.principal_id, n.region_code, n.disease_code, a.id, a.species, a.stage, a.birth_date, a.breeding_use
      from missing n join registry.animal a on a.principal_id = n.principal_id and a.species = n.species
      where a.tenant_no = kit.tenant() and a.status = 'inStock' and a.in_herd and a.voided_at is null
        and a.birth_date > v_youngest and (p_animal is null or a.id = p_animal)
    ), rules as materialized (
      select k.region_code, k.species, k.stage, k.disease_code, r.min_age_days, 'breedingStock' = any (r.ban_on) as bans
      from (select distinct h.region_code, h.species, h.stage, h.disease_code from herd h) k
      join lateral prevention.programme_of(kit.tenant(), k.disease_code, k.species, k.stage, k.region_code,
        v_rules_on) r on r.id is not null
    )
    select h.principal_id, h.id, h.disease_code, h.birth_date + r.min_age_days
    from herd h join rules r on r.region_code = h.region_code and r.species = h.species and r.stage = h.stage
      and r.disease_code = h.disease_code
    left join prevention.animal_immunity m on m.tenant_no = kit.tenant() and m.animal_id = h.id
      and m.disease_code = h.disease_code
    where h.birth_date + r.min_age_days > p_on and h.birth_date + r.min_age_days <= v_last
      and not coalesce(r.bans and h.breeding_use, false) and coalesce(m.shots, 0) = 0
      and (m.exempt_until is null or m.exempt_until <= v_exempt_to);
end $$;

drop function prevention.gap_households(bigint, text, text, bigint, bigint, bigint, int);
-- The households behind a gap, with how their last visit went: what can be done there today, and how many are too young.
create function prevention.gap_households(p_season bigint, p_month text, p_disease text, p_region bigint,
  p_holder bigint, p_staff bigint, p_most int)
returns table (principal_id bigint, name text, region_code bigint, due int, remaining int, young int, attempt text,
  visited_on date)
language sql stable as $$
  with young as materialized (
    select y.principal_id, count(*)::int as shots, count(distinct y.animal_id)::int as heads
    from prevention.gap_young(p_season, p_month, p_disease, p_region, p_holder, p_staff, null, prevention.today()) y
    group by 1
  )
  select x.principal_id, u.principal_unit_name, x.region_code, x.due, x.remaining - coalesce(y.shots, 0),
    coalesce(y.heads, 0), h.last_attempt, h.last_visit_on
  from (
    select p.principal_id, p.region_code, sum(p.due)::int as due, sum(p.remaining)::int as remaining
    from prevention.prevention_plan p where p_season is not null and p.tenant_no = kit.tenant()
      and p.season_id = p_season and p.remaining > 0 and (p_disease is null or p.disease_code = p_disease)
      and (p_holder is null or p.principal_id = p_holder)
      and (p_holder is not null or p_staff is not null
        or (p.region_code >= p_region and p.region_code < p_region + platform.region_width(p_region)))
    group by 1, 2
    union all
    select p.principal_id, p.region_code, sum(p.due)::int, sum(p.remaining)::int
    from prevention.routine_plan p where p_season is null and p.tenant_no = kit.tenant()
      and p.month = p_month and p.remaining > 0 and (p_disease is null or p.disease_code = p_disease)
      and (p_holder is null or p.principal_id = p_holder) and (p_staff is null or p.staff_id = p_staff)
      and (p_holder is not null or p_staff is not null
        or (p.region_code >= p_region and p.region_code < p_region + platform.region_width(p_region)))
    group by 1, 2
  ) x join registry.principal u on u.id = x.principal_id
  left join prevention.plan_household h on h.tenant_no = kit.tenant() and h.season_id = p_season
    and h.principal_id = x.principal_id
  left join young y on y.principal_id = x.principal_id
  where (p_season is null or p_staff is null or h.staff_id = p_staff) and x.remaining > coalesce(y.shots, 0)
  order by 5 desc, x.principal_id limit p_most
$$;
