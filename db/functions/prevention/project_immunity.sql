--@narrow
create or replace function prevention.project_immunity(p_tenant int, p_animals bigint[]) returns void
  language plpgsql as $$
begin
  perform kit.require_tenant(p_tenant);
  perform prevention.plan_for(case when cardinality(p_animals) > 2000 then 1000 else 1 end);
  with rows as materialized (
    select i.animal_id, d.code as disease_code, i.visited_on, i.visit_id, i.result, i.exempt_until, i.exempt_reason,
      i.line_nos
    from prevention.immunisation_animal i, unnest(i.disease_codes) d(code)
    where i.tenant_no = p_tenant and i.animal_id = any (p_animals) and i.counted and i.result in ('done', 'exempt')
      -- Nobody is immunised tomorrow: the months to come need not be opened.
      and i.visited_on <= prevention.today() + 1
  ), shots as (
    select animal_id, disease_code, min(visited_on) as first_on, max(visited_on) as last_on,
      count(distinct visited_on)::int as n from rows where result = 'done' group by 1, 2
  ), newest as (
    select distinct on (animal_id, disease_code) animal_id, disease_code, visit_id, line_nos from rows
      where result = 'done' order by animal_id, disease_code, visited_on desc, visit_id desc
  ), put_off as (
    select distinct on (animal_id, disease_code) animal_id, disease_code, visited_on, exempt_until, exempt_reason
      from rows where result = 'exempt' order by animal_id, disease_code, visited_on desc, visit_id desc
  ), titres as (
    select distinct on (r.animal_id, r.disease_code) r.animal_id, r.disease_code, r.tested_on,
      r.conclusion = 'qualified' as ok from prevention.sample_result r
    where r.tenant_no = p_tenant and r.animal_id = any (p_animals) and r.status = 'released'
      and r.conclusion in ('qualified', 'unqualified')
    order by r.animal_id, r.disease_code, r.tested_on desc, r.id desc
  ), keys as (
    select animal_id, disease_code from shots union select animal_id, disease_code from put_off union
      select animal_id, disease_code from titres
  ), rules as materialized (
    select r.*, p.booster_days, p.valid_days
    from (select distinct s.disease_code, a.species, a.stage, a.region_code, s.last_on from shots s
      join registry.animal a on a.id = s.animal_id and a.tenant_no = p_tenant) r
    cross join lateral prevention.programme_of(p_tenant, r.disease_code, r.species, r.stage, r.region_code,
      r.last_on) p
  ), fresh as (
    select a.id as animal_id, k.disease_code, a.principal_id, a.region_code, a.species, a.status = 'inStock'
      and a.in_herd and a.voided_at is null as in_stock,
      s.first_on, s.last_on, n.visit_id, coalesce(s.n, 0) as shots, case when s.n = 1
        then s.last_on + p.booster_days end as booster, s.last_on + coalesce(p.valid_days, 180) as valid_until,
      case when s.last_on is null or o.visited_on >= s.last_on then o.exempt_until end as exempt_until, case
        when s.last_on is null or o.visited_on >= s.last_on then o.exempt_reason end as exempt_reason,
      case when s.last_on is null or t.tested_on > s.last_on then t.ok end as titre_ok,
      coalesce((select bool_or(v.form = 'live') from prevention.immunisation_line l
        join prevention.vaccine v on v.tenant_no = l.tenant_no and v.vaccine_code = l.vaccine_code
        where l.tenant_no = p_tenant and l.visit_id = n.visit_id and l.line_no = any (n.line_nos)
          and k.disease_code = any (l.disease_codes)), false) as live
    from keys k join registry.animal a on a.id = k.animal_id and a.tenant_no = p_tenant
    left join shots s using (animal_id, disease_code) left join newest n using (animal_id, disease_code) left
      join put_off o using (animal_id, disease_code)
    left join titres t using (animal_id, disease_code)
    left join rules p on p.disease_code = k.disease_code and p.species = a.species and p.stage = a.stage
      and p.region_code = a.region_code and p.last_on = s.last_on
  ), gone as (
    delete from prevention.animal_immunity m where m.tenant_no = p_tenant and m.animal_id = any (p_animals)
      and not exists (select 1 from keys k where k.animal_id = m.animal_id and k.disease_code = m.disease_code)
  )
  insert into prevention.animal_immunity as m (tenant_no, animal_id, disease_code, principal_id, region_code,
    species, in_stock, first_on, last_on, last_visit_id, last_live, shots,
    booster_due_on, valid_until, exempt_until, exempt_reason, last_titre_ok)
  select p_tenant, animal_id, disease_code, principal_id, region_code, species, in_stock, first_on, last_on,
    visit_id, live, shots, booster, valid_until, exempt_until, exempt_reason, titre_ok
  from fresh order by animal_id, disease_code
  on conflict (tenant_no, animal_id, disease_code) do update set principal_id = excluded.principal_id,
    region_code = excluded.region_code, species = excluded.species,
    in_stock = excluded.in_stock, first_on = excluded.first_on, last_on = excluded.last_on,
      last_visit_id = excluded.last_visit_id, last_live = excluded.last_live, shots = excluded.shots,
    booster_due_on = excluded.booster_due_on, valid_until = excluded.valid_until,
      exempt_until = excluded.exempt_until, exempt_reason = excluded.exempt_reason,
    last_titre_ok = excluded.last_titre_ok
  where (m.principal_id, m.region_code, m.species, m.in_stock, m.first_on, m.last_on, m.last_visit_id, m.last_live,
    m.shots, m.booster_due_on, m.valid_until, m.exempt_until, m.exempt_reason, m.last_titre_ok)
    is distinct from (excluded.principal_id, excluded.region_code, excluded.species, excluded.in_stock,
      excluded.first_on, excluded.last_on, excluded.last_visit_id, excluded.last_live,
      excluded.shots, excluded.booster_due_on, excluded.valid_until, excluded.exempt_until, excluded.exempt_reason,
        excluded.last_titre_ok);
  perform prevention.plan_for();
end $$;
