--@narrow
create or replace function platform.due_notices() returns table (tenant_no int, id bigint, user_id bigint)
  language sql stable as $$
  select n.tenant_no, n.id, coalesce(n.published_by, n.created_by) from platform.sys_notice n
  where n.status = 'scheduled' and n.scheduled_at <= now() and kit.is_here(n.tenant_no)
    order by n.scheduled_at limit 100
$$;
