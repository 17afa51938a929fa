--@narrow
create or replace function kit.fold_rollups(p_most int) returns int language plpgsql as $$
declare
  taken int;
begin
  if not pg_try_advisory_xact_lock(7303) then return 0; end if;
  with gone as (
    delete from kit.rollup_delta where id in (select id from kit.rollup_delta where kit.is_here(tenant_no)
      order by id limit p_most) returning tenant_no, name, region_code, keys, day, n
  ), levels as (
    -- What stands at a township already is its own village: it is counted once.
    select g.tenant_no, g.name, l.region_code, g.keys, g.day, sum(g.n) as n
    from gone g cross join lateral (
      select distinct g.region_code / w * w as region_code from (values (1::bigint), (1000), (1000000), (100000000),
        (10000000000)) widths(w)
    ) l group by 1, 2, 3, 4, 5
  ), added as (
    insert into kit.rollup as r (tenant_no, name, region_code, keys, day, n)
    select tenant_no, name, region_code, keys, day, n from levels where n <> 0
    order by tenant_no, name, region_code, day, keys
    on conflict (tenant_no, name, region_code, day, keys) do update set n = r.n + excluded.n
  ) select count(*) into taken from gone;
  return taken;
end $$;
