--@narrow
create or replace function prevention.judge_routine(p_tenant int, p_holders bigint[])
returns table (principal_id bigint, animal_id bigint, species text, disease_code text, why text)
  language plpgsql stable as $$
declare
  v_today date := prevention.today();
  v_first date := date_trunc('month', v_today)::date;
  v_last date := (date_trunc('month', v_today) + interval '1 month')::date - 1;
begin
  perform kit.require_tenant(p_tenant);
  return query
    with h as materialized (
      select o.principal_id, o.region_code from prevention.holder o
        where o.tenant_no = p_tenant and o.principal_id = any (p_holders)
    ), herd as materialized (
      select a.id, a.principal_id, a.species, a.stage, a.birth_date, a.breeding_use, a.source, a.entry_on
        from registry.animal a
      where a.principal_id = any (p_holders) and a.tenant_no = p_tenant and a.status = 'inStock' and a.in_herd
        and a.voided_at is null
    ), planned as (
      select h.principal_id, i.disease_code, i.species, min(s.start_date) as start_date from h
      join prevention.prevention_season s on s.tenant_no = p_tenant and s.status in ('published', 'ongoing')
        and s.kind <> 'special' and prevention.lies_in(h.region_code, s.region_codes)
      join prevention.prevention_season_item i on i.tenant_no = s.tenant_no and i.season_id = s.id group by 1, 2, 3
    ), rules as materialized (
      select k.region_code, k.species, k.stage, k.disease_code, r.min_age_days,
        'breedingStock' = any (r.ban_on) as bans
      from (select distinct h.region_code, a.species, a.stage, d.code as disease_code from herd a
        join h on h.principal_id = a.principal_id
            join prevention.ant_disease d on d.tenant_no = p_tenant and d.compulsory and d.status = 'enabled'
              and a.species = any (d.species)) k
      join lateral prevention.programme_of(p_tenant, k.disease_code, k.species, k.stage, k.region_code, v_today) r
        on r.id is not null
    )
    select x.* from (
      select a.principal_id, a.id, a.species, r.disease_code, case
          when m.last_on >= v_first then null
          when a.birth_date + r.min_age_days > v_last or (r.bans and a.breeding_use) or m.exempt_until > v_last
            then null
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
      from herd a join h on h.principal_id = a.principal_id join rules r on r.region_code = h.region_code
        and r.species = a.species and r.stage = a.stage
      left join prevention.animal_immunity m on m.tenant_no = p_tenant and m.animal_id = a.id
        and m.disease_code = r.disease_code
      left join planned s on s.principal_id = a.principal_id and s.disease_code = r.disease_code
        and s.species = a.species
    ) x where x.why is not null;
end $$;
