-- The nearest principal upwards that was given systems decides for those below it. Systems that have all run out are
-- still given: to nobody, not to everybody.
create or replace function platform.principal_schemas(p_tenant int, p_principal bigint)
  returns table (system_id int, schema_id bigint) language sql stable as $$
  with recursive above(id, parent_id, depth) as (
    select p.id, p.parent_id, 0 from registry.principal p where p.tenant_no = p_tenant and p.id = p_principal
    union all select p.id, p.parent_id, a.depth + 1 from registry.principal p join above a on p.id = a.parent_id
      where p.tenant_no = p_tenant and a.depth < 10
  ), nearest as (
    select a.id from above a where exists (select 1 from registry.principal_system s
      where s.tenant_no = p_tenant and s.principal_id = a.id) order by a.depth limit 1
  ), live as (
    select s.system_id, s.schema_id from registry.principal_system s join nearest n on n.id = s.principal_id
    where s.tenant_no = p_tenant and (s.expire_on is null or s.expire_on >= (now() at time zone
      'Asia/Shanghai')::date)
  )
  select l.system_id, l.schema_id from live l
  -- No system has the number 0.
  union all select 0, null::bigint from nearest where not exists (select 1 from live)
$$;
