-- Active units of every place by kind: lists of grids, staff and workers counted the households of their villages row by row.
--@narrow
create function registry.count_units() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select tenant_no, 'registry.unit', region_code, array[principal_unit_type], date '2000-01-01', count(*)
    from fresh where status = 'active' group by tenant_no, region_code, principal_unit_type;
  elsif tg_op = 'DELETE' then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select tenant_no, 'registry.unit', region_code, array[principal_unit_type], date '2000-01-01', -count(*)
    from stale where status = 'active' group by tenant_no, region_code, principal_unit_type;
  else
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select tenant_no, 'registry.unit', region_code, array[principal_unit_type], date '2000-01-01', sum(n) from (
      select tenant_no, region_code, principal_unit_type, 1 as n from fresh where status = 'active'
      union all
      select tenant_no, region_code, principal_unit_type, -1 from stale where status = 'active'
    ) changed group by tenant_no, region_code, principal_unit_type having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger count_units_new after insert on registry.principal referencing new table as fresh
  for each statement execute function registry.count_units();
create trigger count_units_changed after update on registry.principal referencing new table as fresh old table as stale
  for each statement execute function registry.count_units();
create trigger count_units_gone after delete on registry.principal referencing old table as stale
  for each statement execute function registry.count_units();

insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
select tenant_no, 'registry.unit', region_code, array[principal_unit_type], date '2000-01-01', count(*)
from registry.principal where status = 'active' group by tenant_no, region_code, principal_unit_type;
