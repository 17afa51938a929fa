-- The nightly proof of the figures: what the records of some villages add up to, against what is kept for them. What differs is told and put right.

--@narrow
create function prevention.check_figures(p_tenant int, p_villages bigint[]) returns table (region_code bigint, name text, keys text[], day date, kept bigint, truth bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with records as (
    select p.region_code, 'prevention.plan' as name, array[p.season_id::text, p.disease_code, p.species, m.what] as keys, date '2000-01-01' as day, m.n::bigint as n
    from prevention.prevention_plan p cross join lateral (values ('stock', p.stock), ('young', p.not_young), ('protected', p.not_protected), ('elsewhere', p.not_elsewhere), ('unfit', p.not_fit),
      ('exempt', p.exempt), ('remaining', p.remaining), ('done', p.done), ('untaggedDone', p.done_untagged)) m(what, n) where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.household', array[p.season_id::text, m.what], date '2000-01-01', m.n
    from prevention.plan_household p cross join lateral (values ('due', (p.due > 0)::int), ('done', (p.due > 0 and p.done >= p.due)::int), ('started', (p.due > 0 and p.done > 0)::int)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.routine', array[p.disease_code, p.species, m.what], (p.month || '-01')::date, m.n
    from prevention.routine_plan p cross join lateral (values ('remaining', p.remaining), ('done', p.done)) m(what, n) where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.stock', array[p.species, coalesce(p.scale, ''), m.what], date '2000-01-01', m.n
    from prevention.holder_stock p cross join lateral (values ('tagged', p.tagged), ('untagged', p.untagged), ('holders', (p.tagged + p.untagged > 0)::int)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.stock', array[p.species, e.key, 'loose'], date '2000-01-01', e.value::int from prevention.holder_stock p, jsonb_each_text(p.stages) e
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select t.region_code, 'prevention.immune', array[t.disease_code, t.species, t.mode], t.day, t.tagged + t.untagged from prevention.immunisation_tally t
    where t.tenant_no = p_tenant and t.region_code = any (p_villages)
    union all
    select v.region_code, 'prevention.visit', array[v.mode, coalesce(v.season_id::text, ''), v.result], v.visited_on, 1 from prevention.immunisation_visit v
    where v.tenant_no = p_tenant and v.region_code = any (p_villages) and v.counted
    union all
    select m.region_code, 'prevention.protected', array[m.disease_code, m.species], e.day, e.n from prevention.animal_immunity m
      cross join lateral (values (m.last_on, 1), (m.valid_until + 1, -1)) e(day, n) where m.tenant_no = p_tenant and m.region_code = any (p_villages) and m.in_stock and m.valid_until is not null
  ), both_sides as (
    select r.region_code, r.name, r.keys, r.day, 0::bigint as kept, r.n as truth from records r
    union all
    select f.region_code, f.name, f.keys, f.day, f.n, 0 from kit.rollup f where f.tenant_no = p_tenant and f.region_code = any (p_villages) and starts_with(f.name, 'prevention.')
    union all
    select d.region_code, d.name, d.keys, d.day, d.n, 0 from kit.rollup_delta d where d.tenant_no = p_tenant and d.region_code = any (p_villages) and starts_with(d.name, 'prevention.')
  ), wrong as (
    select b.region_code, b.name, b.keys, b.day, sum(b.kept)::bigint as kept, sum(b.truth)::bigint as truth from both_sides b
    -- What further figures other parts keep is theirs to prove.
    where b.name in ('prevention.plan', 'prevention.household', 'prevention.routine', 'prevention.stock', 'prevention.immune', 'prevention.visit', 'prevention.protected')
    group by 1, 2, 3, 4 having sum(b.kept) <> sum(b.truth)
  ), mended as (
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n) select p_tenant, w.name, w.region_code, w.keys, w.day, w.truth - w.kept from wrong w
  )
  select w.region_code, w.name, w.keys, w.day, w.kept, w.truth from wrong w order by 1, 2, 4, 3;
end $$;

-- What others keep, as prevention looks at it: read here, changed by its owners alone, under their own rules.
create view prevention.ant_alert with (security_invoker = true) as select * from platform.alarm;
create view prevention.worker_account with (security_invoker = true) as select * from registry.staff;
create view prevention.vaccine_issue with (security_invoker = true) as select * from depot.stock_balance;
grant select on prevention.ant_alert, prevention.worker_account, prevention.vaccine_issue to mulian_app;
