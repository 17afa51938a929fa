--@narrow
create or replace function platform.schema_users(p_code text) returns int language sql stable as $$
  select count(*)::int from platform.sys_user u
  where u.status = 'active' and exists (
    select 1 from registry.principal_system p join platform.sys_function_schema s on s.id = p.schema_id
    where s.schema_code = p_code and p.tenant_no = u.tenant_no and p.principal_id = u.principal_id)
$$;
