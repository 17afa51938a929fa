--@narrow
create or replace function prevention.immunity_on(p_tenant int, p_animals bigint[], p_diseases text[], p_on date)
returns table (animal_id bigint, disease_code text, state text, last_on date, valid_until date)
  language sql stable as $$
  select a.id, d.code, prevention.immune_state(s.shots, s.valid_until, m.exempt_until,
    a.birth_date + coalesce(r.min_age_days, 0) <= p_on, p_on), s.last_on, s.valid_until
  from registry.animal a cross join unnest(p_diseases) d(code)
  left join lateral prevention.programme_of(p_tenant, d.code, a.species, a.stage, a.region_code, p_on) r on true
  left join prevention.animal_immunity m on m.tenant_no = p_tenant and m.animal_id = a.id and m.disease_code = d.code
  -- A shot of later days protects nobody before them: what came earlier is asked of the visits.
  left join lateral (
    select max(i.visited_on) as last_on, count(*)::int as shots from prevention.immunisation_animal i
    where m.last_on > p_on and i.tenant_no = p_tenant and i.animal_id = a.id and i.visited_on <= p_on and i.counted
      and i.result = 'done' and d.code = any (i.disease_codes)
  ) b on true
  cross join lateral (select case when m.last_on > p_on then b.shots else coalesce(m.shots, 0) end as shots,
    case when m.last_on > p_on then b.last_on else m.last_on end as last_on,
    case when m.last_on > p_on then b.last_on + r.valid_days else m.valid_until end as valid_until) s
  where kit.require_tenant(p_tenant) and a.tenant_no = p_tenant and a.id = any (p_animals)
$$;
