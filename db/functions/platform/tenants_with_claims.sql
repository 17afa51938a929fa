--@narrow
create or replace function platform.tenants_with_claims() returns setof int language sql stable as $$
  select distinct t.tenant_no from platform.sys_task t
  where t.status = 'claimed' and t.claimed_at < now() - interval '1 hour' and kit.is_here(t.tenant_no)
$$;
