-- R1: numbered animals, and what the last count found beyond them. A count may be of some stages only; what came or
-- went since moves with it, but not animals that were there already and got their number.
create or replace function prevention.refresh_stock(p_tenant int, p_holders bigint[]) returns void
  language plpgsql as $$
begin
  with tagged as (
    select a.principal_id, a.species, a.stage, count(*)::int as n from registry.animal a
    where a.principal_id = any (p_holders) and a.tenant_no = p_tenant and a.status = 'inStock' and a.in_herd
      and a.voided_at is null
    group by 1, 2, 3
  ), latest as (
    select principal_id, species, max(on_date) as on_date from registry.herd_count
    where tenant_no = p_tenant and principal_id = any (p_holders) group by 1, 2
  ), counted as (
    select distinct on (h.principal_id, h.species, h.stage) h.principal_id, h.species, h.stage,
      h.head, h.book_head, h.on_date
    from registry.herd_count h join latest l using (principal_id, species, on_date) where h.tenant_no = p_tenant
    order by h.principal_id, h.species, h.stage, h.id desc
  ), known as (
    select c.principal_id, c.species, c.stage, c.on_date, c.head, c.book_head,
      coalesce(t.n, 0) - coalesce((select sum(d.net) from registry.holder_stock_day d
        where d.tenant_no = p_tenant and d.principal_id = c.principal_id and d.species = c.species
          and d.stage = c.stage and d.day > c.on_date), 0) as book_now,
      coalesce((select count(*) from registry.animal a join registry.animal_entry e on e.id = a.entry_id
        where a.principal_id = c.principal_id and a.tenant_no = p_tenant and a.species = c.species
          and a.stage = c.stage and a.entry_on > c.on_date and a.voided_at is null
          and e.entry_kind = 'backlog' and e.principal_id = c.principal_id), 0) as numbered
    from counted c left join tagged t using (principal_id, species, stage)
  ), gaps as (
    -- An animal the book lost for a day before the count, after the count was made, was counted with its number:
    -- it leaves no head without one, and closes a gap only where fewer were counted than the book held.
    select principal_id, species, stage, on_date, case when book_head > book_now
        then greatest(head - book_head, least(0, head - book_now)) else head - book_now end - numbered as gap
    from known
  ), rest as (
    select principal_id, species, max(on_date) as on_date, greatest(sum(gap), 0)::int as untagged
    from gaps group by 1, 2
  ), staged as (
    select g.principal_id, g.species, jsonb_object_agg(g.stage, g.n) as stages from (
      select w.principal_id, w.species, w.stage,
        least(w.gap, r.untagged - (sum(w.gap) over (partition by w.principal_id, w.species
          order by w.gap desc, w.stage) - w.gap))::int as n
      from gaps w join rest r using (principal_id, species) where w.gap > 0
    ) g where g.n > 0 group by 1, 2
  ), fresh as (
    select h.principal_id, h.region_code, h.scale, k.species, coalesce(s.n, 0) as tagged,
      coalesce(r.untagged, 0) as untagged, coalesce(st.stages, '{}') as stages, r.on_date
    from prevention.holder h
    join (select principal_id, species from tagged union select principal_id, species from counted
      union select principal_id, species from prevention.holder_stock
        where tenant_no = p_tenant and principal_id = any (p_holders)) k using (principal_id)
    left join (select principal_id, species, sum(n)::int as n from tagged group by 1, 2) s using (principal_id, species)
    left join rest r using (principal_id, species) left join staged st using (principal_id, species)
    where h.tenant_no = p_tenant
  )
  insert into prevention.holder_stock as o (tenant_no, principal_id, species, region_code, scale, tagged, untagged,
    stages, counted_on)
  select p_tenant, principal_id, species, region_code, scale, tagged, untagged, stages, on_date
  from fresh order by principal_id, species
  on conflict (tenant_no, principal_id, species) do update set region_code = excluded.region_code,
    scale = excluded.scale, tagged = excluded.tagged,
    untagged = excluded.untagged, stages = excluded.stages, counted_on = excluded.counted_on
  where (o.region_code, o.scale, o.tagged, o.untagged, o.stages, o.counted_on)
    is distinct from (excluded.region_code, excluded.scale, excluded.tagged, excluded.untagged, excluded.stages,
      excluded.counted_on);
end $$;
