--@narrow
create or replace function prevention.judge_season(p_tenant int, p_season bigint, p_holders bigint[])
returns table (principal_id bigint, animal_id bigint, species text, disease_code text, how text)
  language plpgsql stable as $$
declare
  s prevention.prevention_season;
  v_today date := prevention.today();
begin
  perform kit.require_tenant(p_tenant);
  select * into s from prevention.prevention_season where tenant_no = p_tenant and id = p_season;
  return query
    with items as (
      select i.disease_code, i.species from prevention.prevention_season_item i
        where i.tenant_no = p_tenant and i.season_id = s.id
    ), h as materialized (
      select o.principal_id, o.region_code from prevention.holder o
        where o.tenant_no = p_tenant and o.principal_id = any (p_holders)
        and prevention.lies_in(o.region_code, s.region_codes)
    ), herd as materialized (
      select a.id, a.principal_id, a.species, a.stage, a.birth_date, a.breeding_use from registry.animal a
      where a.principal_id = any (p_holders) and a.tenant_no = p_tenant and a.status = 'inStock' and a.in_herd
        and a.voided_at is null
    ), rules as materialized (
      select k.region_code, k.species, k.stage, k.disease_code, r.min_age_days, r.season_scope,
        'breedingStock' = any (r.ban_on) as bans
      from (select distinct h.region_code, a.species, a.stage, i.disease_code from herd a
        join h on h.principal_id = a.principal_id join items i on i.species = a.species) k
      left join lateral prevention.programme_of(p_tenant, k.disease_code, k.species, k.stage, k.region_code,
        s.start_date) r on true
    ), here as materialized (
      select distinct d.code as disease_code, i.animal_id from prevention.immunisation_animal i,
        unnest(i.disease_codes) d(code)
      where i.tenant_no = p_tenant and i.principal_id = any (p_holders) and i.visited_on between s.start_date
        and s.end_date and i.counted and i.result = 'done'
        and exists (select 1 from herd a where a.id = i.animal_id and a.principal_id = i.principal_id)
    )
    select a.principal_id, a.id, a.species, r.disease_code, case
        when t.animal_id is not null then 'done'
        when m.last_on between s.start_date and s.end_date then 'elsewhere'
        when m.last_on > s.end_date and exists (select 1 from prevention.immunisation_animal o
          where o.tenant_no = p_tenant and o.animal_id = a.id
          and o.visited_on between s.start_date and s.end_date and o.counted and o.result = 'done'
            and r.disease_code = any (o.disease_codes)) then 'elsewhere'
        when a.birth_date + coalesce(r.min_age_days, 0) > s.end_date then 'young'
        when r.bans and a.breeding_use then 'unfit'
        when m.exempt_until >= v_today then 'exempt'
        when r.season_scope = 'lapsedOnly' and m.valid_until > s.end_date then 'protected'
        when s.emergency and m.last_on >= s.start_date - 30 then 'protected'
        else 'remaining' end
    from herd a join h on h.principal_id = a.principal_id join rules r on r.region_code = h.region_code
      and r.species = a.species and r.stage = a.stage
    left join prevention.animal_immunity m on m.tenant_no = p_tenant and m.animal_id = a.id
      and m.disease_code = r.disease_code
    left join here t on t.animal_id = a.id and t.disease_code = r.disease_code;
end $$;
