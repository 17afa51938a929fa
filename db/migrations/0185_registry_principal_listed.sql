-- Lists of principals leave the merged ones out and ask for kinds: with both inside the level indexes a total is counted there again, without a visit to the rows.
do $$
declare
  one record;
begin
  for one in
    select i.indexrelid::regclass as name from pg_index i join pg_attribute a on a.attrelid = i.indexrelid and a.attnum = 1
    where i.indrelid = 'registry.principal'::regclass and a.attname in ('pref', 'county', 'town', 'region_code')
      and i.indnkeyatts = 2 and i.indnatts > 2 and pg_get_indexdef(i.indexrelid, 2, true) = 'id'
  loop
    execute format('drop index %s', one.name);
  end loop;
end
$$;
create index principal_listed_pref on registry.principal (pref, id) include (tenant_no, region_code, created_by, status, principal_unit_type);
create index principal_listed_county on registry.principal (county, id) include (tenant_no, region_code, created_by, status, principal_unit_type);
create index principal_listed_town on registry.principal (town, id) include (tenant_no, region_code, created_by, status, principal_unit_type);
create index principal_listed_village on registry.principal (region_code, id) include (tenant_no, created_by, status, principal_unit_type);
