--@narrow
create or replace function prevention.check_figures(p_tenant int, p_villages bigint[])
  returns table (region_code bigint, name text, keys text[], day date, kept bigint, truth bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  perform kit.require_tenant(p_tenant);
  return query
  with records as (
    select p.region_code, 'prevention.plan' as name, array[p.season_id::text, p.disease_code, p.species,
      m.what] as keys, date '2000-01-01' as day, m.n::bigint as n
    from prevention.prevention_plan p cross join lateral (values ('stock', p.stock), ('young', p.not_young),
      ('protected', p.not_protected), ('elsewhere', p.not_elsewhere), ('unfit', p.not_fit),
      ('exempt', p.exempt), ('remaining', p.remaining), ('done', p.done), ('untaggedDone', p.done_untagged)) m(what,
        n) where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.household', array[p.season_id::text, m.what], date '2000-01-01', m.n
    from prevention.plan_household p cross join lateral (values ('due', (p.due > 0)::int), ('done', (p.due > 0
      and p.done >= p.due)::int), ('started', (p.due > 0 and p.done > 0)::int)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.routine', array[p.disease_code, p.species, m.what], (p.month || '-01')::date,
      m.n
    from prevention.routine_plan p cross join lateral (values ('remaining', p.remaining), ('done', p.done)) m(what,
      n) where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.stock', array[p.species, coalesce(p.scale, ''), m.what], date '2000-01-01', m.n
    from prevention.holder_stock p cross join lateral (values ('tagged', p.tagged), ('untagged', p.untagged),
      ('holders', (p.tagged + p.untagged > 0)::int)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.stock', array[p.species, e.key, 'loose'], date '2000-01-01', e.value::int
      from prevention.holder_stock p, jsonb_each_text(p.stages) e
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select t.region_code, 'prevention.immune', array[t.disease_code, t.species, t.mode], t.day, t.tagged + t.untagged
      from prevention.immunisation_tally t
    where t.tenant_no = p_tenant and t.region_code = any (p_villages)
    union all
    select v.region_code, 'prevention.visit', array[v.mode, coalesce(v.season_id::text, ''), v.result], v.visited_on,
      1 from prevention.immunisation_visit v
    where v.tenant_no = p_tenant and v.region_code = any (p_villages) and v.counted
    union all
    select m.region_code, 'prevention.protected', array[m.disease_code, m.species], e.day, e.n
      from prevention.animal_immunity m
      cross join lateral (values (m.last_on, 1), (m.valid_until + 1, -1)) e(day, n)
        where m.tenant_no = p_tenant and m.region_code = any (p_villages) and m.in_stock and m.valid_until is not null
    union all
    select p.region_code, 'prevention.holder', array[coalesce(p.scale, ''), m.what], date '2000-01-01', m.n
    from prevention.holder p cross join lateral (values ('all', 1), ('stocked', (p.stock > 0)::int)) m(what, n)
      where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.farm', array[p.season_id::text, p.scale, m.what], date '2000-01-01', m.n
    from prevention.plan_household p cross join lateral (values ('due', p.due), ('done', p.done)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages) and p.scale in ('small', 'medium', 'large')
    union all
    select p.region_code, 'prevention.reason', array[e.key, m.what], (p.month || '-01')::date, e.value::int
    from prevention.routine_plan p cross join lateral (values ('remaining', p.reasons), ('done',
      p.done_reasons)) m(what, told), jsonb_each_text(m.told) e
    where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.band', array[p.species, prevention.band_of(p.species, p.tagged + p.untagged),
      m.what], date '2000-01-01', m.n
    from prevention.holder_stock p cross join lateral (values ('holders', 1), ('heads',
      p.tagged + p.untagged)) m(what, n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages) and p.tagged + p.untagged > 0
    union all
    select p.region_code, 'prevention.head', array[p.species], date '2000-01-01', p.tagged + p.untagged
    from prevention.holder_stock p where p.tenant_no = p_tenant and p.region_code = any (p_villages)
    union all
    select p.region_code, 'prevention.flow', array[p.species, m.what], p.day, m.n
    from registry.holder_stock_day p cross join lateral (values ('born', p.born), ('bought', p.bought), ('in',
      p.transfer_in + p.recovered), ('sold', p.sold), ('out', p.transfer_out),
      ('slaughtered', p.slaughtered), ('died', p.died), ('culled', p.culled), ('lost', p.missing + p.voided)) m(what,
        n)
    where p.tenant_no = p_tenant and p.region_code = any (p_villages) and p.in_herd
    union all
    select a.region_code, 'prevention.age', array[a.species, a.sex], date_trunc('month', a.birth_date)::date, 1
      from registry.animal a
    where a.tenant_no = p_tenant and a.region_code = any (p_villages) and a.status = 'inStock' and a.in_herd
      and a.voided_at is null
    union all
    select p.region_code, 'prevention.monthEnd', array[p.species, p.stage], p.day, p.tagged + p.untagged
      from prevention.stock_day p
    where p.tenant_no = p_tenant and p.region_code = any (p_villages) and extract(day from p.day + 1) = 1
  ), both_sides as (
    select r.region_code, r.name, r.keys, r.day, 0::bigint as kept, r.n as truth from records r
    union all
    select f.region_code, f.name, f.keys, f.day, f.n, 0 from kit.rollup f
      where f.tenant_no = p_tenant and f.region_code = any (p_villages) and starts_with(f.name, 'prevention.')
    union all
    -- A plant may stand at its county: what the townships below add to the county's figure is not the plant's.
    select v.code, f.name, f.keys, f.day, -f.n, 0
    from (select code, case when code % 1000 <> 0 then 1 when code % 1000000 <> 0 then 1000
        when code % 100000000 <> 0 then 1000000 when code % 10000000000 <> 0 then 100000000
        else 10000000000 end as width from unnest(p_villages) p(code)) v
      join kit.rollup f on f.tenant_no = p_tenant and f.region_code > v.code and f.region_code < v.code + v.width
        and f.region_code % (case v.width when 1000 then 1 when 1000000 then 1000 when 100000000 then 1000000
          else 100000000 end) = 0
    where v.width > 1 and starts_with(f.name, 'prevention.')
    union all
    select d.region_code, d.name, d.keys, d.day, d.n, 0 from kit.rollup_delta d
      where d.tenant_no = p_tenant and d.region_code = any (p_villages) and starts_with(d.name, 'prevention.')
  ), wrong as (
    select b.region_code, b.name, b.keys, b.day, sum(b.kept)::bigint as kept, sum(b.truth)::bigint as truth
      from both_sides b
    -- What further figures other parts keep is theirs to prove.
    where b.name in ('prevention.plan', 'prevention.household', 'prevention.routine', 'prevention.stock',
      'prevention.immune', 'prevention.visit', 'prevention.protected',
      'prevention.holder', 'prevention.farm', 'prevention.reason', 'prevention.band', 'prevention.head', 'prevention.flow',
        'prevention.age', 'prevention.monthEnd')
    group by 1, 2, 3, 4 having sum(b.kept) <> sum(b.truth)
  ), mended as (
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
      select p_tenant, w.name, w.region_code, w.keys, w.day, w.truth - w.kept from wrong w
  )
  select w.region_code, w.name, w.keys, w.day, w.kept, w.truth from wrong w order by 1, 2, 4, 3;
end $$;
