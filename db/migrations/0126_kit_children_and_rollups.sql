-- Rows that are seen with the row above them, and figures kept by appended differences.

alter table kit.table_scope drop constraint table_scope_scope_class_check;
alter table kit.table_scope add constraint table_scope_scope_class_check
  check (scope_class in ('jurisdiction', 'parties', 'persons', 'self', 'tenant', 'global', 'child'));

-- What changed, appended by whoever changed it: nobody waits for anybody.
create table kit.rollup_delta (
  id bigint generated always as identity primary key,
  tenant_no int not null,
  name text not null,
  region_code bigint not null,
  keys text[] not null,
  day date not null,
  n bigint not null
);
create index on kit.rollup_delta (tenant_no, name, region_code);
--@scope kit.rollup_delta jurisdiction no-levels unowned append

-- The same, added up for every region from the village to the province. `day` is what the figure is kept by: a day, the first of a month, or always
-- the same day for what only has a present.
create table kit.rollup (
  tenant_no int not null,
  name text not null,
  region_code bigint not null,
  keys text[] not null,
  day date not null,
  n bigint not null,
  primary key (tenant_no, name, region_code, day, keys)
);
--@scope kit.rollup jurisdiction no-levels unowned append

grant usage on schema kit to mulian_narrow;
grant select, delete on kit.rollup_delta to mulian_narrow;
grant select, insert, update, delete on kit.rollup to mulian_narrow;
create policy narrow on kit.rollup_delta to mulian_narrow using (true) with check (true);
create policy narrow on kit.rollup to mulian_narrow using (true) with check (true);

-- Folds what was appended into every level, some thousands at a time; one worker at a time, the others have nothing to wait for.
--@narrow
create function kit.fold_rollups(p_most int) returns int language plpgsql as $$
declare
  taken int;
begin
  if not pg_try_advisory_xact_lock(7303) then return 0; end if;
  with gone as (
    delete from kit.rollup_delta where id in (select id from kit.rollup_delta order by id limit p_most) returning tenant_no, name, region_code, keys, day, n
  ), levels as (
    -- What stands at a township already is its own village: it is counted once.
    select g.tenant_no, g.name, l.region_code, g.keys, g.day, sum(g.n) as n
    from gone g cross join lateral (
      select distinct g.region_code / w * w as region_code from (values (1::bigint), (1000), (1000000), (100000000), (10000000000)) widths(w)
    ) l group by 1, 2, 3, 4, 5
  ), added as (
    insert into kit.rollup as r (tenant_no, name, region_code, keys, day, n)
    select tenant_no, name, region_code, keys, day, n from levels where n <> 0
    order by tenant_no, name, region_code, day, keys
    on conflict (tenant_no, name, region_code, day, keys) do update set n = r.n + excluded.n
  ) select count(*) into taken from gone;
  return taken;
end $$;
