--@narrow
create or replace function platform.schema_principals(p_code text) returns int language sql stable as $$
  select count(*)::int from registry.principal_system p join platform.sys_function_schema s on s.id = p.schema_id
    where s.schema_code = p_code
$$;
