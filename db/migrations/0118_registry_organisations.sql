-- Organisations as those see them who look after accounts: every one of the tenant for its administrators, the own and those below it for others.
create index on registry.principal (tenant_no, principal_unit_name);

--@narrow
create function registry.principal_name(p_id bigint) returns text language sql stable as
  $$ select principal_unit_name from registry.principal where tenant_no = kit.tenant() and id = p_id $$;

--@narrow
create function registry.principals_named(p_name text) returns setof bigint language sql stable as $$
  select id from registry.principal where tenant_no = kit.tenant() and principal_unit_name = p_name and platform.administers(id, null) order by id limit 2
$$;

-- Households are too many to be looked through; they are found by name.
--@narrow
create function registry.organisations() returns table (
  id bigint, name text, type text, level smallint, region_code bigint, parent_id bigint, contact_name text, contact_phone text, status text
) language sql stable as $$
  select id, principal_unit_name, principal_unit_type, principal_level, region_code, parent_id, contact_name, contact_phone_mask, status
  from registry.principal where tenant_no = kit.tenant() and principal_unit_type <> 'household' and platform.administers(id, null)
$$;
