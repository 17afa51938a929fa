-- The systems a tenant's package holds.
create function platform.tenant_systems(p_tenant int) returns setof int language sql stable as $$
  select distinct f.system_id::int from platform.sys_function_item i join platform.sys_function_group f on f.id = i.group_id
  where f.status = 'enabled' and i.id in (select platform.tenant_items(p_tenant))
$$;

-- The unit an account belongs to.
create function platform.unit_of_user(p_user bigint) returns bigint language sql stable as
  $$ select principal_id from platform.sys_user where id = p_user $$;
