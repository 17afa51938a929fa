-- Which pens change is counted as their heads are: a join of the old rows with the new ones keeps the plan of the
-- first few it met, and takes seconds for a herd of thousands.
create or replace function registry.count_animals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select tenant_no, 'registry.stock', region_code, array[species, stage, breed], date '2000-01-01', count(*)
    from fresh where status = 'inStock' and in_herd and voided_at is null
      group by tenant_no, region_code, species, stage, breed;
  else
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select tenant_no, 'registry.stock', region_code, array[species, stage, breed], date '2000-01-01', sum(n) from (
      select tenant_no, region_code, species, stage, breed, 1 as n from fresh
        where status = 'inStock' and in_herd and voided_at is null
      union all
      select tenant_no, region_code, species, stage, breed, -1 from stale
        where status = 'inStock' and in_herd and voided_at is null
    ) changed group by tenant_no, region_code, species, stage, breed having sum(n) <> 0;
  end if;
  -- The same for pens; in the order of their ids, so that two who fill the same two pens never wait for each other in
  -- a ring.
  if tg_op = 'INSERT' then
    perform 1 from registry.pen where id in (select pen_id from fresh) order by id for update;
    update registry.pen p set current_count = p.current_count + d.n from (
      select pen_id, count(*)::int as n from fresh where pen_id is not null and status = 'inStock'
        and voided_at is null group by pen_id
    ) d where p.id = d.pen_id;
  else
    perform 1 from registry.pen where id in (
      select pen_id from (
        select pen_id, 1 as n from fresh where pen_id is not null and status = 'inStock' and voided_at is null
        union all select pen_id, -1 from stale where pen_id is not null and status = 'inStock' and voided_at is null
      ) changed group by pen_id having sum(n) <> 0
    ) order by id for update;
    update registry.pen p set current_count = p.current_count + d.n from (
      select pen_id, sum(n)::int as n from (
        select pen_id, 1 as n from fresh where pen_id is not null and status = 'inStock' and voided_at is null
        union all select pen_id, -1 from stale where pen_id is not null and status = 'inStock' and voided_at is null
      ) changed group by pen_id having sum(n) <> 0
    ) d where p.id = d.pen_id;
  end if;
  return null;
end $$;
